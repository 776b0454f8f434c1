// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import GalaxyTestSupport
import Testing

/// The begin of a request whose body is still to come.
private let slow = """
    POST /api/starships HTTP/1.1\r
    host: galaxy\r
    content-type: application/json\r
    content-length: 19\r
    \r
    {"name":
    """

@Suite(.timeLimit(.minutes(1))) struct `A signal` {
    @Test(arguments: [SIGTERM, SIGINT])
    func `lets requests end and sends the others home`(_ signal: Int32) async throws {
        let program = try Program.serving()
        let port = await program.port()
        let idle = try await Visitor("GET /healthz HTTP/1.1\r\nhost: galaxy\r\n\r\n", port: port)
        await idle.sees("200 OK")
        let page = try await Visitor("GET /events HTTP/1.1\r\nhost: galaxy\r\n\r\n", port: port)
        await page.sees(": connected")
        let request = try await Visitor(slow, port: port)
        await program.hasRequests(3, port: port)

        program.send(signal)
        await idle.isDismissedSoon()
        await page.isDismissedSoon()
        #expect(!request.isDismissed)
        try await request.say("\"Outrider\"}")

        #expect(await program.end() == 0)
        await request.isDismissedSoon()
        #expect(Answer(request.text).status == 201)
        #expect(page.text.hasSuffix("0\r\n\r\n"))
        #expect(program.isDatabaseClosed)
        let database = try DatabaseQueue(path: program.data.appending(path: "galaxy.sqlite").path())
        let names = try await database.read { database in
            try #expect(String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
            return try String.fetchAll(database, sql: "SELECT name FROM starship")
        }
        #expect(names == ["Outrider"])
    }

    @Test func `that is the second one ends what does not end`() async throws {
        let program = try Program.serving()
        let port = await program.port()
        let idle = try await Visitor("GET /healthz HTTP/1.1\r\nhost: galaxy\r\n\r\n", port: port)
        await idle.sees("200 OK")
        let request = try await Visitor(slow, port: port)
        await program.hasRequests(2, port: port)

        program.send(SIGTERM)
        await idle.isDismissedSoon()
        program.send(SIGTERM)

        #expect(await program.end() == 1)
        #expect(program.errors.contains("[cancelled-by-signal]"))
        #expect(Answer(request.text).status != 201)
        #expect(program.isDatabaseClosed)
    }

    @Test func `is obeyed at the end of the grace period`() async throws {
        let program = try Program.serving("--grace", "0.1")
        let port = await program.port()
        let request = try await Visitor(slow, port: port)
        await program.hasRequests(2, port: port)

        program.send(SIGTERM)

        #expect(await program.end() == 1)
        #expect(program.errors.contains("[grace-period-exceeded]"))
        #expect(Answer(request.text).status != 201)
        #expect(program.isDatabaseClosed)
    }

    @Test func `is told to those who distribute requests before the server stops listening`()
        async throws
    {
        let program = try Program.serving(environment: ["GALAXY_HTTP_DRAINING": "2000"])
        let port = await program.port()
        #expect(try await Answer.to("/readyz", port: port).status == 200)

        program.send(SIGTERM)

        #expect(
            await eventually { (try? await Answer.to("/readyz", port: port).status) == 503 }
        )
        #expect(try await Answer.to("/healthz", port: port).status == 200)
        #expect(await program.end() == 0)
    }
}

extension Program {
    /// Waits until the server handles so many requests, with the one that asks for that.
    fileprivate func hasRequests(_ count: Int, port: Int) async {
        await eventually {
            let status = try? await Answer.to(
                "/admin/status",
                port: port,
                headers: ["authorization": "Bearer use-the-force"]
            )
            return status?.body.contains(#""request":\#(count)"#) == true
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `A service that fails` {
    @Test func `ends the program after requests have ended, and the database last`() async throws {
        let program = try Program.serving()
        let port = await program.port()
        let path = program.data.appending(path: "galaxy.sqlite").path()
        let database = try DatabaseQueue(path: path)
        try await database.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER broken BEFORE INSERT ON person
                    BEGIN SELECT RAISE(FAIL, 'the disk is on fire'); END
                    """
            )
        }
        try database.close()
        let request = try await Visitor(slow, port: port)
        await program.hasRequests(2, port: port)
        let page = try await Visitor("GET /events HTTP/1.1\r\nhost: galaxy\r\n\r\n", port: port)
        await page.sees(": connected")

        _ = try await Answer.to("POST", "/api/imports", port: port)

        await page.isDismissedSoon()
        #expect(!request.isDismissed)
        try await request.say("\"Outrider\"}")
        #expect(await program.end() == 1)
        await request.isDismissedSoon()
        #expect(Answer(request.text).status == 201)
        #expect(try #require(program.complaint).contains("the disk is on fire"))
        #expect(program.isDatabaseClosed)
    }
}
