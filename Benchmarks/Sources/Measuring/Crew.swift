// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization

/// Threads that work at the same time.
package final class Crew: Sendable {
    private let workers: [Worker]

    /// Starts threads that sleep until they are needed.
    ///
    /// - Parameter count: The number of threads.
    package init(of count: Int) {
        workers = (0..<count).map { _ in Worker() }
        for worker in workers { Thread { worker.work() }.start() }
    }

    deinit {
        for worker in workers { worker.begin(nil) }
    }

    /// Runs a workload on some threads at the same time.
    ///
    /// - Parameters:
    ///   - count: The number of threads.
    ///   - workload: The work.
    ///   - iterations: The iterations of each thread.
    /// - Returns: The nanoseconds from the first thread's start to the last thread's end.
    /// - Throws: ``ResultsLost``, or the workload's error.
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

    /// A barrier for all threads.
    private final class Gate: Sendable {
        private let missing: Atomic<Int>

        init(threads: Int) { missing = Atomic(threads) }

        // Waits busily: a sleeping thread needs time to wake up.
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

        /// Passes a task to the thread; `nil` ends the thread.
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
