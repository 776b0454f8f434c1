// SPDX-License-Identifier: MIT

#if Hummingbird || GRPC
import Logging
package import Mortise
import Synchronization

/// The scope of one request, whatever it is opened with.
///
/// It is all that a request costs which opens none.
// @unchecked: the only subclass, `LazyScope`, has constants.
package class OpenableScope: @unchecked Sendable {
    /// Retained, and set once, by who holds `opening`.
    // Not an `AtomicLazyReference`, whose every use of it costs a hundred instructions.
    private let lease = Atomic<Unmanaged<ScopeLease>?>(nil)
    private let hasEnded = Atomic(false)
    /// Held while the scope is opened, which others wait for.
    ///
    /// Nobody who only reads takes it.
    private let opening = Mutex(())

    init() {}

    deinit { lease.load(ordering: .acquiring)?.release() }

    /// The logger of the request.
    var logger: Logger { fatalError("overridden") }

    /// Opens the scope.
    func open() throws -> ScopeLease { fatalError("overridden") }

    /// The scope, if it was opened.
    ///
    /// It may have been closed since.
    package final var openContainer: Container? {
        lease.load(ordering: .acquiring)?._withUnsafeGuaranteedRef(\.scope)
    }

    /// The scope, opened if it was not.
    package final func opened() throws -> Container {
        if let container = openContainer { return container }
        // The closure that runs here cannot come back: its request has no scope.
        return try opening.withLock { _ in
            if let container = openContainer { return container }
            let opened = try open()
            lease.store(.passRetained(opened), ordering: .releasing)
            return opened.scope
        }
    }

    /// Closes the scope, if it is open.
    package final func close(_ binding: RequestBinding) async {
        guard let lease = end() else { return }
        await binding.run { await lease.close(reportingTo: binding.logger) }
    }

    /// Closes the scope, if it is open and has nothing to dispose of.
    ///
    /// - Returns: Whether it is not open any more.
    package final func closeWithoutDisposing() -> Bool {
        guard let lease = lease.load(ordering: .acquiring) else { return true }
        guard lease._withUnsafeGuaranteedRef({ $0.scope.closeWithoutDisposing() }) else {
            return false
        }
        hasEnded.store(true, ordering: .releasing)
        return true
    }

    /// Runs a body with everything bound, and closes the scope then, whether it throws or not.
    package final func closing<Result>(
        _ binding: RequestBinding,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await binding.run {
            do {
                let result = try await body()
                await end()?.close(reportingTo: binding.logger)
                return result
            } catch {
                await end()?.close(reportingTo: binding.logger)
                throw error
            }
        }
    }

    /// Closes the scope in a task of its own, if it is open.
    ///
    /// The container that it was opened from waits for that when it is closed.
    package final func closeInBackground(_ binding: RequestBinding) {
        if let lease = end() { lease.closeInBackground(binding) }
    }

    /// - Returns: The scope to close, for the first one who asks.
    private func end() -> ScopeLease? {
        guard !hasEnded.load(ordering: .acquiring), let lease = lease.load(ordering: .acquiring),
            !hasEnded.exchange(true, ordering: .acquiringAndReleasing)
        else { return nil }
        return lease.takeUnretainedValue()
    }

    /// Closes the scope, if it is open, when nobody can ask for it any more.
    final func letGo() {
        if let lease = end() { lease.closeInBackground(RequestBinding(logger)) }
    }
}

extension ScopeLease {
    fileprivate func closeInBackground(_ binding: RequestBinding) {
        Task.detached { await binding.run { await self.close(reportingTo: binding.logger) } }
    }

    /// Closes the scope of a request, whose answer does not depend on whether that succeeds.
    fileprivate func close(reportingTo logger: Logger) async {
        do {
            try await close()
        } catch {
            logger.error(
                "Closing the scope of the request failed",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
#endif
