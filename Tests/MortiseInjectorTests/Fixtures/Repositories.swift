// SPDX-License-Identifier: MIT

import Mortise
import MortiseInjector
import Synchronization

protocol Repository: AnyObject {
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

/// An injector of its own context, and its reported errors.
struct Bench {
    let injector: Injector
    let context: InjectionContext
    let errors = Errors()

    init(_ name: String = #function) {
        let number = Self.last.add(1, ordering: .relaxed).newValue
        context = .custom(name: "\(name) \(number)")
        injector = .build(context: context)
        injector.onError(errors.add)
    }

    private static let last = Atomic<Int>(0)

    /// A bench with two repositories, the local one selected.
    static func withRepositories(_ name: String = #function) -> Bench {
        let bench = Bench(name)
        bench.injector.register(
            (any Repository).self,
            defaultDependency: "local",
            implementations: [
                "remote": RemoteRepository.instance,
                "local": LocalRepository.instance,
            ]
        )
        return bench
    }

    func injectable(
        injection: InjectionType = .regular,
        instantiation: InstantiationType = .lazy,
        constrainedTo key: String? = nil
    ) -> Injectable<any Repository> {
        Injectable(
            injection: injection,
            instantiation: instantiation,
            context: context,
            constrainedTo: key
        )
    }

    func observed() -> ObservedInjectable<any Repository> { ObservedInjectable(context: context) }

    /// Runs a body in the mode outside tests.
    func inProduction<Result>(_ body: () throws -> Result) rethrows -> Result {
        try TestMode.$isForced.withValue(false, operation: body)
    }
}

final class Errors: Sendable {
    private let list = Locked<[InjectionError]>([])

    @Sendable func add(_ error: InjectionError) { list.withLock { $0.append(error) } }

    var all: [InjectionError] { list.withLock { $0 } }

    func take() -> [InjectionError] {
        list.withLock { list in
            defer { list = [] }
            return list
        }
    }
}

final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .acquiring) }

    @discardableResult func add() -> Int { count.add(1, ordering: .acquiringAndReleasing).newValue }
}
