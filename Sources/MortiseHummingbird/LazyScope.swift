// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird
import Logging
import Mortise
import Synchronization

/// A scope that is opened when it is first asked for.
protocol OpenableScope: AnyObject, Sendable {
    /// The scope, if it was opened. It may have been closed since.
    var openContainer: Container? { get }

    /// The scope, opened if it was not.
    func opened() throws -> Container
}

/// The scope of one request, whatever its context.
///
/// It is all that a request costs which opens none. It holds the context that the middleware was
/// called with, and not the one that holds it.
final class LazyScope<Context: ScopedRequestContext>: OpenableScope {
    private enum Phase: Sendable {
        case unopened
        case open(Container)
        /// Closing has begun. Late requests get the container's own error.
        case closed(Container)
    }

    private let middleware: RequestScopeMiddleware<Context>
    private let request: Request
    private let context: Context
    private let phase = Mutex(Phase.unopened)
    /// Held while the scope is opened, which others wait for.
    ///
    /// Nobody who only reads takes it.
    private let opening = Mutex(())

    init(_ middleware: RequestScopeMiddleware<Context>, _ request: Request, _ context: Context) {
        self.middleware = middleware
        self.request = request
        self.context = context
    }

    // Of a scope that was opened after its middleware had returned, by a body or by a task.
    deinit { closeInBackground(RequestBinding(context.logger)) }

    var openContainer: Container? {
        phase.withLock { phase in
            switch phase {
            case .unopened: nil
            case .open(let container), .closed(let container): container
            }
        }
    }

    func opened() throws -> Container {
        if let container = openContainer { return container }
        // The closure that runs here cannot come back: its context has no scope.
        return try opening.withLock { _ in
            if let container = openContainer { return container }
            let container = try middleware.open(request, context)
            phase.withLock { $0 = .open(container) }
            return container
        }
    }

    /// Closes the scope, if it is open.
    func close(_ binding: RequestBinding) async {
        guard let container = end() else { return }
        await container.close(reportingTo: binding)
    }

    /// Closes the scope in a task of its own, if it is open.
    ///
    /// The container that it was opened from waits for that when it is closed.
    func closeInBackground(_ binding: RequestBinding) {
        guard let container = end() else { return }
        Task.detached { await container.close(reportingTo: binding) }
    }

    /// - Returns: The scope to close, for the first one who asks.
    private func end() -> Container? {
        phase.withLock { phase in
            guard case .open(let container) = phase else { return nil }
            phase = .closed(container)
            return container
        }
    }
}

extension Container {
    /// Closes the scope of a request, whose answer does not depend on whether that succeeds.
    fileprivate func close(reportingTo binding: RequestBinding) async {
        await binding.run {
            do {
                try await close()
            } catch {
                binding.logger.error(
                    "Closing the scope of the request failed",
                    metadata: ["error": "\(error)"]
                )
            }
        }
    }
}
#endif
