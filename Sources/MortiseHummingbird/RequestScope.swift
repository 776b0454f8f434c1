// SPDX-License-Identifier: MIT

#if Hummingbird
public import Mortise
import MortiseRequests

/// The scope of a request, which is opened when it is first asked for.
///
/// ```swift
/// router.get("starships") { request, context in
///     try await context.scope.async.resolve(Fleet.self).starships()
/// }
/// ```
///
/// A context holds it, as ``ScopedRequestContext`` demands, and ``RequestScopeMiddleware`` gives it
/// its container. All copies, also those in child contexts and in tasks, stand for one scope. It is
/// opened at most once, whoever asks first: who asks meanwhile waits for that. Then it stays open
/// until the body of the response was written or dropped, or was made if there is nothing to dispose
/// of. A task that outlives its handler finds it closed. A request that never asks opens none.
///
/// Thread-safe.
public struct RequestScope: Sendable {
    private let source: OpenableScope?

    /// Creates the scope of a context that no middleware has seen yet.
    ///
    /// Asking it for anything throws ``RequestScopeError`` with code `no-request-scope`.
    public init() { source = nil }

    init(_ source: OpenableScope) { self.source = source }

    /// Whether it was opened and is not closed.
    public var isOpen: Bool { source?.openContainer.map { !$0.isClosed } ?? false }

    /// The container of the scope, opened if it was not.
    ///
    /// - Throws: ``RequestScopeError`` with code `no-request-scope` where the request did not pass
    ///   ``RequestScopeMiddleware``; what opening the scope throws: an error of the middleware's
    ///   closure, or `ResolutionError` for inputs that are missing or that nothing expects. The next
    ///   one who asks tries again then.
    public var container: Container {
        get throws {
            guard let source else { throw RequestScopeError.noScope }
            return try source.opened()
        }
    }

    /// The container of the scope for asynchronous code, opened if it was not.
    ///
    /// - Throws: What ``container`` throws.
    public var async: AsyncContainer { get throws { try container.async } }

    /// The container of the scope for the main actor, opened if it was not.
    ///
    /// - Throws: What ``container`` throws.
    public var main: MainActorContainer { get throws { try container.main } }

    /// Resolves an instance from the scope, synchronously.
    ///
    /// It is for initializers of child contexts, which cannot await. Handlers that await use
    /// ``async``, or belong to a controller.
    ///
    /// - Parameter type: The type to resolve. Leave it out where it can be inferred.
    /// - Returns: A new or a kept instance, depending on the definition's lifetime.
    /// - Throws: What ``container`` throws; `ResolutionError`, with code `scope-closed` after the
    ///   scope was closed. ``RequestScopeMiddleware`` answers with an HTTP error that a factory has
    ///   thrown.
    @inlinable public func resolve<T>(_ type: T.Type = T.self) throws -> T {
        // The engine is specialised for the type here.
        try container.resolve(type)
    }
}
#endif
