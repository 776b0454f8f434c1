// SPDX-License-Identifier: MIT

#if GRPC
public import GRPCCore
import Logging
public import Mortise
import MortiseRequests

/// Gives each call a scope, which is opened when it is first asked for.
///
/// ```swift
/// let app = Container {
///     $0.expects(CallInfo.self, in: "request")
///     $0.register(.scoped("request")) { AuditTrail(call: $0) }
/// }
/// let server = GRPCServer(
///     transport: transport,
///     services: [FleetRoutes()],
///     interceptors: [CallScopeInterceptor(app)]
/// )
/// ```
///
/// Methods reach it as ``CallScope/current``. Add it after interceptors that log or trace, so that
/// what they have bound is bound where messages are produced.
///
/// The scope is closed once: after the last message was produced, before the client gets the status;
/// or when the method, or producing messages, throws; or when the response is dropped. The status
/// does not depend on that: a disposer that fails is reported to `Logger.current`, at level error.
///
/// Where a factory has thrown an `RPCError`, or another error that becomes one, the call ends with
/// that instead of the `ResolutionError` around it. Other errors of the container are logged at
/// level error, and end the call with `INTERNAL`, because clients are not to see them.
public struct CallScopeInterceptor: ServerInterceptor {
    private let plan: ScopePlan<CallInfo, Void>

    /// Creates the interceptor, for scopes that are opened from a container.
    ///
    /// - Parameters:
    ///   - container: The container. It is held for as long as the server.
    ///   - name: The name that its `.scoped` definitions use.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - configure: Provides the inputs that the scope expects. Gets the scope, and what is known
    ///     of the call. By default it provides the ``CallInfo``. Runs when a scope is first asked
    ///     for, on the thread that asks, and again only if it threw; others who ask for the scope of
    ///     this call are blocked meanwhile. It may not ask for the scope of the call itself.
    public init(
        _ container: Container,
        scope name: ScopeName = "request",
        file: StaticString = #fileID,
        line: UInt32 = #line,
        providing configure: (@Sendable (Container, CallInfo) throws -> Void)? = nil
    ) {
        plan = ScopePlan(
            container: container,
            name: name,
            file: file,
            line: line,
            logger: { Logger.current },
            configure: { scope, call, _ in
                if let configure { try configure(scope, call) } else { scope.provide(call) }
            }
        )
    }

    /// Answers a call with a scope.
    ///
    /// The server calls it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: What the server knows of the call.
    ///   - next: The rest of the interceptors, and the method.
    /// - Returns: The response. Producing its messages closes the scope, if one was opened.
    /// - Throws: What `next` throws; an `RPCError` instead of errors of the container.
    @concurrent public func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @concurrent @Sendable (
                StreamingServerRequest<Input>, ServerContext
            ) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        let scope = plan.scope(of: CallInfo(context: context, metadata: request.metadata), ())
        let call = CallScope(scope)
        do {
            var response = try await call.bound { try await next(request, context) }
            switch response.accepted {
            case .success(let contents):
                let keeper = ScopeKeeper(scope, RequestBinding(of: scope))
                response.accepted = .success(keeper.keeping(contents))
            case .failure(let failure):
                let binding = RequestBinding(of: scope)
                await scope.close(binding)
                // What the method throws, where other interceptors come after this one.
                if let refusal = binding.refusal(for: failure.cause) {
                    response.accepted = .failure(refusal)
                }
            }
            return response
        } catch {
            let binding = RequestBinding(of: scope)
            await scope.close(binding)
            throw binding.refusal(for: error) ?? error
        }
    }
}
#endif
