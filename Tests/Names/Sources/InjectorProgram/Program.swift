// SPDX-License-Identifier: MIT

// A program in the words of swift-dependency-injector, beside all that it may meet.

import Foundation
import Hummingbird
import Logging
import MortiseInjector
import NIOCore
import Observation
import SwiftUINames
import Synchronization
import Testing
import UIKitNames

@Observable final class Counter {
    var count = 0
}

protocol Repository {
    func fetch() -> [Int]
}

struct LocalRepository: Repository, InjectableDependency {
    let logger = Logger(label: "repository")
    func fetch() -> [Int] { [1, 2, 3] }
}

struct RemoteRepository: Repository, Initializable {
    func fetch() -> [Int] { [4, 5, 6] }
}

final class Service {
    let lock = Mutex(0)
    @Inject var repository: any Repository
    @Injectable var found: (any Repository)?
    @ObservedInject var current: any Repository
    @ObservedInjectable var currentIfAny: (any Repository)?
}

struct Setup: DependenciesInjectorProtocol, InjectableDependencyProtocol {
    func startInjection() { Setup.register() }

    static func register() {
        let injector: Injector = .build(context: InjectionContext.global)
        injector.onError { (error: InjectionError) in print(error) }
        injector.register(
            (any Repository).self,
            defaultDependency: "local",
            implementations: [
                "local": LocalRepository.instance,
                "remote": { RemoteRepository() },
            ]
        )
    }
}

func program() async throws {
    Setup().startInjection()
    let kind: InjectionType = .singleton
    let moment: InstantiationType = .lazy
    let dependency = Dependency((any Repository).self, injectionType: kind)
    let arguments = InjectableDependencyArgs((any Repository).self, key: "local")
    print(Injector.global.get(dependency), arguments, moment)

    let elapsed: Duration = .seconds(1)
    try await Task.sleep(for: elapsed, clock: ContinuousClock())
    let router = Router()
    router.get("hello") { (request: Request, context: BasicRequestContext) -> Response in
        Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "hello")))
    }
    print(router, URL(filePath: "/"), JSONEncoder(), Atomic(0).load(ordering: .relaxed))
}

@MainActor final class CounterController: UIViewController {
    @Injectable var repository: (any Repository)?
}

struct CounterView: View {
    @State private var isShown = false
    @SwiftUINames.Environment(\.isDark) private var isDark
    let counter: Counter

    var body: some View {
        Group { Text("\(counter.count)") }
    }
}

extension Tag {
    @Tag static var slow: Self
}

@Suite struct RepositoryTests {
    @Test(.tags(.slow)) func fetches() throws {
        let injector = Injector.build(context: .tests(name: "Service"))
        injector.register((any Repository).self) { LocalRepository() }
        #expect(try injector.resolve((any Repository).self).fetch() == [1, 2, 3])
    }
}
