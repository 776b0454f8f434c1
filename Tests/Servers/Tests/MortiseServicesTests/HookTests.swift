// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseServices
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Hooks of services` {
    private let journal = Journal()

    /// A pool, something with hooks that needs it, and an importer that needs both.
    private func app(_ refine: (Definition<Migrator>) -> Void) -> Container {
        let journal = journal
        return Container {
            $0.register(.singleton) { (resolver: inout Resolver) in
                _ = try resolver.resolve(Migrator.self)
                return Importer(journal: journal, pool: try resolver.resolve())
            }
            .runs().onClose { _ in journal.add("Importer closes") }
            refine($0.register(.singleton) { Migrator(pool: $0) })
            $0.register(.singleton) { Pool(journal: journal) }
                .runs().onClose { _ in journal.add("Pool closes") }
        }
    }

    @Test func `hooks have their turn between what they need and what needs them`() async throws {
        let journal = journal
        let app = app {
            $0.onStart(deadline: .seconds(60)) { _ in
                await Task.yield()
                journal.add("starts")
            } onStop: { _ in
                await Task.yield()
                journal.add("stops")
            }
        }

        try await app.run(until: "Importer begins", journal)

        #expect(
            journal.entries == [
                "Pool begins", "starts", "Importer begins", "Importer ends", "stops", "Pool ends",
                "Importer closes", "Pool closes",
            ]
        )
    }

    @Test func `hooks of one definition start in the order written and stop in reverse`()
        async throws
    {
        let journal = journal
        let app = app {
            $0.onStart { _ in
                journal.add("1 starts")
            } onStop: { _ in
                journal.add("1 stops")
            }
            .onStart { _ in journal.add("2 starts") }
            .onStop { _ in journal.add("3 stops") }
        }

        try await app.run(until: "Importer begins", journal)

        #expect(
            journal.entries.prefix(8) == [
                "Pool begins", "1 starts", "2 starts", "Importer begins", "Importer ends",
                "3 stops", "1 stops", "Pool ends",
            ]
        )
    }

    @Test func `a start hook that throws brings down what has begun`() async throws {
        let journal = journal
        let app = app {
            $0.onStart { _ in
                throw Failure(name: "hook")
            } onStop: { _ in
                journal.add("stops")
            }
        }

        await #expect(throws: Failure(name: "hook")) { try await app.run() }

        #expect(
            journal.entries == ["Pool begins", "Pool ends", "Importer closes", "Pool closes"]
        )
    }

    @Test func `a start hook that hangs is cancelled when its time is over`() async throws {
        let journal = journal
        let app = app {
            $0.onStart(deadline: .milliseconds(10)) { _ in try await sleepUntilCancelled() }
        }

        let error = await #expect(throws: ServicesError.self) { try await app.run() }

        #expect(error?.code == .hookTimedOut)
        #expect(error?.services.first?.key.description == "Migrator (Pool)")
        #expect(
            journal.entries == ["Pool begins", "Pool ends", "Importer closes", "Pool closes"]
        )
    }

    @Test func `a hook that ignores its cancellation is left behind`() async throws {
        let journal = journal
        let (open, gate) = AsyncStream.makeStream(of: Void.self)
        let app = app {
            $0.onStart(deadline: .milliseconds(10)) { _ in
                await Task { for await _ in open {} }.value
            }
        }

        let error = await #expect(throws: ServicesError.self) { try await app.run() }
        gate.finish()

        #expect(error?.code == .hookTimedOut)
        #expect(journal.entries.last == "Pool closes")
    }

    @Test func `a stop hook that throws does not keep the others from stopping`() async throws {
        let journal = journal
        let app = app { $0.onStop { _ in throw Failure(name: "stop") } }

        await #expect(throws: Failure(name: "stop")) {
            try await app.run(until: "Importer begins", journal)
        }

        #expect(
            journal.entries == [
                "Pool begins", "Importer begins", "Importer ends", "Pool ends",
                "Importer closes", "Pool closes",
            ]
        )
    }

    @Test func `a stop hook that hangs does not keep the others from stopping`() async throws {
        let journal = journal
        let app = app {
            $0.onStop(deadline: .milliseconds(10)) { _ in try await sleepUntilCancelled() }
        }

        let error = await #expect(throws: ServicesError.self) {
            try await app.run(until: "Importer begins", journal)
        }

        #expect(error?.code == .hookTimedOut)
        #expect(journal.entries.suffix(3) == ["Pool ends", "Importer closes", "Pool closes"])
    }

    @Test func `what waits for a hook does not begin if a shutdown comes first`() async throws {
        let journal = journal
        let app = app {
            $0.onStart { _ in
                journal.add("starts")
                // The request to shut down comes while the hook runs.
                try await gracefulShutdown()
            } onStop: { _ in
                journal.add("stops")
            }
        }

        try await app.run(until: "starts", journal)

        #expect(
            journal.entries == [
                "Pool begins", "starts", "stops", "Pool ends", "Importer closes", "Pool closes",
            ]
        )
    }
}

private struct Migrator: Sendable {
    let pool: Pool
}
