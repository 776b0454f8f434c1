// SPDX-License-Identifier: MIT

#if Hummingbird
public import Hummingbird
import Logging
public import Mortise
import MortiseRequests

/// Gives each request a scope, which is opened when it is first asked for.
///
/// ```swift
/// let app = Container {
///     $0.expects(Request.self, in: "request")
///     $0.register(.scoped("request")) { AuditTrail(request: $0) }
/// }
/// let router = Router(context: AppContext.self)
/// router.add(middleware: RequestScopeMiddleware(app))
/// router.get("starships", to: StarshipsController.list)
/// ```
///
/// Add it before the routes: a middleware of Hummingbird concerns routes that are added later. Add
/// it after middlewares that trace, so that their span is bound in bodies.
///
/// The scope is closed once: after the body of the response was written, or when the body is
/// dropped, as that of a `HEAD` request is; or when handling the request throws. If there is nothing
/// to dispose of, it is closed as soon as a body of known length was made. The answer does not depend
/// on closing: a disposer that fails is reported to the logger of the request, at level error.
///
/// Where a factory has thrown an HTTP error, that error becomes the answer instead of the
/// `ResolutionError` around it. Other errors of the container are logged at level error, because
/// Hummingbird answers 500 and tells them at level debug only.
public struct RequestScopeMiddleware<Context: ScopedRequestContext>: RouterMiddleware {
    private let plan: ScopePlan<Request, Context>
    private let collectionLimit: Int

    /// Creates the middleware, for scopes that are opened from a container.
    ///
    /// - Parameters:
    ///   - container: The container. It is held for as long as the router.
    ///   - name: The name that its `.scoped` definitions use.
    ///   - collectionLimit: Up to which length, in bytes, a body of known length is made before the
    ///     response begins, in requests that opened a scope. If that fails, the answer is 500. A
    ///     longer one can fail only by ending early.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - configure: Provides the inputs that the scope expects. Gets the scope, the request, and a
    ///     context whose own scope cannot be used. By default it provides the request. Runs when a
    ///     scope is first asked for, on the thread that asks, and again only if it threw; others who
    ///     ask for the scope of this request are blocked meanwhile.
    public init(
        _ container: Container,
        scope name: ScopeName = "request",
        collectingUpTo collectionLimit: Int = 65_536,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        providing configure: (@Sendable (Container, Request, Context) throws -> Void)? = nil
    ) {
        self.collectionLimit = collectionLimit
        plan = ScopePlan(
            container: container,
            name: name,
            file: file,
            line: line,
            logger: { $0.logger },
            configure: configure ?? { scope, request, _ in scope.provide(request) }
        )
    }

    /// Handles a request with a context that has a scope.
    ///
    /// Hummingbird calls it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    ///   - next: The rest of the middlewares, and the handler.
    /// - Returns: The response. The scope, if one was opened, is closed by its body, or was closed
    ///   already.
    /// - Throws: What `next` throws; an HTTP error of a factory instead of the error around it.
    @concurrent public func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let scope = plan.scope(of: request, context)
        var scoped = context
        scoped.scope = RequestScope(scope)
        do {
            let response = try await next(request, scoped)
            // A streamed body may be the first that asks. A fixed one is left as it is: Hummingbird
            // writes it at once.
            guard scope.openContainer != nil || response.body.contentLength == nil else {
                return response
            }
            return try await scope.keeping(
                response,
                collectingUpTo: collectionLimit,
                RequestBinding(of: context, scope)
            )
        } catch {
            await scope.close(RequestBinding(of: context, scope))
            throw answer(error, context)
        }
    }

    /// The error to answer with.
    private func answer(_ error: any Error, _ context: Context) -> any Error {
        if let refusal = (error as? ResolutionError)?.underlying as? any HTTPResponseError {
            return refusal
        }
        if error is ResolutionError || error is RequestScopeError {
            context.logger.error(
                "The request cannot be answered",
                metadata: ["error": "\(error)"]
            )
        }
        return error
    }
}
#endif
