// SPDX-License-Identifier: MIT

import Foundation

/// Runs asynchronous code on the calling thread, to measure its processor time.
package enum OnThisThread: Sendable {
    /// Runs a body, and all code it awaits that has no executor of its own, on the calling thread.
    ///
    /// - Parameter body: Runs once.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let queue = JobQueue()
        let result = Finished<Value>()
        Task(executorPreference: queue) {
            do {
                result.value = .success(try await body())
            } catch {
                result.value = .failure(error)
            }
            queue.end()
        }
        queue.drain()
        guard let value = result.value else { throw CancellationError() }
        return try value.get()
    }
}

// @unchecked: written before the queue ends, read afterwards.
private final class Finished<Value: Sendable>: @unchecked Sendable {
    var value: Result<Value, any Error>?
}

/// Runs its jobs on the thread that drains it.
private final class JobQueue: TaskExecutor {
    private let jobs = BlockingQueue<UnownedJob>()

    func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job)) }

    func end() { jobs.end() }

    func drain() {
        while let job = jobs.next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
