// SPDX-License-Identifier: MIT

import Measuring
import Mortise
import Synchronization

extension ScopeName {
    fileprivate static let request: ScopeName = "request"
}

/// A service that a scope keeps.
///
/// Each has its own counter: a shared one would slow down threads that open scopes at the same time.
package protocol ScopedService: Sendable {
    /// Releases its resources.
    func finish()

    /// Whether it was finished exactly once.
    var isFinished: Bool { get }
}

private final class FirstService: ScopedService {
    private let disposals = Atomic<Int>(0)

    func finish() { disposals.add(1, ordering: .relaxed) }

    var isFinished: Bool { disposals.load(ordering: .relaxed) == 1 }
}

private final class SecondService: ScopedService {
    private let disposals = Atomic<Int>(0)

    func finish() { disposals.add(1, ordering: .relaxed) }

    var isFinished: Bool { disposals.load(ordering: .relaxed) == 1 }
}

private final class ThirdService: ScopedService {
    private let disposals = Atomic<Int>(0)

    func finish() { disposals.add(1, ordering: .relaxed) }

    var isFinished: Bool { disposals.load(ordering: .relaxed) == 1 }
}

/// A typical hand-written scope: thread-safe, makes instances once on demand, disposes of them in reverse
/// order, and continues after a disposer's error.
private final class HandWrittenScope: Sendable {
    private struct State {
        var first: (any ScopedService)?
        var second: (any ScopedService)?
        var third: (any ScopedService)?
        var disposers: [@Sendable () async throws -> Void] = []
        var isClosed = false
    }

    private struct Closed: Error {}

    private let state = Mutex(State())

    @inline(never) func first() throws -> any ScopedService {
        try service(\.first) { FirstService() }
    }

    @inline(never) func second() throws -> any ScopedService {
        try service(\.second) { SecondService() }
    }

    @inline(never) func third() throws -> any ScopedService {
        try service(\.third) { ThirdService() }
    }

    private func service(
        _ path: any WritableKeyPath<State, (any ScopedService)?> & Sendable,
        _ make: () -> any ScopedService
    ) throws -> any ScopedService {
        try state.withLock { state in
            if let known = state[keyPath: path] { return known }
            if state.isClosed { throw Closed() }
            let made = make()
            state[keyPath: path] = made
            state.disposers.append { made.finish() }
            return made
        }
    }

    func close() async -> [any Error] {
        let disposers = state.withLock { state in
            state.isClosed = true
            defer { state.disposers = [] }
            return state.disposers
        }
        var errors: [any Error] = []
        for dispose in disposers.reversed() {
            do { try await dispose() } catch { errors.append(error) }
        }
        return errors
    }
}

/// scope: a scope is opened, three of its services are resolved, and it is closed.
package struct RequestScope: Scenario {
    package static let name = "scope"
    package static let summary = "a scope opened, 3 services made in it, closed"
    package static let objects = 4

    private let container: Container

    package init() throws {
        container = Container {
            $0.register(.scoped(.request)) { FirstService() as any ScopedService }
                .onClose { $0.finish() }
            $0.register(.scoped(.request), tag: 2) { SecondService() as any ScopedService }
                .onClose { $0.finish() }
            $0.register(.scoped(.request), tag: 3) { ThirdService() as any ScopedService }
                .onClose { $0.finish() }
        }
    }

    package func handWired(_ iterations: Int) throws -> Int {
        try OnThisThread.run {
            var confirmed = 0
            for _ in 0..<iterations {
                let scope = HandWrittenScope()
                var first = try scope.first()
                var second = try scope.second()
                var third = try scope.third()
                let found =
                    confirm(&first, is: FirstService.self)
                    + confirm(&second, is: SecondService.self)
                    + confirm(&third, is: ThirdService.self)
                let errors = await scope.close()
                let isFinished = first.isFinished && second.isFinished && third.isFinished
                confirmed += errors.isEmpty && found == 3 && isFinished ? 1 : 0
            }
            return confirmed
        }
    }

    package func mortise(_ iterations: Int) throws -> Int {
        try OnThisThread.run {
            var confirmed = 0
            for _ in 0..<iterations {
                let scope = try container.openScope(.request)
                var first: any ScopedService = try scope.resolve()
                var second: any ScopedService = try scope.resolve(tag: 2)
                var third: any ScopedService = try scope.resolve(tag: 3)
                let found =
                    confirm(&first, is: FirstService.self)
                    + confirm(&second, is: SecondService.self)
                    + confirm(&third, is: ThirdService.self)
                try await scope.close()
                let isFinished = first.isFinished && second.isFinished && third.isFinished
                confirmed += found == 3 && isFinished ? 1 : 0
            }
            return confirmed
        }
    }

    package func verify() throws {
        try require(handWired(1) == 1, "the hand-written scope disposes of three")
        try require(mortise(1) == 1, "the scope disposes of three")
    }
}
