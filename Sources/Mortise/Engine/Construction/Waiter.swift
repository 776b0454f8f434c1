// SPDX-License-Identifier: MIT

import CMortiseThread

/// The wait of a session for a verdict: its thread parks, or its task suspends.
// @unchecked: guarded by the ledger's lock until the wait is over, and then only read by the
// session.
final class Waiter: @unchecked Sendable {
    /// A verdict with the record of its construction.
    struct Delivery {
        let verdict: ConstructionSite.Ledger.Verdict
        let record: ConstructionSite.Record?
    }

    /// The thread that parks; `nil` for a task.
    private let thread: Thread?
    private var delivery: Delivery?
    private var continuation: CheckedContinuation<Void, Never>?
    /// Whether the task was cancelled while it waited.
    private var wasCancelled = false

    init(parking thread: Thread?) { self.thread = thread }

    /// Delivers a verdict; the session goes on when the lock is released.
    ///
    /// Under the ledger's lock.
    ///
    /// - Parameters:
    ///   - delivery: The verdict.
    ///   - isForgotten: Whether the ledger does not know the session any more.
    func deliver(_ delivery: Delivery, isForgotten: Bool) {
        self.delivery = delivery
        if let thread {
            if isForgotten { thread.pointee.number = 0 }
            ConstructionSite.afterLock.parkers.append(thread.pointee.parker)
        }
        resume()
    }

    /// Parks the thread until there is a verdict.
    func park() -> Delivery? {
        if let thread {
            thread.pointee.waits &+= 1
            mortise_parker_wait(thread.pointee.parker)
        }
        return delivery
    }

    /// Suspends the task until there is a verdict.
    ///
    /// - Parameter cancel: Called when the task is cancelled, at most once, on any thread.
    /// - Returns: What was delivered.
    /// - Throws: `CancellationError` if the task was cancelled before there was a verdict.
    func suspend(cancel: @escaping @Sendable (Waiter) -> Void) async throws -> Delivery? {
        let delivery = await withTaskCancellationHandler {
            await suspend()
        } onCancel: {
            cancel(self)
        }
        if wasCancelled { throw CancellationError() }
        return delivery
    }

    /// Suspends the task until there is a verdict, whether it is cancelled or not.
    ///
    /// - Returns: What was delivered.
    func suspend() async -> Delivery? {
        await withCheckedContinuation { continuation in
            ConstructionSite.locked {
                self.continuation = continuation
                if delivery != nil || wasCancelled { resume() }
            }
        }
        // Under the lock, because sanitizers do not see the order if the continuation is resumed
        // before the task suspends.
        return ConstructionSite.locked { delivery }
    }

    /// Ends the wait of the task, unless there is a verdict already.
    ///
    /// Under the ledger's lock.
    ///
    /// - Returns: Whether it waited.
    func giveUp() -> Bool {
        guard delivery == nil else { return false }
        wasCancelled = true
        resume()
        return true
    }

    /// Resumes the task when the lock is released, if it is suspended by now.
    private func resume() {
        if let continuation { ConstructionSite.afterLock.continuations.append(continuation) }
        continuation = nil
    }
}
