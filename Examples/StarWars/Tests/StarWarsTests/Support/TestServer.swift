// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
import Foundation

/// A real HTTP server on loopback, alive for the length of a closure.
enum TestServer {
    /// Serves a handler while `body` runs.
    static func serving(
        _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
        to body: (_ url: String) async throws -> Void
    ) async throws {
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: 0)
        let server = HTTPServer(address: address, logger: .disabled)
        await server.appendRoute("*", handler: handler)
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening(timeout: 10)
        try await body("http://127.0.0.1:\(port(of: await server.listeningAddress))")
        await server.stop()
    }

    /// A URL at which nothing listens while `body` runs.
    static func closedPort(to body: (_ url: String) async throws -> Void) async throws {
        // Bound but not listening: the port is reserved, and connections are refused.
        let socket = try Socket(domain: AF_INET)
        defer { try? socket.close() }
        try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
        try await body("http://127.0.0.1:\(port(of: try socket.sockname()))")
    }

    private static func port(of address: Socket.Address?) throws -> UInt16 {
        guard case .ip4(_, let port) = address else { throw SocketError.unsupportedAddress }
        return port
    }
}
