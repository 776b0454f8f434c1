// SPDX-License-Identifier: MIT

import CAllocationCounter
import Dispatch
import Foundation
import Measuring

struct ResultsLost: Error {}

/// What one way to answer requests costs.
struct Figures: Sendable {
    /// The nanoseconds of processor time for a request: the least of all rounds.
    private(set) var time = Double.infinity
    private(set) var allocations = Double.infinity
    /// The elapsed nanoseconds of one thread, and of two that do the same each.
    private(set) var oneThread = Double.infinity
    private(set) var twoThreads = Double.infinity

    private let site: Site
    private let path: String

    init(_ site: Site, _ path: String) {
        self.site = site
        self.path = path
    }

    /// How much more two threads do than one.
    var gain: Double { 2 * oneThread / twoThreads }

    mutating func round(times: Int) throws {
        let task: Task<Sample?, any Error> = Task.detached { [self] in try await sample(times) }
        let taken = try Self.wait(for: task)
        // A sample that changed threads is worth nothing.
        guard let taken else { return }
        time = min(time, taken.nanoseconds / Double(times))
        allocations = min(allocations, taken.allocations / Double(times))
    }

    mutating func contest(times: Int) throws {
        oneThread = min(oneThread, try elapsed(tasks: 1, times))
        twoThreads = min(twoThreads, try elapsed(tasks: 2, times))
    }

    private struct Sample: Sendable {
        var nanoseconds: Double
        var allocations: Double
    }

    /// Answers requests as the pool of tasks does, on one of its threads.
    private func sample(_ times: Int) async throws -> Sample? {
        let thread = pthread_self()
        let (start, before) = (Clocks.thread, allocation_count())
        try await run(times)
        let (end, after) = (Clocks.thread, allocation_count())
        guard pthread_equal(thread, pthread_self()) != 0 else { return nil }
        return Sample(nanoseconds: Double(end - start), allocations: Double(after - before))
    }

    private func elapsed(tasks: Int, _ times: Int) throws -> Double {
        let start = Clocks.monotonic
        let running: [Task<Void, any Error>] = (0..<tasks).map { _ in
            Task.detached { [self] in try await run(times) }
        }
        for task in running { try Self.wait(for: task) }
        return Double(Clocks.monotonic - start)
    }

    private func run(_ times: Int) async throws {
        let count = try await site.answer(path, times: times)
        guard count == times * path.utf8.count else { throw ResultsLost() }
    }

    /// Blocks the main thread, on which no task runs.
    @discardableResult
    static func wait<Value: Sendable>(for task: Task<Value, any Error>) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = Finished<Value>()
        Task.detached {
            result.value = await task.result
            done.signal()
        }
        done.wait()
        guard let value = result.value else { throw ResultsLost() }
        return try value.get()
    }
}

// @unchecked: written before the semaphore is signalled, read afterwards.
private final class Finished<Value: Sendable>: @unchecked Sendable {
    var value: Result<Value, any Error>?
}
