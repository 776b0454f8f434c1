// SPDX-License-Identifier: MIT

#if Hummingbird
public import HTTPTypes
public import Hummingbird
import Mortise

extension RouterMethods where Context: ScopedRequestContext {
    /// Lets a method of a controller answer requests.
    ///
    /// ```swift
    /// struct StarshipsController {
    ///     let fleet: Fleet
    ///
    ///     func list(_ request: Request, context: AppContext) async throws -> [Starship] {
    ///         try await fleet.starships()
    ///     }
    /// }
    /// app.register { StarshipsController(fleet: $0) }
    /// router.get("starships", to: StarshipsController.list)
    /// ```
    ///
    /// The controller is resolved for each request, from the scope of the request, which this opens.
    /// How long it lives depends on its definition. Its dependencies may be synchronous,
    /// asynchronous, or of the main actor. In the method, `Container.current` is the scope.
    ///
    /// A controller may not be an actor, whose methods Swift cannot refer to in this way.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - method: The method of the requests.
    ///   - action: The method of the controller. Runs once for each request.
    /// - Returns: The router.
    @discardableResult
    public func on<Controller, Output: ResponseGenerator>(
        _ path: RouterPath = "",
        method: HTTPRequest.Method,
        to action: @escaping @Sendable (Controller) -> (Request, Context) async throws -> Output
    ) -> Self {
        let handler: @Sendable (Request, Context) async throws -> Output = { request, context in
            let scope = try context.scope.container
            let controller = try await scope.async.resolve(Controller.self)
            return try await Container.withCurrent(scope) {
                try await action(controller)(request, context)
            }
        }
        return on(path, method: method, use: handler)
    }

    /// Lets a method of a controller answer GET requests.
    ///
    /// Like ``on(_:method:to:)``.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - action: The method, as `StarshipsController.list`. Runs once for each request.
    /// - Returns: The router.
    @discardableResult
    public func get<Controller, Output: ResponseGenerator>(
        _ path: RouterPath = "",
        to action: @escaping @Sendable (Controller) -> (Request, Context) async throws -> Output
    ) -> Self {
        on(path, method: .get, to: action)
    }

    /// Lets a method of a controller answer PUT requests.
    ///
    /// Like ``on(_:method:to:)``.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - action: The method, as `StarshipsController.list`. Runs once for each request.
    /// - Returns: The router.
    @discardableResult
    public func put<Controller, Output: ResponseGenerator>(
        _ path: RouterPath = "",
        to action: @escaping @Sendable (Controller) -> (Request, Context) async throws -> Output
    ) -> Self {
        on(path, method: .put, to: action)
    }

    /// Lets a method of a controller answer POST requests.
    ///
    /// Like ``on(_:method:to:)``.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - action: The method, as `StarshipsController.list`. Runs once for each request.
    /// - Returns: The router.
    @discardableResult
    public func post<Controller, Output: ResponseGenerator>(
        _ path: RouterPath = "",
        to action: @escaping @Sendable (Controller) -> (Request, Context) async throws -> Output
    ) -> Self {
        on(path, method: .post, to: action)
    }

    /// Lets a method of a controller answer PATCH requests.
    ///
    /// Like ``on(_:method:to:)``.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - action: The method, as `StarshipsController.list`. Runs once for each request.
    /// - Returns: The router.
    @discardableResult
    public func patch<Controller, Output: ResponseGenerator>(
        _ path: RouterPath = "",
        to action: @escaping @Sendable (Controller) -> (Request, Context) async throws -> Output
    ) -> Self {
        on(path, method: .patch, to: action)
    }

    /// Lets a method of a controller answer DELETE requests.
    ///
    /// Like ``on(_:method:to:)``.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - action: The method, as `StarshipsController.list`. Runs once for each request.
    /// - Returns: The router.
    @discardableResult
    public func delete<Controller, Output: ResponseGenerator>(
        _ path: RouterPath = "",
        to action: @escaping @Sendable (Controller) -> (Request, Context) async throws -> Output
    ) -> Self {
        on(path, method: .delete, to: action)
    }

    /// Lets a method of a controller answer HEAD requests.
    ///
    /// Like ``on(_:method:to:)``.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - action: The method, as `StarshipsController.list`. Runs once for each request.
    /// - Returns: The router.
    @discardableResult
    public func head<Controller, Output: ResponseGenerator>(
        _ path: RouterPath = "",
        to action: @escaping @Sendable (Controller) -> (Request, Context) async throws -> Output
    ) -> Self {
        on(path, method: .head, to: action)
    }
}
#endif
