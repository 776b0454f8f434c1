// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseServices
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The texts of errors of services` {
    private let journal = Journal()

    /// Two services that do not heed a shutdown, and something with a hook.
    private func app(
        _ body: @escaping @Sendable () async throws -> Void = { try await sleepUntilCancelled() },
        hook: @escaping @Sendable () async throws -> Void = {}
    ) -> Container {
        let journal = journal
        return Container(name: "app") {
            $0.register(.singleton, file: "App/Wiring.swift", line: 10) {
                (resolver: inout Resolver) in
                _ = try resolver.resolve(Migrator.self)
                return Crawler {
                    journal.add("Crawler begins")
                    try await body()
                }
            }
            .runs()
            $0.register(.singleton, file: "App/Wiring.swift", line: 12) { Migrator() }
                .onStart(deadline: .milliseconds(10)) { _ in try await hook() }
            $0.register(.singleton, file: "App/Wiring.swift", line: 14) {
                Made {
                    journal.add("all run")
                    try await body()
                } as any Service
            }
            .runs()
        }
    }

    private func expect(
        _ name: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async throws {
        let error = await #expect(throws: ServicesError.self, sourceLocation: sourceLocation) {
            try await body()
        }
        let text = "\(try #require(error, sourceLocation: sourceLocation))"
        try expectGolden(text, name, sourceLocation: sourceLocation)
    }

    @Test func `no services`() async throws {
        try await expect("no-services") { try await Container(name: "app").run() }
    }

    @Test func `a grace period that is over`() async throws {
        let app = app()

        try await expect("grace-period-exceeded") {
            try await app.run(until: "all run", journal, gracePeriod: .milliseconds(10))
        }
    }

    @Test func `a grace period that is over after a failure`() async throws {
        let journal = journal
        let app = app()
        app.register(.singleton, file: "App/Wiring.swift", line: 16) {
            Importing {
                await journal.reached("Crawler begins")
                throw Failure(name: "importing")
            }
        }
        .runs()

        try await expect("grace-period-exceeded-after-failure") {
            try await app.run(gracePeriod: .milliseconds(10))
        }
    }

    @Test func `services that are left behind`() async throws {
        let journal = journal
        let app = app { await journal.reached("the end of the test") }
        let running = Task { try await app.run(cancellationPeriod: .milliseconds(10)) }
        await journal.reached("all run")
        running.cancel()

        try await expect("left-behind") { try await running.value }
        journal.add("the end of the test")
    }

    @Test func `a hook that takes too long`() async throws {
        let app = app {
            try? await gracefulShutdown()
        } hook: {
            try await sleepUntilCancelled()
        }

        try await expect("hook-timed-out") { try await app.run() }
    }

    @Test func `a second signal`() async throws {
        let program = try Served("slow-stop")
        await program.prints("Importer began")
        program.send(SIGTERM)
        await program.prints("Importer stops")
        program.send(SIGINT)

        #expect(await program.end() == 1)
        let text = program.output.drop { !$0.hasPrefix("[") }.joined(separator: "\n")
        try expectGolden(text.replacing(/\.swift:[0-9]+/, with: ".swift:…"), "cancelled-by-signal")
    }
}

private struct Migrator: Sendable {}

private struct Crawler: Service {
    let body: @Sendable () async throws -> Void
    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }
    func run() async throws { try await body() }
}

private struct Importing: Service {
    let body: @Sendable () async throws -> Void
    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }
    func run() async throws { try await body() }
}
