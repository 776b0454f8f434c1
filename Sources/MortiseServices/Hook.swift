// SPDX-License-Identifier: MIT

#if Services
import Synchronization

/// Work that is done once, perhaps within a time limit.
struct Hook: Sendable {
    let deadline: Duration?
    let body: @Sendable () async throws -> Void

    /// Does the work.
    ///
    /// - Returns: Whether it ended in time. Otherwise it was cancelled and left behind.
    /// - Throws: What the work throws.
    func run() async throws -> Bool {
        guard let deadline else {
            try await body()
            return true
        }
        let race = Race()
        let work = Task { try await body() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                race.begin(waiter)
                let timer = Task {
                    try await deadline.sleep()
                    if race.end(.success(false)) { work.cancel() }
                }
                Task {
                    let result = await work.result
                    _ = race.end(result.map { true })
                    timer.cancel()
                }
            }
        } onCancel: {
            work.cancel()
        }
    }
}

/// The end of the work, or the end of its time: whichever comes first.
private final class Race: Sendable {
    private let waiter = Mutex<CheckedContinuation<Bool, any Error>?>(nil)

    func begin(_ continuation: CheckedContinuation<Bool, any Error>) {
        waiter.withLock { $0 = continuation }
    }

    /// - Returns: Whether this came first.
    func end(_ result: Result<Bool, any Error>) -> Bool {
        let first = waiter.withLock { waiter in
            defer { waiter = nil }
            return waiter
        }
        first?.resume(with: result)
        return first != nil
    }
}
#endif
