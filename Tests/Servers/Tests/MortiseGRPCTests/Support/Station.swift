// SPDX-License-Identifier: MIT

import GRPCCore
import GRPCInProcessTransport
import InMemoryLogging
import Logging
import Mortise
import MortiseGRPC
import ObservedSupport
import Testing

struct Refused: Error, Equatable {}

/// What a call keeps.
final class Trail: Sendable {
    let path: String
    let number: Int

    init(_ call: CallInfo, _ number: Int) {
        path = call.method.method
        self.number = number
    }
}

/// A program with one definition for each call, and a server in this process.
struct Station: Sendable {
    let journal = Journal()
    let numbers = Tally()
    let logs = InMemoryLogHandler()
    let app: Container
    private let before: [any ServerInterceptor]
    private let after: [any ServerInterceptor]

    var logger: Logger { Logger(label: "station") { [logs] _ in logs } }

    init(
        before: [any ServerInterceptor] = [],
        after: [any ServerInterceptor] = [],
        _ configure: (Container, Journal) -> Void = { _, _ in }
    ) {
        self.before = before
        self.after = after
        app = Container { [journal, numbers] in
            $0.expects(CallInfo.self, in: "request")
            $0.register(.scoped("request")) { (call: CallInfo) in Trail(call, numbers.next()) }
                .onClose { journal.add("\($0.path) closed") }
            configure($0, journal)
        }
    }

    /// Serves a method, and runs a test with a client of it.
    func serve(
        _ name: String = "ships",
        _ method: @escaping Method,
        _ body: (Client) async throws -> Void
    ) async throws {
        try await serve([Methods([name: method])], body)
    }

    /// Serves services, and runs a test with a client of them.
    func serve(
        _ services: [any RegistrableRPCService],
        interceptor: CallScopeInterceptor? = nil,
        _ body: (Client) async throws -> Void
    ) async throws {
        let transport = InProcessTransport()
        let interceptors = before + [interceptor ?? CallScopeInterceptor(app)] + after
        try await withLogger(logger) { _ in
            try await withGRPCServer(
                transport: transport.server,
                services: services,
                interceptors: interceptors
            ) { _ in
                try await withGRPCClient(transport: transport.client) { client in
                    try await body(Client(client))
                }
            }
        }
    }

    /// The log lines of a level, with their errors.
    func logged(_ level: Logger.Level) -> [String] {
        logs.entries.filter { $0.level == level }
            .map { "\($0.message): \($0.metadata["error"].map { "\($0)" } ?? "")" }
    }
}
