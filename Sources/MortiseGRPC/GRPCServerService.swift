// SPDX-License-Identifier: MIT

#if GRPC && Services
public import GRPCCore
public import ServiceLifecycle

/// A server as a service of swift-service-lifecycle.
///
/// ```swift
/// app.register(.singleton) { [unowned app] (_: Database) in
///     GRPCServerService(
///         GRPCServer(
///             transport: transport,
///             services: [FleetRoutes()],
///             interceptors: [CallScopeInterceptor(app)]
///         )
///     )
/// }
/// .runs()
/// try await app.runServices(logger: logger)
/// ```
///
/// It needs the trait `Services` beside `GRPC`. Thread-safe.
public struct GRPCServerService<Transport: ServerTransport>: Service {
    private let server: GRPCServer<Transport>

    /// Wraps a server that is not running yet.
    ///
    /// - Parameter server: The server.
    public init(_ server: GRPCServer<Transport>) { self.server = server }

    /// Serves until the group shuts down, and then until the calls have ended that there are.
    ///
    /// - Throws: What the server throws: `RuntimeError`, if its transport fails or if it was run
    ///   before.
    @concurrent public func run() async throws {
        try await withGracefulShutdownHandler {
            try await server.serve()
        } onGracefulShutdown: {
            server.beginGracefulShutdown()
        }
    }
}
#endif
