// SPDX-License-Identifier: MIT

import Configuration
import GalaxyTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An open page` {
    private let events = "GET /events HTTP/1.1\r\nhost: galaxy\r\n\r\n"

    @Test func `is told what was stored, and nothing that was not`() async throws {
        let site = Site()
        try await site.serve { port in
            let page = try await Visitor(events, port: port)
            await page.sees(": connected")
            for (name, status) in [(" ", 422), ("Outrider", 201)] {
                let answer = try await Answer.to(
                    "POST",
                    "/api/starships",
                    port: port,
                    body: #"{"name":"\#(name)"}"#
                )
                #expect(answer.status == status)
            }
            await page.sees(#""text":"created""#)
            #expect(page.text.split(separator: "event: starship").count == 2)
        }
    }

    @Test func `is closed when the server shuts down, and its scope with it`() async throws {
        let site = Site()
        let pages = Kept()
        try await site.serve { port in
            let page = try await Visitor(events, port: port)
            await page.sees(": connected")
            pages.page = page
        }
        let page = try #require(pages.page)
        await page.isDismissedSoon()
        #expect(page.text.hasSuffix("0\r\n\r\n"))
        #expect(site.journal.count("scope closed: request") == 1)
    }

    @Test func `that was left is forgotten with the next heartbeat`() async throws {
        let site = Site(settings: ["galaxy.events.heartbeat": 20])
        try await site.serve { port in
            let page = try await Visitor(events, port: port)
            await page.sees(": heartbeat")
            #expect(site.journal.count("scope closed: request") == 0)
            try await page.leave()
            #expect(await site.journal.reached("scope closed: request"))
        }
    }
}
