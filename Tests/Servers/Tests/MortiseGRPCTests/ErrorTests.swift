// SPDX-License-Identifier: MIT

import GRPCCore
import Logging
import Mortise
import MortiseGRPC
import ObservedSupport
import Testing

private struct Guarded: Error, RPCErrorConvertible {
    let rpcErrorCode = RPCError.Code.permissionDenied
    let rpcErrorMessage = "guarded"
}

@Suite(.timeLimit(.minutes(1))) struct `A call that the container fails` {
    @Test(arguments: [[], [Passing()]])
    func `ends with the error of gRPC that a factory has thrown`(after: [Passing]) async throws {
        let station = Station(after: after) { app, _ in
            app.register(.scoped("request")) { () throws -> Int in
                throw RPCError(code: .unauthenticated, message: "who?")
            }
            app.register(.scoped("request")) { () throws -> Double in throw Guarded() }
        }
        let methods = Methods([
            "early": { _, _ in .text("\(try CallScope.current.resolve(Int.self))") },
            "late": { _, _ in .texts { ["\(try CallScope.current.resolve(Int.self))"] } },
            "guarded": { _, _ in .text("\(try CallScope.current.resolve(Double.self))") },
        ])

        try await station.serve([methods]) { client in
            await client.fails("early", with: .unauthenticated)
            await client.fails("late", with: .unauthenticated)
            await client.fails("guarded", with: .permissionDenied)
        }

        #expect(station.logged(.error).isEmpty)
    }

    @Test(arguments: [[], [Passing()]])
    func `ends with an internal error, whose reason is logged and not told`(after: [Passing])
        async throws
    {
        let station = Station(after: after) { app, _ in app.expects(Int.self, in: "request") }
        let methods = Methods([
            "early": { _, _ in .text(try CallScope.current.resolve(Trail.self).path) },
            "late": { _, _ in .texts { [try CallScope.current.resolve(Trail.self).path] } },
        ])

        try await station.serve([methods]) { client in
            for name in ["early", "late"] {
                let error = await #expect(throws: RPCError.self) { try await client.call(name) }
                #expect(error?.code == .internalError)
                #expect(error?.message == "The server cannot answer this call.")
            }
        }

        let lines = station.logged(.error)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains("[missing-input]") })
        #expect(lines.allSatisfy { $0.contains("Station.swift:") })
    }

    @Test func `asks again after the interceptor's closure threw`() async throws {
        let attempts = Tally()
        let app = Container { $0.expects(Int.self, in: "request") }
        let interceptor = CallScopeInterceptor(app) { scope, _ in
            guard attempts.next() == 2 else { throw RPCError(code: .aborted, message: "") }
            scope.provide(7)
        }
        let methods = Methods([
            "again": { _, _ in
                #expect(throws: RPCError.self) { try CallScope.current.container }
                return .text("\(try CallScope.current.resolve(Int.self))")
            },
            "once": { _, _ in .text("\(try CallScope.current.resolve(Int.self))") },
        ])

        try await Station().serve([methods], interceptor: interceptor) { client in
            try await expect(client.unary("again"), is: "7")
            await client.fails("once", with: .aborted)
        }
    }

    @Test func `is answered although a disposer throws, which is logged`() async throws {
        let station = Station { app, _ in
            app.register(.scoped("request")) { 1 }.onClose { _ in throw Refused() }
        }
        let methods = Methods([
            "unary": { _, _ in .text("\(try CallScope.current.resolve(Int.self))") },
            "streamed": { _, _ in .texts { ["\(try CallScope.current.resolve(Int.self))"] } },
            "refused": { _, _ in
                _ = try CallScope.current.resolve(Int.self)
                throw RPCError(code: .notFound, message: "")
            },
        ])

        try await station.serve([methods]) { client in
            try await expect(client.unary("unary"), is: "1")
            try await expect(client.call("streamed"), is: ["1"])
            await client.fails("refused", with: .notFound)
        }

        let lines = station.logged(.error)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.contains("[close-failed]") && $0.contains("Refused") })
    }

    @Test func `says what to do where nothing is called`() async throws {
        let error = #expect(throws: CallScopeError.self) { try CallScope.current.container }

        #expect(error?.code == .noScope && error?.code.slug == "no-call-scope")
        #expect(
            error.map { "\($0)" } == """
                [no-call-scope] The running task answers no call that has a scope
                  hint: pass CallScopeInterceptor to the server's interceptors, for all services; \
                detached tasks take CallScope.current with them: [scope = CallScope.current]
                """
        )
    }
}

/// Does nothing.
///
/// What a method throws reaches the interceptors before it as a failure.
struct Passing: ServerInterceptor {
    @concurrent func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @concurrent @Sendable (
                StreamingServerRequest<Input>, ServerContext
            ) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> { try await next(request, context) }
}
