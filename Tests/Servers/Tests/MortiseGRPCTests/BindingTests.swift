// SPDX-License-Identifier: MIT

import GRPCCore
import InMemoryTracing
import Logging
import Mortise
import MortiseGRPC
import ObservedSupport
import Testing
import Tracing

@Suite(.timeLimit(.minutes(1))) struct `Where messages are produced` {
    @Test(arguments: Kind.allCases)
    func `logger, span and container of the call are bound`(_ kind: Kind) async throws {
        let tracer = InMemoryTracer()
        let station = Station(before: [Binding()]) { app, _ in
            app.register(.unique) { Logger.current }
        }
        let method: Method = { request, _ in
            let container = try CallScope.current.container
            let span = ServiceContext.current?.inMemorySpanContext?.spanID
            #expect(span != nil)
            #expect(Logger.current.call == "ships")
            return StreamingServerResponse { writer in
                try expect(CallScope.current.container, isThe: container)
                #expect(Container.currentIfAny === container)
                #expect(Logger.current.call == "ships")
                try expect(container.resolve(Logger.self).call, is: "ships")
                #expect(ServiceContext.current?.inMemorySpanContext?.spanID == span)
                for try await message in request.messages { try await writer.write(message) }
                return [:]
            }
        }

        try await withTracer(tracer) {
            try await station.serve("ships", method) { client in
                try await expect(client.call("ships", kind.messages), is: kind.messages)
            }
        }
    }

    @Test func `logger and span are bound although nothing was asked for before`() async throws {
        let tracer = InMemoryTracer()
        let station = Station(before: [Binding()])
        let method: Method = { _, _ in
            let span = ServiceContext.current?.inMemorySpanContext?.spanID
            return .texts {
                #expect(Logger.current.call == "ships")
                #expect(span != nil)
                #expect(ServiceContext.current?.inMemorySpanContext?.spanID == span)
                return [try CallScope.current.resolve(Trail.self).path]
            }
        }

        try await withTracer(tracer) {
            try await station.serve("ships", method) { client in
                try await expect(client.call(), is: ["ships"])
            }
        }
    }

    @Test func `disposers see the logger, too`() async throws {
        let station = Station(before: [Binding()]) { app, journal in
            app.register(.scoped("request")) { 1 }
                .onClose { _ in journal.add(Logger.current.call ?? "none") }
        }
        let methods = Methods([
            "ships": { _, _ in .text("\(try CallScope.current.resolve(Int.self))") },
            "sinks": { _, _ in
                _ = try CallScope.current.resolve(Int.self)
                throw Refused()
            },
        ])

        try await station.serve([methods]) { client in
            try await expect(client.unary(), is: "1")
            await client.fails("sinks", with: .unknown)
        }

        #expect(station.journal.entries == ["ships", "sinks"])
    }
}

/// Binds a logger and a span, as interceptors for them do: while the method runs.
private struct Binding: ServerInterceptor {
    @concurrent func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @concurrent @Sendable (
                StreamingServerRequest<Input>, ServerContext
            ) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        try await withLogger(mergingMetadata: ["call": "\(context.descriptor.method)"]) { _ in
            try await withSpan("call") { _ in try await next(request, context) }
        }
    }
}

extension Logger {
    fileprivate var call: String? { self[metadataKey: "call"].map { "\($0)" } }
}
