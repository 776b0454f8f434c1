// SPDX-License-Identifier: MIT

import GRPCCore
import Logging
import Mortise
import MortiseGRPC
import ObservedSupport
import Testing

/// The four kinds of calls, answered as generated code does it.
enum Kind: String, CaseIterable, Sendable {
    case unary, clientStreaming, serverStreaming, bidirectionalStreaming

    /// Answers with each message, and with whether all of it saw one scope.
    var method: Method {
        { [self] request, _ in
            let trail = try CallScope.current.resolve(Trail.self)
            switch self {
            case .unary:
                let message = try await ServerRequest(stream: request).message
                return .text("\(message) \(trail.path)")
            case .clientStreaming:
                let messages = try await request.messages.reduce(into: []) { $0.append($1) }
                return .text("\(messages.joined(separator: "+")) \(trail.path)")
            case .serverStreaming:
                let message = try await ServerRequest(stream: request).message
                return .texts {
                    try expect(CallScope.current.resolve(Trail.self), isThe: trail)
                    return [message, message]
                }
            case .bidirectionalStreaming:
                return StreamingServerResponse { writer in
                    for try await message in request.messages {
                        try expect(CallScope.current.resolve(Trail.self), isThe: trail)
                        try await writer.write(message)
                    }
                    return [:]
                }
            }
        }
    }

    var messages: [String] {
        [.unary, .serverStreaming].contains(self) ? ["a"] : ["a", "b"]
    }

