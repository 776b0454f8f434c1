// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization

/// Threads that work at the same time.
package final class Crew: Sendable {
    private let workers: [Worker]

    /// Starts threads that sleep until they are needed.
    ///
    /// - Parameter count: How many.
    package init(of count: Int) {
        workers = (0..<count).map { _ in Worker() }
        for worker in workers { Thread { worker.work() }.start() }
    }

    deinit {
        for worker in workers { worker.begin(nil) }
    }

    /// Has some threads do the same work at the same time.
    ///
    /// - Parameters:
    ///   - count: How many threads.
    ///   - workload: The work.
    ///   - iterations: How often each thread does it.
    /// - Returns: The nanoseconds from when the first thread began until the last was done.
    /// - Throws: ``ResultsLost``, or what the work throws.
    package func sample(
        threads count: Int,
        _ workload: Workload,
        iterations: Int
    ) throws -> Double {
        let gate = Gate(threads: count)
        for worker in workers.prefix(count) {
            worker.begin {
                gate.pass()
                let start = Clocks.monotonic
                _ = try workload.sample(iterations)
                return (start, Clocks.monotonic)
            }
        }
        let times = workers.prefix(count).map { $0.finish() }
        let spans = try times.map { try $0.get() }
        let start = spans.map(\.0).min() ?? 0
        let end = spans.map(\.1).max() ?? 0
        return Double(end - start)
    }

    /// Lets nobody through until all are there.
    private final class Gate: Sendable {
        private let missing: Atomic<Int>

        init(threads: Int) { missing = Atomic(threads) }

        // Waits busily: whoever sleeps needs time to wake up.
        func pass() {
            missing.subtract(1, ordering: .acquiringAndReleasing)
            while missing.load(ordering: .acquiring) > 0 {}
        }
    }

    typealias Span = (Int, Int)

    private final class Worker: Sendable {
        private let begun = DispatchSemaphore(value: 0)
        private let finished = DispatchSemaphore(value: 0)
        private let task = Mutex<(@Sendable () throws -> Span)?>(nil)
        private let result = Mutex<Result<Span, any Error>>(.success((0, 0)))

        /// Hands a task over; `nil` ends the thread.
        func begin(_ task: (@Sendable () throws -> Span)?) {
            self.task.withLock { $0 = task }
            begun.signal()
        }

        func finish() -> Result<Span, any Error> {
            finished.wait()
            return result.withLock { $0 }
        }

        func work() {
            while true {
                begun.wait()
                guard let task = task.withLock({ $0 }) else { return }
                let result = Result { try task() }
                self.result.withLock { $0 = result }
                finished.signal()
            }
        }
    }
}
