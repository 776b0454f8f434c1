// SPDX-License-Identifier: MIT

import GRPCCore

typealias Request = StreamingServerRequest<String>
typealias Response = StreamingServerResponse<String>
typealias Method = @Sendable (Request, ServerContext) async throws -> Response

/// A service of methods that are closures.
struct Methods: RegistrableRPCService {
    private let methods: [String: Method]

    init(_ methods: [String: Method]) { self.methods = methods }

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        for (name, method) in methods {
            router.registerHandler(
                forMethod: .station(name),
                deserializer: Texts(),
                serializer: Texts(),
                handler: method
            )
        }
    }
}

extension MethodDescriptor {
    static func station(_ name: String) -> MethodDescriptor {
        MethodDescriptor(fullyQualifiedService: "Station", method: name)
    }
}

extension StreamingServerResponse<String> {
    /// A response of what a closure makes, when it is asked to.
    static func texts(_ make: @escaping @Sendable () async throws -> [String]) -> Self {
        StreamingServerResponse { writer in
            for text in try await make() { try await writer.write(text) }
            return ["last": "yes"]
        }
    }

    static func text(_ text: String) -> Self {
        StreamingServerResponse(single: ServerResponse(message: text))
    }
}

/// Texts as messages.
struct Texts: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: String) -> Bytes { Bytes(message.utf8) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) -> String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