    var answer: [String] {
        switch self {
        case .unary: ["a ships"]
        case .clientStreaming: ["a+b ships"]
        case .serverStreaming: ["a", "a"]
        case .bidirectionalStreaming: ["a", "b"]
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `The scope of a call is closed` {
    @Test(arguments: Kind.allCases)
    func `once, after the last message`(_ kind: Kind) async throws {
        let station = Station()

        try await station.serve("ships", kind.method) { client in
            for round in 1...3 {
                try await expect(client.call("ships", kind.messages), is: kind.answer)
                // Before the client has the status.
                #expect(station.journal.count("ships closed") == round)
            }
        }

        #expect(station.journal.count("ships closed") == 3 && station.numbers.count == 3)
    }

    @Test func `after the messages that the producer writes, and not when the method returns`()
        async throws
    {
        let station = Station()
        let method: Method = { _, _ in
            _ = try CallScope.current.resolve(Trail.self)
            return .texts {
                station.journal.add("producing, open: \(CallScope.current.isOpen)")
                return ["a"]
            }
        }

        try await station.serve("ships", method) { client in
            try await expect(client.call(), is: ["a"])
        }

        #expect(station.journal.entries == ["producing, open: true", "ships closed"])
    }

    @Test func `when the producer was the first that asked`() async throws {
        let station = Station()
        let method: Method = { _, _ in
            .texts {
                #expect(!CallScope.current.isOpen)
                return [try CallScope.current.resolve(Trail.self).path]
            }
        }

        try await station.serve("ships", method) { client in
            try await expect(client.call(), is: ["ships"])
        }

        #expect(station.journal.entries == ["ships closed"])
    }

    @Test func `when the method fails, in whatever way`() async throws {
        let station = Station()
        let failure = RPCError(code: .notFound, message: "no such ship")
        @Sendable func begin() throws { _ = try CallScope.current.resolve(Trail.self) }
        let methods = Methods([
            "throws": { _, _ in
                try begin()
                throw failure
            },
            "throws-another": { _, _ in
                try begin()
                throw Refused()
            },
            "is-failure": { _, _ in
                try begin()
                return StreamingServerResponse(error: failure)
            },
            "producing-throws": { _, _ in
                try begin()
                return .texts { throw failure }
            },
        ])

        try await station.serve([methods]) { client in
            await client.fails("throws", with: .notFound)
            #expect(station.journal.entries == ["throws closed"])
            await client.fails("throws-another", with: .unknown)
            await client.fails("is-failure", with: .notFound)
            await client.fails("producing-throws", with: .notFound)
        }

        #expect(
            station.journal.entries == [
                "throws closed", "throws-another closed", "is-failure closed",
                "producing-throws closed",
            ]
        )
    }

    @Test func `when the producer is never run`() async throws {
        let dropping = Station(before: [Replacing()])
        let station = Station(after: [Replacing()])
        let method: Method = { _, _ in
            _ = try CallScope.current.resolve(Trail.self)
            return .texts {
                Issue.record("messages were produced")
                return []
            }
        }

        for station in [dropping, station] {
            try await station.serve("ships", method) { client in
                await client.fails(with: .aborted)
                await station.journal.reached("ships closed")
            }
            #expect(station.journal.entries == ["ships closed"])
        }
    }

    @Test func `when the producer is never run, although a task still holds the scope`()
        async throws
    {
        let station = Station(before: [Replacing()])
        let gate = Journal()
        let method: Method = { _, _ in
            let trail = try CallScope.current.resolve(Trail.self)
            Task {
                await gate.reached("let go")
                gate.add("open: \(CallScope.current.isOpen)")
            }
            return .text(trail.path)
        }

        try await station.serve("ships", method) { client in
            await client.fails(with: .aborted)
            await station.journal.reached("ships closed")
            #expect(station.journal.entries == ["ships closed"])
            gate.add("let go")
            await gate.reached("open: false")
        }

        #expect(gate.entries == ["let go", "open: false"])
    }

    @Test func `when the producer is never run, and the container waits for that`() async throws {
        let station = Station(before: [Replacing()]) { app, journal in
            app.register(.scoped("request")) { 1 }
                .onClose { _ in
                    await journal.reached("go")
                    journal.add("disposed")
                }
        }
        let method: Method = { _, _ in
            _ = try CallScope.current.resolve(Int.self)
            return .texts { [] }
        }

        try await station.serve("ships", method) { client in
            await client.fails(with: .aborted)
            #expect(station.journal.entries.isEmpty)
        }
        station.journal.add("go")
        try await station.app.close()

        #expect(station.journal.entries == ["go", "disposed"])
    }

    @Test func `when the client leaves a conversation`() async throws {
        let station = Station()
        let heard = Journal()

        try await station.serve("ships", Kind.bidirectionalStreaming.method) { client in
            let conversation = Task { try await client.talk { heard.add($0) } }
            await heard.reached("on", times: 3)
            #expect(station.journal.entries.isEmpty)
            conversation.cancel()
            _ = try? await conversation.value
            await station.journal.reached("ships closed")
        }

        #expect(station.journal.entries == ["ships closed"])
    }

    @Test func `when the call is cancelled, and the method heeds that`() async throws {
        let station = Station { app, journal in
            app.register(.scoped("request")) { 1 }
                .onClose { _ in
                    await Task.yield()
                    journal.add(Task.isCancelled ? "cancelled" : "disposed")
                }
        }
        let (handles, handle) = AsyncStream<ServerContext.RPCCancellationHandle>.makeStream()
        let method: Method = { _, context in
            _ = try CallScope.current.resolve(Trail.self)
            _ = try CallScope.current.resolve(Int.self)
            handle.yield(context.cancellation)
            return .texts {
                try await context.cancellation.cancelled
                throw RPCError(code: .deadlineExceeded, message: "")
            }
        }

        try await station.serve("ships", method) { client in
            async let failing: Void = client.fails(with: .deadlineExceeded)
            for await handle in handles {
                handle.cancel()
                break
            }
            await failing
        }

        #expect(station.journal.entries == ["disposed", "ships closed"])
    }

    @Test func `with the container, while calls run`() async throws {
        let station = Station()
        let steps = Journal()
        let method: Method = { _, _ in
            _ = try CallScope.current.resolve(Trail.self)
            return .texts {
                steps.add("running")
                await steps.reached("closed")
                return [try CallScope.current.resolve(Trail.self).path]
            }
        }

        try await station.serve("ships", method) { client in
            async let failing: Void = client.fails(with: .internalError)
            await steps.reached("running")
            try await station.app.close()
            #expect(station.journal.entries == ["ships closed"])
            steps.add("closed")
            await failing
            await client.fails(with: .internalError)
        }

        #expect(station.journal.entries == ["ships closed"])
        let lines = station.logged(.error)
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("[scope-closed]") })
    }
}

/// Drops each response, and refuses the call.
struct Replacing: ServerInterceptor {
    @concurrent func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @concurrent @Sendable (
                StreamingServerRequest<Input>, ServerContext
            ) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        _ = try await next(request, context)
        return StreamingServerResponse(error: RPCError(code: .aborted, message: "replaced"))
    }
}
