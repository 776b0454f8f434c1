// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// A few real threads that start jobs together.
///
/// Every wait is bounded: threads that do not return make ``run(_:)`` throw, and are abandoned.
// @unchecked: everything but the atomic is guarded by the condition.
final class ThreadTeam: @unchecked Sendable {
    /// Some threads have not returned in time.
    struct Hang: Error, CustomStringConvertible {
        let missing: Int
        let count: Int

        var description: String {
            "\(missing) of \(count) threads hang: they did not come back in \(ThreadTeam.patience) s"
        }
    }

    typealias Job = @Sendable (_ index: Int) -> Void

    /// In seconds. Sanitized tests run beside each other for minutes on few processors.
    #if MORTISE_SANITIZED
    static let patience = 400.0
    #else
    static let patience = 40.0
    #endif

    let count: Int
    private let condition = NSCondition()
    private let ready = Atomic<Int>(0)
    private var job: Job?
    private var round = 0
    private var running = 0
    private var isDismissed = false

    /// Starts the threads; they wait for a job.
    ///
    /// - Parameters:
    ///   - count: The number of threads.
    ///   - stackSize: The size of each thread's stack in bytes; the system's default if `nil`.
    init(_ count: Int, stackSize: Int? = nil) {
        self.count = count
        for index in 0..<count {
            let thread = Thread { self.work(index) }
            if let stackSize { thread.stackSize = stackSize }
            thread.start()
        }
    }

    /// Runs a job once on every thread, all at the same time.
    ///
    /// - Parameter job: Gets the thread's number.
    /// - Throws: ``Hang``.
    func run(_ job: @escaping Job) throws {
        condition.lock()
        defer { condition.unlock() }
        ready.store(0, ordering: .relaxed)
        self.job = job
        running = count
        round += 1
        condition.broadcast()
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while running > 0 {
            guard condition.wait(until: deadline) else {
                throw Hang(missing: running, count: count)
            }
        }
        self.job = nil
    }

    /// Lets the threads end.
    func dismiss() {
        condition.lock()
        isDismissed = true
        condition.broadcast()
        condition.unlock()
    }

    private func work(_ index: Int) {
        var done = 0
        while perform(index, after: done) {
            done += 1
            finish()
        }
    }

    /// Runs the next job and releases it.
    private func perform(_ index: Int, after done: Int) -> Bool {
        guard let job = nextJob(after: done) else { return false }
        // The last steps are busy waiting, so that all threads start at the same time.
        ready.add(1, ordering: .acquiringAndReleasing)
        while ready.load(ordering: .acquiring) < count { Nap.once() }
        job(index)
        return true
    }

    private func nextJob(after done: Int) -> Job? {
        condition.lock()
        defer { condition.unlock() }
        while round == done, !isDismissed { condition.wait() }
        return isDismissed ? nil : job
    }

    private func finish() {
        condition.lock()
        running -= 1
        if running == 0 { condition.broadcast() }
        condition.unlock()
    }
}
