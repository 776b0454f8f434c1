// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Measuring
@_spi(Diagnostics) import Mortise
import Synchronization

/// Many waiters for one instance.
final class Crowd: Sendable {
    enum Kind: Sendable {
        /// Tasks, for an asynchronous singleton.
        case tasks
        /// Threads, for a synchronous one.
        case threads
    }

    enum Maker: Sendable {
        /// Waiters are counted and woken when the instance exists: nothing else.
        case handWired
        case mortise
    }

    private static let patience = 30.0

    private let made = Atomic<Int>(0)
    private let served = Atomic<Int>(0)
    /// The number of waiters without the instance.
    private let missing = Atomic<Int>(0)
    private let end = Atomic<Int>(0)
    private let isOver = DispatchSemaphore(value: 0)
    private let mayEnd = DispatchSemaphore(value: 0)

    /// Measures the elapsed time from the last waiter's start of waiting until all have the instance.
    ///
    /// - Parameters:
    ///   - waiters: The number of waiters.
    ///   - kind: The kind of waiters.
    ///   - maker: The side to measure.
    /// - Returns: Nanoseconds.
    /// - Throws: ``WaitingLost``.
    static func time(of waiters: Int, _ kind: Kind, _ maker: Maker) throws -> Double {
        let crowd = Crowd()
        let threads = EngineState.summary.threads
        switch (kind, maker) {
        case (.tasks, .handWired):
            let promise = AsyncPromise()
            crowd.start(tasks: waiters) { await promise.awaited }
            return try crowd.time(waiters, all: { promise.waiters == waiters }) {
                promise.keep(crowd.make())
            }
        case (.tasks, .mortise):
            let gate = AsyncPromise()
            let container = Container {
                $0.register(.singleton, as: Awaited.self) { (_: inout AsyncResolver) async throws in
                    _ = await gate.awaited
                    return crowd.make()
                }
            }
            crowd.start(tasks: waiters) { try? await container.async.resolve(Awaited.self) }
            return try crowd.time(waiters, all: { EngineState.summary.waiters >= waiters }) {
                gate.keep(Awaited())
            }
        case (.threads, .handWired):
            let promise = Promise()
            crowd.start(threads: waiters) { promise.awaited }
            let time = try crowd.time(waiters, all: { promise.waiters == waiters }) {
                promise.keep(crowd.make())
            }
            try crowd.endThreads(
                waiters,
                all: { crowd.ended.load(ordering: .acquiring) == waiters }
            )
            return time
        case (.threads, .mortise):
            let gate = DispatchSemaphore(value: 0)
            let container = Container {
                $0.register(.singleton) {
                    gate.wait()
                    return crowd.make()
                }
            }
            // One more thread than waiters: it makes the instance.
            let all = waiters + 1
            crowd.start(threads: all) { try? container.resolve(Awaited.self) }
            let time = try crowd.time(all, all: { EngineState.summary.waiters >= waiters }) {
                gate.signal()
            }
            try crowd.endThreads(all, all: { EngineState.summary.threads <= threads })
            return time
        }
    }

    private let ended = Atomic<Int>(0)

    private func start(tasks count: Int, _ ask: @escaping @Sendable () async -> Awaited?) {
        missing.store(count, ordering: .relaxed)
        for _ in 0..<count { Task { self.leave(with: await ask()) } }
    }

    private func start(threads count: Int, _ ask: @escaping @Sendable () -> Awaited?) {
        missing.store(count, ordering: .relaxed)
        for _ in 0..<count {
            let thread = Thread {
                self.leave(with: ask())
                // Ending a thread takes time, too.
                self.mayEnd.wait()
                self.ended.add(1, ordering: .releasing)
            }
            thread.stackSize = 256 << 10
            thread.start()
        }
    }

    private func time(
        _ count: Int,
        all areWaiting: () -> Bool,
        open: () -> Void
    ) throws -> Double {
        try Self.poll("not all of \(count) wait", until: areWaiting)
        let start = Clocks.monotonic
        open()
        let isInTime = isOver.wait(timeout: .now() + Self.patience) == .success
        let served = served.load(ordering: .acquiring)
        let made = made.load(ordering: .acquiring)
        guard isInTime, served == count, made == 1 else {
            throw WaitingLost(
                description: "\(served) of \(count) have the instance, \(made) were made"
            )
        }
        return Double(end.load(ordering: .acquiring) - start)
    }

    /// Lets the threads end, so that they do not end during the next measurement.
    private func endThreads(_ count: Int, all haveEnded: () -> Bool) throws {
        for _ in 0..<count { mayEnd.signal() }
        try Self.poll("not all of \(count) threads have ended", until: haveEnded)
    }

    private static func poll(_ complaint: String, until isReached: () -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: patience)
        while !isReached() {
            guard deadline.timeIntervalSinceNow > 0 else {
                throw WaitingLost(description: "\(complaint): \(EngineState.summary)")
            }
            Thread.sleep(forTimeInterval: 0.002)
        }
    }

    private func make() -> Awaited {
        made.add(1, ordering: .relaxed)
        return Awaited()
    }

    private func leave(with instance: Awaited?) {
        if instance != nil { served.add(1, ordering: .relaxed) }
        guard missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        end.store(Clocks.monotonic, ordering: .releasing)
        isOver.signal()
    }
}

private final class Awaited: Sendable {}

/// The promise that tasks wait for.
private final class AsyncPromise: Sendable {
    private struct State {
        var instance: Awaited?
        var continuations: [CheckedContinuation<Awaited, Never>] = []
    }

    private let state = Mutex(State())

    var waiters: Int { state.withLock { $0.continuations.count } }

    var awaited: Awaited {
        get async {
            await withCheckedContinuation { continuation in
                let instance = state.withLock { state in
                    if state.instance == nil { state.continuations.append(continuation) }
                    return state.instance
                }
                if let instance { continuation.resume(returning: instance) }
            }
        }
    }

    func keep(_ instance: Awaited) {
        let continuations = state.withLock { state in
            state.instance = instance
            defer { state.continuations = [] }
            return state.continuations
        }
        for continuation in continuations { continuation.resume(returning: instance) }
    }
}

/// The promise that threads wait for.
// @unchecked: guarded by the condition.
private final class Promise: @unchecked Sendable {
    private let condition = NSCondition()
    private var instance: Awaited?
    private var count = 0

    var waiters: Int { condition.withLock { count } }

    var awaited: Awaited? {
        condition.withLock {
            count += 1
            while instance == nil { condition.wait() }
            return instance
        }
    }

    func keep(_ instance: Awaited) {
        condition.withLock { self.instance = instance }
        condition.broadcast()
    }
}
