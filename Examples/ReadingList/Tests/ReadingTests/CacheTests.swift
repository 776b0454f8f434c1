// SPDX-License-Identifier: MIT

import Mortise
import Networking
import NetworkingTesting
import Testing

@testable import Reading

@Suite struct `The cache` {
    @Test func `requests no article twice, but each list`() async throws {
        // This needs no container.
        let api = FakeAPI(pages: ["lists/ann": "wood", "articles/wood": "Wood\nIt grows."])
        let cache = CachingAPI(api)
        for request: Request in [.get("lists/ann"), .get("articles/wood")] {
            #expect(try await cache.send(request) == cache.send(request))
        }
        #expect(api.requests.count { $0 == .get("lists/ann") } == 2)
        #expect(api.requests.count { $0 == .get("articles/wood") } == 1)
    }

    @Test func `is put around the connection of another module`() throws {
        let container = Container(modules: ReadingModule())
        container.register { ServerAddress(host: "test") }
        #expect(try container.resolve((any API).self) is CachingAPI)
    }
}
