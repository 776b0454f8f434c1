// SPDX-License-Identifier: MIT

import GalaxyTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An export` {
    @Test func `is written while the scope of its request is open`() async throws {
        let site = Site()
        try await site.serve { port in
            try await site.storeManyStarships()
            let answer = try await Answer.to("/api/export.ndjson", port: port)
            #expect(answer.headers["content-type"] == "application/x-ndjson")
            #expect(answer.body.split(separator: "\n").count == 20_000)
            #expect(answer.body.hasSuffix("\n"))
            await site.journal.reached("scope closed: request")
            #expect(site.journal.count("UnitOfWork disposed") == 1)
        }
    }

    @Test func `whose client leaves in the middle closes its scope and its snapshot`()
        async throws
    {
        let site = Site()
        try await site.serve { port in
            try await site.storeManyStarships()
            let visitor = try await Visitor(
                Answer.request("GET", "/api/export.ndjson"),
                port: port,
                reads: false
            )
            await site.journal.reached("UnitOfWork made")
            #expect(site.journal.count("scope closed: request") == 0)

            try await visitor.leave()

            #expect(await site.journal.reached("scope closed: request"))
            #expect(site.journal.count("UnitOfWork disposed") == 1)
        }
    }

    @Test func `that is asked for by HEAD closes its scope without a body`() async throws {
        let site = Site()
        try await site.serve { port in
            let answer = try await Answer.to("HEAD", "/api/export.ndjson", port: port)
            #expect(answer.status == 200 && answer.body.isEmpty)
            #expect(await site.journal.reached("scope closed: request"))
            #expect(site.journal.count("UnitOfWork disposed") == 1)
        }
    }
}
