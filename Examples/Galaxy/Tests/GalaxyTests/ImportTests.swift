// SPDX-License-Identifier: MIT

import Configuration
import Foundation
import GalaxyDomain
import GalaxyTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An import` {
    private let user = ["authorization": "Bearer secret"]

    /// Waits until an import is in a state.
    private func status(_ id: Int, is state: ImportStatus.State, port: Int) async throws
        -> ImportStatus
    {
        await eventually { (try? await status(id, port: port).state) == state }
        return try await status(id, port: port)
    }

    private func status(_ id: Int, port: Int) async throws -> ImportStatus {
        let answer = try await Answer.to("/api/imports/\(id)", port: port)
        return try JSONDecoder().decode(ImportStatus.self, from: Data(answer.body.utf8))
    }

    @Test func `stores everything once, in a scope of its own`() async throws {
        let site = Site()
        try await site.serve { port in
            let page = try await Visitor("GET /events HTTP/1.1\r\nhost: galaxy\r\n\r\n", port: port)
            await page.sees(": connected")
            for id in 1...2 {
                let answer = try await Answer.to("POST", "/api/imports", port: port)
                #expect(answer.status == 202 && answer.headers["location"] == "/api/imports/\(id)")
                let job = try await status(id, is: .finished, port: port)
                #expect(job.done == 118 && job.total == 118 && job.source == "bundled")
                #expect(job.new == (id == 1 ? 118 : 0))
                #expect(await site.journal.reached("scope closed: job", times: id))
            }
            #expect(try await site.rows(of: "person") == 82)
            #expect(try await site.rows(of: "starship") == 36)
            #expect(await page.sees("finished 118/118"))
            let luke = try await Answer.to("/api/people/1", port: port)
            #expect(luke.body.contains("Luke Skywalker"))
        }
    }

    @Test func `that is cancelled half-way leaves whole batches, and closes its scope`()
        async throws
    {
        // It rests for longer than the test lasts.
        let site = Site(settings: ["galaxy.import.batch": 10, "galaxy.import.pause": 3_600_000])
        try await site.serve { port in
            _ = try await Answer.to("POST", "/api/imports", port: port)
            await eventually { (try? await status(1, port: port).done) == 10 }

            let answer = try await Answer.to("DELETE", "/api/imports/1", port: port)
            #expect(answer.status == 200)

            let job = try await status(1, is: .cancelled, port: port)
            #expect(job.done == 10)
            #expect(try await site.rows(of: "person") == 10)
            #expect(await site.journal.reached("scope closed: job"))
        }
    }

    @Test func `that runs ends with the server`() async throws {
        let site = Site(settings: ["galaxy.import.batch": 10, "galaxy.import.pause": 3_600_000])
        try await site.serve { port in
            _ = try await Answer.to("POST", "/api/imports", port: port)
            await eventually { (try? await status(1, port: port).done) == 10 }
        }
        let order = site.journal.entries.filter {
            $0 == "scope closed: job" || $0 == "DatabasePool disposed"
        }
        #expect(order == ["scope closed: job", "DatabasePool disposed"])
    }

    @Test func `reads from the source that is selected, of which open pages are told`()
        async throws
    {
        let site = Site()
        let folder = site.folder.appending(path: "import")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try #"{"results":[]}"#.write(
            to: folder.appending(path: "people.json"),
            atomically: true,
            encoding: .utf8
        )
        try """
        {"results":[{"name":"Outrider","model":"YT-2400","manufacturer":"",
        "url":"https://swapi.dev/api/starships/9/"}]}
        """
        .write(
            to: folder.appending(path: "starships.json"),
            atomically: true,
            encoding: .utf8
        )
        try await site.serve { port in
            let page = try await Visitor("GET /events HTTP/1.1\r\nhost: galaxy\r\n\r\n", port: port)
            await page.sees(": connected")
            let nowhere = try await Answer.to(
                "POST",
                "/admin/source/nowhere",
                port: port,
                headers: user
            )
            #expect(nowhere.status == 404)
            let nobody = try await Answer.to("POST", "/admin/source/folder", port: port)
            #expect(nobody.status == 401)
            let answer = try await Answer.to(
                "POST",
                "/admin/source/folder",
                port: port,
                headers: user
            )
            #expect(answer.status == 204)
            #expect(await page.sees(#"{"kind":"source","text":"folder"}"#))

            _ = try await Answer.to("POST", "/api/imports", port: port)

            let job = try await status(1, is: .finished, port: port)
            #expect(job.source == "folder" && job.new == 1)
        }
    }

    @Test func `from a source that cannot be read fails, and the next one is tried`()
        async throws
    {
        let site = Site()
        try await site.serve { port in
            _ = try await Answer.to("POST", "/admin/source/folder", port: port, headers: user)
            _ = try await Answer.to("POST", "/api/imports", port: port)
            let failed = try await status(1, is: .failed, port: port)
            #expect(failed.error?.contains("people.json cannot be read") == true)

            _ = try await Answer.to("POST", "/admin/source/bundled", port: port, headers: user)
            _ = try await Answer.to("POST", "/api/imports", port: port)
            _ = try await status(2, is: .finished, port: port)
            #expect(try await site.rows(of: "person") == 82)
        }
    }
}
