// SPDX-License-Identifier: MIT

import GRDB
import GalaxyDomain
import GalaxyStorage
import GalaxyTestSupport
import GalaxyWeb
import Hummingbird
import Mortise
import MortiseGraph
import MortiseHummingbird
import Testing

@testable import Galaxy

private struct Failure: Error {}

@Suite(.timeLimit(.minutes(1))) struct `After a failure` {
    @Test func `of a migration nothing listens, and the database is closed`() async throws {
        let site = Site { app, _ in
            app.register(.eagerSingleton) { First() }.onClose { _ in }
            app.register(.eagerSingleton) { Second(first: $0) }.onClose { _ in }
            app.register(.singleton) {
                var migrator = GalaxyDatabase.schema
                migrator.registerMigration("that fails") { _ in throw Failure() }
                return migrator
            }
        }
        let error = await #expect(throws: ResolutionError.self) { try await site.serve { _ in } }
        let reason = try #require(error?.underlying as? StorageError)
        #expect(reason.underlying is Failure)
        for entry in ["listening", "DatabasePool made", "Importer made"] {
            #expect(site.journal.count(entry) == 0)
        }
        #expect(site.app.isClosed)
        // What was made before is disposed of, the last one first.
        let disposed = site.journal.entries.filter { $0.hasSuffix("disposed") }
        #expect(disposed == ["Second disposed", "First disposed"])
    }

    @Test func `of a handler nothing is stored that it wrote before`() async throws {
        let site = Site()
        site.adding { router in
            router.post("failing") { _, context -> String in
                let starships = try await context.scope.async.resolve((any StarshipStore).self)
                starships.insert(Starship(id: 1, name: "One"))
                starships.insert(Starship(id: 2, name: "Two"))
                throw Failure()
            }
        }
        try await site.serve { port in
            let answer = try await Answer.to("POST", "/failing", port: port)
            #expect(answer.status == 500)
            #expect(try await site.rows(of: "starship") == 0)
            #expect(site.journal.count("scope closed: request") == 1)
        }
    }

    @Test func `of a disposer, and while another hangs, the rest is closed in time`() async throws {
        let site = Site { app, journal in
            app.register(.eagerSingleton) { Hanging() }
                .onClose { _ in
                    journal.add("hanging")
                    while true { try? await Task.sleep(for: .seconds(3600)) }
                }
            app.register(.eagerSingleton) { Throwing() }.onClose { _ in throw Failure() }
        }
        let error = await #expect(throws: CloseError.self) {
            try await site.serve(closeDeadline: .milliseconds(500)) { _ in }
        }
        #expect(site.journal.count("Throwing failed") == 1)
        #expect(error?.failures.map { "\($0.key)" } == ["Throwing"])
        #expect(error?.unfinished.map { "\($0.key)" } == ["Hanging"])
        #expect(site.journal.count("hanging") == 1)
        #expect(site.journal.count("DatabasePool disposed") == 1)
    }
}

private struct Throwing {}
private struct Hanging {}
private struct First {}
private struct Second { let first: First }

@Suite(.timeLimit(.minutes(1))) struct `At the same time` {
    @Test func `two clients cannot change one version of a starship`() async throws {
        let room = Room(for: 2)
        let site = Site { app, _ in
            app.decorate((any StarshipStore).self, in: .request) { original, _ in
                MeetingStore(original: original, room: room)
            }
        }
        try await site.serve { port in
            let created = try await Answer.to(
                "POST",
                "/api/starships",
                port: port,
                body: #"{"name":"Outrider"}"#
            )
            let path = try #require(created.headers["location"])
            func change(_ name: String) async throws -> Int {
                try await Answer.to(
                    "PUT",
                    path,
                    port: port,
                    headers: ["if-match": "\"1\""],
                    body: #"{"name":"\#(name)"}"#
                )
                .status
            }
            // Both have read version 1 when the first one is committed.
            async let first = change("One")
            async let second = change("Two")
            let both = try await [first, second]
            #expect(both.sorted() == [200, 409])
            #expect(await site.journal.reached("scope closed: request", times: 3))
        }
    }

    @Test func `a pilot flies one starship at most`() async throws {
        let site = Site()
        try await site.serve { port in
            _ = try await Answer.to("POST", "/api/imports", port: port)
            await eventually { (try? await site.rows(of: "starship")) == 36 }
            func fly(_ ship: Int) async throws -> Int {
                try await Answer.to(
                    "PUT",
                    "/api/starships/\(ship)",
                    port: port,
                    body: #"{"name":"A ship","pilot":1}"#
                )
                .status
            }
            async let first = fly(12)
            async let second = fly(22)
            let both = try await [first, second]
            #expect(both.sorted() == [200, 409])
        }
    }

    @Test func `fifty first requests open one pool, and migrate it once`() async throws {
        let site = Site { app, journal in
            app.register(.singleton) {
                var migrator = GalaxyDatabase.schema
                migrator.registerMigration("that counts") { _ in journal.add("migrated") }
                return migrator
            }
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...50 {
                group.addTask {
                    try await site.app.withScope(
                        .request,
                        providing: { $0.provide(RequestInfo(line: "\(number)")) }
                    ) { scope in
                        let people = try await scope.async.resolve((any PeopleStore).self)
                        return try await people.people(after: 0, limit: 1).count
                    }
                }
            }
            for try await count in group { #expect(count == 0) }
        }
        try await site.app.close()
        #expect(site.journal.count("DatabasePool made") == 1)
        #expect(site.journal.count("migrated") == 1)
        #expect(site.journal.count("UnitOfWork disposed") == 50)
    }
}
