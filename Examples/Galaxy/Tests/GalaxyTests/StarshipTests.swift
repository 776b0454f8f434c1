// SPDX-License-Identifier: MIT

import GalaxyTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Starships` {
    @Test func `are created, read, changed and deleted`() async throws {
        let site = Site()
        try await site.serve { port in
            let created = try await Answer.to(
                "POST",
                "/api/starships",
                port: port,
                body: #"{"name":"Outrider"}"#
            )
            #expect(created.status == 201 && created.headers["etag"] == "\"1\"")
            let path = try #require(created.headers["location"])

            let changed = try await Answer.to(
                "PUT",
                path,
                port: port,
                headers: ["if-match": "\"1\""],
                body: #"{"name":"Outrider","model":"YT-2400"}"#
            )
            #expect(changed.status == 200 && changed.body.contains(#""version":2"#))

            let read = try await Answer.to(path, port: port)
            #expect(read.headers["etag"] == "\"2\"" && read.body.contains("YT-2400"))

            let deleted = try await Answer.to("DELETE", path, port: port)
            #expect(deleted.status == 204)
            let gone = try await Answer.to(path, port: port)
            #expect(gone.status == 404)
        }
    }

    @Test func `that were changed meanwhile are answered with 412 and 409`() async throws {
        let site = Site()
        try await site.serve { port in
            let created = try await Answer.to(
                "POST",
                "/api/starships",
                port: port,
                body: #"{"name":"Outrider"}"#
            )
            let path = try #require(created.headers["location"])
            func change(_ headers: [String: String], _ body: String) async throws -> Int {
                try await Answer.to("PUT", path, port: port, headers: headers, body: body).status
            }

            #expect(try await change([:], #"{"name":"One","version":1}"#) == 200)
            #expect(try await change(["if-match": "\"1\""], #"{"name":"Two"}"#) == 412)
            #expect(try await change([:], #"{"name":"Three","version":1}"#) == 409)
            #expect(try await Answer.to(path, port: port).body.contains("One"))
        }
    }

    @Test func `without a name are refused`() async throws {
        let site = Site()
        try await site.serve { port in
            let answer = try await Answer.to(
                "POST",
                "/api/starships",
                port: port,
                body: #"{"name":" "}"#
            )
            #expect(answer.status == 422)
            let all = try await Answer.to("/api/starships", port: port)
            #expect(all.body == "[]")
        }
    }
}
