// SPDX-License-Identifier: MIT

// The samples of swift-dependency-injector's document, as printed.

import MortiseInjector
import XCTest

protocol Repository {
    func fetch() -> [Int]
}

class LocalRepository: Repository, InjectableDependency {
    required init() {}

    func fetch() -> [Int] { [1, 2, 3, 4] }
}

class RemoteRepository: Repository, InjectableDependency {
    required init() {}

    func fetch() -> [Int] { [5, 6, 7, 8] }
}

enum RepositoryType: String {
    case local
    case remote
}

class ApplicationSetup {
    static func start() {
        Injector.global.register(
            Repository.self,
            defaultDependency: RepositoryType.remote.rawValue,
            implementations: [
                RepositoryType.remote.rawValue: RemoteRepository.instance,
                RepositoryType.local.rawValue: LocalRepository.instance,
            ]
        )
    }
}

class DummyNetworkManager {
    func validateConnection(isNetworkAvailable: Bool = Bool.random()) {
        let repositoryImplementation: RepositoryType = isNetworkAvailable ? .remote : .local
        Injector.updateDependencyKey(
            of: Repository.self,
            newKey: repositoryImplementation.rawValue
        )
    }
}

class RepositoryMock: Repository, InjectableDependency {
    required init() {}

    func fetch() -> [Int] { [1, 2, 3, 4] }
}

class Wrappers {
    @Injectable private var first: Repository?

    @Injectable(injection: .regular, instantiation: .lazy)
    private var second: Repository?

    @Injectable(injection: .singleton, instantiation: .regular)
    private var third: Repository?

    @Injectable(constrainedTo: RepositoryType.remote.rawValue)
    private var fourth: Repository?

    @Injectable(injection: .singleton)
    private var fifth: Repository?

    @Injectable(instantiation: .regular)
    private var sixth: Repository?

    @ObservedInjectable private var seventh: Repository?

    @Injectable(context: .custom(name: "DummyContext"))
    private var service: Service?

    var all: [Repository?] { [first, second, third, fourth, fifth, sixth, seventh] }
    var other: Service? { service }
}

final class RepositorySampleTests: XCTestCase {
    /// Keeps the log of errors that tests provoke out of the output of all tests.
    override class func setUp() { Injector.global.turnOffLogger(forced: true) }

    /// "Usage example", "@Injectable", "@ObservedInjectable".
    func testThatTheSamplesOfUseWork() {
        ApplicationSetup.start()
        defer { Injector.global.remove(Repository.self) }

        let wrappers = Wrappers()
        XCTAssertEqual(wrappers.all.map { $0?.fetch() }, Array(repeating: [5, 6, 7, 8], count: 7))
        XCTAssertNil(wrappers.other)
        DummyNetworkManager().validateConnection(isNetworkAvailable: false)
        XCTAssertEqual(wrappers.all.last??.fetch(), [1, 2, 3, 4])
        XCTAssertEqual(wrappers.all[3]?.fetch(), [5, 6, 7, 8])
        XCTAssertEqual(DummyService().getData(), [1, 2, 3, 4])
        DummyNetworkManager().validateConnection(isNetworkAvailable: true)
        XCTAssertEqual(DummyService().getData(), [5, 6, 7, 8])
        DummyNetworkManager().validateConnection()
    }

    /// "Injection Contexts".
    func testThatTheSampleOfAContextWorks() {
        let injector = Injector.build(context: .custom(name: "Service"))

        injector.register(Repository.self, implementation: LocalRepository.instance)

        XCTAssertEqual(injector.get(Repository.self).fetch(), [1, 2, 3, 4])
        injector.destroy()
    }
}

/// "Tests".
final class ServiceTest: XCTestCase {
    private var injector: Injector!
    private var sut: Service!

    override func setUp() {
        injector = Injector.build(context: .tests(name: "Service"))
        injector.register(Repository.self, implementation: RepositoryMock.instance)

        sut = DummyService()
    }

    override func tearDown() {
        injector.destroy()
        sut = nil
    }

    func testFetchData() throws {
        let expected = [1, 2, 3, 4]

        let result = sut.getData()

        XCTAssertEqual(result, expected)
    }
}
