// SPDX-License-Identifier: MIT

import Mortise
import MortiseTesting
import Testing

@testable import Networking

/// Networking alone: the test gives it an address, as the program does.
@Suite struct `The connection` {
    private let container = Container(name: "networking", modules: NetworkingModule())

    init() { container.register { ServerAddress(host: "test") } }

    @Test func `is wired`() { expectValid(container) }

    @Test func `logs what reaches the server`() async throws {
        let api: any API = try container.resolve()
        #expect(try await api.send(.get("lists/ben")) == "joints")
        await #expect(throws: ServerError.notFound("lists/eve")) {
            try await api.send(.get("lists/eve"))
        }
        let log: RequestLog = try container.resolve()
        #expect(log.lines == ["GET test/lists/ben", "GET test/lists/eve"])
    }
}
