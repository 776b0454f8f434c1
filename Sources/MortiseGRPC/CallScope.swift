// SPDX-License-Identifier: MIT

#if GRPC
public import Mortise
import MortiseRequests

/// The scope of a call, which is opened when it is first asked for.
///
/// ```swift
/// func list(request: ServerRequest<Query>, context: ServerContext) async throws
///     -> ServerResponse<Starships>
/// {
///     let fleet = try await CallScope.current.async.resolve(Fleet.self)
///     return ServerResponse(message: try await fleet.starships(request.message))
/// }
/// ```
///
/// ``CallScopeInterceptor`` gives it its container. All copies, also those in tasks, stand for one
/// scope. It is opened at most once, whoever asks first: who asks meanwhile waits for that. Then it
/// stays open until the last message was produced. A call that never asks opens none.
///
/// Thread-safe.
public struct CallScope: Sendable {
    @TaskLocal private static var bound: CallScope?

    private let source: OpenableScope?

    init(_ source: OpenableScope?) { self.source = source }

    /// The scope of the call that the running task answers.
    ///
    /// It is there in the method of a service, in the closure that produces the messages of its
    /// response, and in tasks that they begin, except detached ones. Elsewhere, asking it for
    /// anything throws ``CallScopeError`` with code `no-call-scope`.
    public static var current: CallScope { bound ?? CallScope(nil) }

    /// Whether it was opened and is not closed.
    public var isOpen: Bool { source?.openContainer.map { !$0.isClosed } ?? false }

    /// The container of the scope, opened if it was not.
    ///
    /// - Throws: ``CallScopeError`` with code `no-call-scope` where the call did not pass
    ///   ``CallScopeInterceptor``; what opening the scope throws: an error of the interceptor's
    ///   closure, or `ResolutionError` for inputs that are missing or that nothing expects. The next
    ///   one who asks tries again then.
    public var container: Container {
        get throws {
            guard let source else { throw CallScopeError.noScope }
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
    /// Code that awaits uses ``async``.
    ///
    /// - Parameter type: The type to resolve. Leave it out where it can be inferred.
    /// - Returns: A new or a kept instance, depending on the definition's lifetime.
    /// - Throws: What ``container`` throws; `ResolutionError`, with code `scope-closed` after the
    ///   scope was closed. ``CallScopeInterceptor`` answers with an `RPCError` that a factory has
    ///   thrown.
    public func resolve<T>(_ type: T.Type = T.self) throws -> T { try container.resolve(type) }

    /// Lets a service that is resolved for the call answer it.
    ///
    /// ```swift
    /// struct FleetRoutes: Galaxy_Fleet.ServiceProtocol {
    ///     func list(request: ServerRequest<Query>, context: ServerContext) async throws
    ///         -> ServerResponse<Starships>
    ///     {
    ///         try await CallScope.current.with(FleetService.self) {
    ///             try await $0.list(request: request, context: context)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// The service has what it needs as properties, and no method of it resolves. How long it lives
    /// depends on its definition. Its dependencies may be synchronous, asynchronous, or of the main
    /// actor. In the closure, `Container.current` is the scope.
    ///
    /// - Parameters:
    ///   - type: The type of the service.
    ///   - body: Calls a method of the service. Runs once, in the caller's isolation.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; what ``container`` throws; `ResolutionError` if the
    ///   service cannot be made.
    public func with<Service, Result>(
        _ type: Service.Type,
        _ body: (Service) async throws -> Result
    ) async throws -> Result {
        let scope = try container
        let service = try await scope.async.resolve(type)
        return try await Container.withCurrent(scope) { try await body(service) }
    }

    /// Runs a body as part of the call.
    func bound<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await Self.$bound.withValue(self) { try await body() }
    }
}
#endif
