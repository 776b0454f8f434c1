// SPDX-License-Identifier: MIT

import GRPCCore
import GRPCInProcessTransport
import Testing

/// A client of a service of texts.
struct Client: Sendable {
    private let client: GRPCClient<InProcessTransport.Client>

    init(_ client: GRPCClient<InProcessTransport.Client>) { self.client = client }

    /// Calls a method with one message, and returns the only one of the response.
    func unary(_ name: String = "ships", _ text: String = "") async throws -> String {
        try await client.unary(
            request: ClientRequest(message: text),
            descriptor: .station(name),
            serializer: Texts(),
            deserializer: Texts(),
            options: .defaults
        ) { try $0.message }
    }

    /// Calls a method with some messages, and returns all of the response.
    func call(
        _ name: String = "ships",
        _ texts: [String] = [""],
        metadata: Metadata = [:]
    ) async throws -> [String] {
        try await client.bidirectionalStreaming(
            request: StreamingClientRequest(metadata: metadata) { writer in
                for text in texts { try await writer.write(text) }
            },
            descriptor: .station(name),
            serializer: Texts(),
            deserializer: Texts(),
            options: .defaults
        ) { response in
            try await response.messages.reduce(into: []) { $0.append($1) }
        }
    }

    /// Calls a method, and sends a message each time that it has received one.
    func talk(_ name: String = "ships", _ heard: @escaping @Sendable (String) -> Void) async throws
    {
        let (turns, turn) = AsyncStream<Void>.makeStream()
        turn.yield()
        try await client.bidirectionalStreaming(
            request: StreamingClientRequest { writer in
                for await _ in turns { try await writer.write("on") }
            },
            descriptor: .station(name),
            serializer: Texts(),
            deserializer: Texts(),
            options: .defaults
        ) { response in
            for try await message in response.messages {
                heard(message)
                turn.yield()
            }
        }
    }

    /// Expects that a call fails.
    func fails(
        _ name: String = "ships",
        with code: RPCError.Code,
        at location: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: RPCError.self, sourceLocation: location) {
            try await call(name)
        }
        #expect(error?.code == code, sourceLocation: location)
    }
}
