// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import GalaxyTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A beginning` {
    @Test func `without settings lists all that are missing and opens nothing`() async throws {
        let program = try Program(["serve", "--production", "--port", "0"])
        #expect(await program.end() == 2)
        for key in ["data.folder", "http.host", "auth.user", "auth.token"] {
            #expect(program.errors.contains("galaxy.\(key)  missing"))
        }
        #expect(program.errors.contains("4 keys of 3 structures cannot be read"))
        #expect(program.errors.contains("GALAXY_AUTH_TOKEN"))
        #expect(program.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: program.data.path()))
    }

    @Test func `is checked without opening anything`() async throws {
        let good = try Program(["check"])
        #expect(await good.end() == 0)
        #expect(!FileManager.default.fileExists(atPath: good.data.path()))
        let bad = try Program(["check", "--production"])
        #expect(await bad.end() == 2)
        #expect(bad.output.contains("galaxy.auth.token  missing"))
    }

    @Test func `with a folder as database says so on one line`() async throws {
        let folder = Program.newFolder()
        let database = folder.appending(path: "galaxy-data/galaxy.sqlite")
        try FileManager.default.createDirectory(at: database, withIntermediateDirectories: true)
        let program = try Program.serving(in: folder)
        #expect(await program.end() == 1)
        let line = try #require(program.complaint)
        #expect(line.contains("galaxy.sqlite cannot be opened") && program.output.isEmpty)
    }

    @Test func `with a newer database says so and leaves it alone`() async throws {
        let folder = Program.newFolder()
        let data = folder.appending(path: "galaxy-data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        let database = try DatabasePool(path: data.appending(path: "galaxy.sqlite").path())
        var migrator = DatabaseMigrator()
        migrator.registerMigration("of tomorrow") { _ in }
        try migrator.migrate(database)
        let program = try Program.serving(in: folder)
        #expect(await program.end() == 1)
        let line = try #require(program.complaint)
        #expect(line.contains("a newer version of the program has changed its tables"))
        #expect(try await database.read { try !$0.tableExists("starship") })
    }

    @Test func `with a locked database says so`() async throws {
        let folder = Program.newFolder()
        let data = folder.appending(path: "galaxy-data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        let database = try DatabaseQueue(path: data.appending(path: "galaxy.sqlite").path())
        try await database.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE lock (id INTEGER)")
        }
        let program = try Program.serving(in: folder)
        #expect(await program.end() == 1)
        #expect(try #require(program.complaint).contains("database is locked"))
    }

    @Test func `on a port that is in use ends and closes the database`() async throws {
        let first = try Program.serving()
        let port = await first.port()
        let second = try Program(["serve", "--port", "\(port)"])
        #expect(await second.end() == 1)
        #expect(try #require(second.complaint).lowercased().contains("in use"))
        #expect(second.isDatabaseClosed)
        first.send(SIGTERM)
        #expect(await first.end() == 0)
    }
}

extension Program {
    /// What it says at the end, on one line.
    var complaint: Substring? {
        let lines = errors.split(separator: "\n").filter { $0.hasPrefix("galaxy: ") }
        return lines.count == 1 && errors.hasSuffix("\(lines[0])\n") ? lines[0] : nil
    }

    /// Whether all that was written is in the database itself.
    var isDatabaseClosed: Bool {
        let path = data.appending(path: "galaxy.sqlite-wal").path()
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return (size ?? 0) == 0
    }
}
