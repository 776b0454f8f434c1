// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Synchronization
import Testing

/// Counts the suspension points of asynchronous factories, and disturbs one of them.
private final class Disturbance: Sendable {
    enum Kind: Hashable, Sendable, CaseIterable {
        case failure
        case cancellation
    }

    struct Thrown: Error {}

    private struct State {
        var passed = 0
        var task: Task<Void, Never>?
    }

    private let kind: Kind?
    private let place: Int
    private let state = Locked(State())

    init(_ kind: Kind?, at place: Int) {
        self.kind = kind
        self.place = place
    }

    var passed: Int { state.withLock { $0.passed } }

    func watch(_ task: Task<Void, Never>) { state.withLock { $0.task = task } }

    /// A suspension point of a factory.
    func pass() async throws {
        await Task.yield()
        let (isHere, task) = state.withLock { state in
            defer { state.passed += 1 }
            return (state.passed == place, state.task)
        }
        if isHere, kind == .failure { throw Thrown() }
        if isHere, kind == .cancellation { task?.cancel() }
        try Task.checkCancellation()
    }
}

private final class Base: Sendable {}
private final class Middle: Sendable {
    let base: Base
    init(_ base: Base) { self.base = base }
}
private final class Top: Sendable {
    let middle: Middle
    let base: Base
    init(_ middle: Middle, _ base: Base) {
        self.middle = middle
        self.base = base
    }
}

/// Counts jobs, and passes them to the executor of all tasks.
private final class CountingExecutor: TaskExecutor {
    private let count = Atomic<Int>(0)

    var jobs: Int { count.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        count.add(1, ordering: .relaxed)
        globalConcurrentExecutor.enqueue(job)
    }
}

@Suite struct `Disturbed at each suspension point` {
    private func makeApp(_ disturbance: Disturbance, _ journal: Journal<String>) -> Container {
        Container {
            $0.register(.singleton) { () async throws -> Base in
                try await disturbance.pass()
                try await disturbance.pass()
                return Base()
            }
            .onClose { _ in journal.note("base") }
            $0.register(.scoped(.request)) { resolver -> Middle in
                try await disturbance.pass()
                let base: Base = try await resolver.resolve()
                try await disturbance.pass()
                return Middle(base)
            }
            .onClose { _ in
                await Task.yield()
                journal.note("middle")
            }
            $0.register(.scoped(.request)) { try Top($0.resolve(), $0.resolve()) }
                .onClose { _ in journal.note("top") }
        }
    }

    @Test func `there are four points`() async throws {
        let disturbance = Disturbance(nil, at: 0)
        let app = makeApp(disturbance, Journal())

        _ = try await app.openScope(.request).async.resolve(Top.self)

        #expect(disturbance.passed == 4)
    }

    @Test(arguments: Disturbance.Kind.allCases, 0..<4)
    fileprivate func `a resolve fails atomically, and can be closed and tried again`(
        kind: Disturbance.Kind,
        place: Int
    ) async throws {
        let journal = Journal<String>()
        let disturbance = Disturbance(kind, at: place)
        let app = makeApp(disturbance, journal)
        let scope = try app.openScope(.request)
        let failure = Locked<(any Error)?>(nil)

        let task = Task {
            do {
                _ = try await scope.async.resolve(Top.self)
            } catch {
                failure.withLock { $0 = error }
            }
        }
        disturbance.watch(task)
        await task.value

        let error = failure.withLock { $0 }
        switch kind {
        case .failure:
            #expect((error as? ResolutionError)?.underlying is Disturbance.Thrown)
        case .cancellation:
            // It may have ended before it was cancelled.
            #expect(error is CancellationError || error == nil)
        }
        let top = try await scope.async.resolve(Top.self)
        #expect(top.middle.base === top.base)
        #expect(try await scope.async.resolve(Top.self) === top)

        try await scope.close()
        try await app.close()
        #expect(journal.entries == ["top", "middle", "base"])
    }
}

@Suite struct `A warm asynchronous singleton` {
    @Test func `is resolved without suspending`() async throws {
        let container = Container {
            $0.register(.singleton) { () async -> Base in
                await Task.yield()
                return Base()
            }
        }
        let executor = CountingExecutor()

        let jobs = try await Task(executorPreference: executor) {
            let base = try await container.async.resolve(Base.self)
            let before = executor.jobs
            for _ in 0..<1_000 {
                guard try await container.async.resolve(Base.self) === base else { return -1 }
            }
            return executor.jobs - before
        }.value

        #expect(jobs == 0)
    }
}
