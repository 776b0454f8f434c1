// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Signals` {
    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal shuts down in order and ends the program well`(signal: Int32) async throws {
        let program = try Served("serves")
        await program.prints("Importer began")
        program.send(signal)

        #expect(await program.end() == 0)
        #expect(
            program.output.filter { !$0.contains("info") } == [
                "Database is being made", "Importer began", "Importer stops", "Importer ended",
                "Database closes", "Database closed", "returned",
            ]
        )
    }

    @Test func `a signal while instances are made ends the program well`() async throws {
        for _ in 0..<5 {
            let program = try Served("slow-start")
            await program.prints("Database is being made")
            program.send(SIGTERM)

            #expect(await program.end() == 0)
            #expect(program.output.last == "returned")
            #expect(!program.output.contains("Importer began"))
        }
    }

    @Test func `a signal while many are made at once closes what was made`() async throws {
        for round in 1...5 {
            let program = try Served("many-at-once")
            for _ in 0..<(round % 4 + 1) { await program.prints("is being made") }
            program.send(SIGTERM)

            #expect(await program.end() == 0)
            #expect(program.output.last == "returned")
            #expect(!program.output.contains("a part began"))
            let made = program.output.filter { $0.hasSuffix(" was made") }
            let closed = program.output.filter { $0.hasPrefix("part ") && $0.hasSuffix(" closes") }
            #expect(
                Set(made.map { $0.split(separator: " ")[1] })
                    == Set(closed.map { $0.split(separator: " ")[1] })
            )
            #expect(made.count == closed.count)
        }
    }

    @Test func `a second signal cancels, and the program ends badly in every run`() async throws {
        for round in 0..<20 {
            let program = try Served("slow-stop")
            await program.prints("Importer began")
            program.send(SIGTERM)
            await program.prints("Importer stops")
            program.send(round.isMultiple(of: 2) ? SIGTERM : SIGINT)

            #expect(await program.end() == 1)
            let name = round.isMultiple(of: 2) ? "SIGTERM" : "SIGINT"
            #expect(
                program.output.contains(
                    "[cancelled-by-signal] A second signal, \(name), came before the program had ended"
                )
            )
            #expect(program.output.contains { $0.hasPrefix("  still running: Importer  Served") })
            #expect(program.output.contains("Database closed"))
        }
    }

    @Test func `a second signal at the moment of ending gives one of two clean ends`()
        async throws
    {
        for _ in 0..<20 {
            let program = try Served("serves")
            await program.prints("Importer began")
            program.send(SIGTERM)
            await program.prints("Importer stops")
            program.send(SIGINT)

            let status = await program.end()
            let isRemembered = program.output.contains { $0.contains("[cancelled-by-signal]") }
            #expect(status == (isRemembered ? 1 : 0), "\(program.output)")
            #expect(program.output.contains("Database closed"))
        }
    }

    @Test func `a second signal while the container is closed is remembered`() async throws {
        let program = try Served("slow-close")
        await program.prints("Importer began")
        program.send(SIGTERM)
        await program.prints("Database closes")
        program.send(SIGTERM)
        await program.prints("Cancelling all services")
        program.answer()

        #expect(await program.end() == 1)
        #expect(program.output.contains("Database closed"))
        #expect(program.output.contains { $0.hasPrefix("[cancelled-by-signal]") })
    }

    @Test func `a service that ignores everything is left behind after a second signal`()
        async throws
    {
        let program = try Served("deaf")
        await program.prints("Importer began")
        program.send(SIGTERM)
        await program.prints("Importer stops")
        program.send(SIGTERM)

        #expect(await program.end() == 1)
        #expect(program.output.contains { $0.hasPrefix("  left behind: Importer  ServedProgram/") })
        #expect(program.output.contains("Database closed"))
    }

    @Test(arguments: [("fails", Int32(1)), ("returns", 0)])
    func `a service that ends by itself ends the program`(mode: String, status: Int32) async throws
    {
        let program = try Served(mode)

        #expect(await program.end() == status)
        #expect(program.output.contains("Database closed"))
    }
}
