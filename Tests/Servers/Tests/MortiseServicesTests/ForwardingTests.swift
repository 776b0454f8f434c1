// SPDX-License-Identifier: MIT

import Mortise
import MortiseServices
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Services that forward protocols` {
    private let journal = Journal()

    /// A service behind a protocol, with a hook, and one that needs it.
    private func app(_ store: @escaping @Sendable () -> any Storing) -> Container {
        let journal = journal
        return Container {
            $0.register(.singleton) { (resolver: inout Resolver) in
                _ = try resolver.resolve((any Storing).self)
                return Made { try await serve("Web", journal) }
            }
            .runs()
            $0.register(.singleton) { store() }.runs { $0 }.onStart { _ in journal.add("hook") }
        }
    }

    private let inOrder = ["Memory begins", "hook", "Web begins", "Web ends", "Memory ends"]

    @Test(arguments: [true, false])
    func `a replacement that forwards the protocol runs once`(isOverlay: Bool) async throws {
        let journal = journal
        let app = app { Memory(name: "original", journal: journal) }
        let replace: @Sendable (Container) -> Void = {
            $0.register(.singleton) { Memory(name: "Memory", journal: journal) }
                .implements((any Storing).self) { $0 }.replacing().runs()
        }
        let test = isOverlay ? app.overriding { replace($0) } : app
        if !isOverlay { replace(app) }

        try await test.run(until: "Web begins", journal)

        #expect(journal.entries == inOrder)
    }

    @Test func `a replacement that forwards the protocol and is not marked runs once`()
        async throws
    {
        let journal = journal
        let test = app { Memory(name: "original", journal: journal) }.overriding {
            $0.register(.singleton) { Memory(name: "Memory", journal: journal) }
                .implements((any Storing).self) { $0 }.replacing()
        }

        try await test.run(until: "Web begins", journal)

        #expect(journal.entries == inOrder)
    }

    @Test func `the replacement's own mark says how it runs`() async throws {
        let journal = journal
        let test = app { Memory(name: "original", journal: journal) }.overriding {
            $0.register(.singleton) { Memory(name: "original", journal: journal) }
                .implements((any Storing).self) { $0 }.replacing()
                .runs { _ in Memory(name: "Memory", journal: journal) }
        }

        try await test.run(until: "Web begins", journal)

        #expect(journal.entries == inOrder)
    }

    @Test func `what is marked behind two protocols runs once`() async throws {
        let journal = journal
        let app = app { Memory(name: "original", journal: journal) }
        app.register(.singleton) { Memory(name: "original", journal: journal) as any Caching }
            .runs { $0 }
        app.register(.singleton) { Memory(name: "Memory", journal: journal) }
            .implements((any Storing).self) { $0 }
            .implements((any Caching).self) { $0 }.replacing()

        try await app.run(until: "Web begins", journal)

        #expect(journal.entries == inOrder)
    }

    @Test func `two services of one protocol with tags both run`() async throws {
        let journal = journal
        let app = Container { app in
            for tag in ["one", "two"] {
                app.register(.singleton, tag: tag) { Memory(name: tag, journal: journal) }
                    .implements((any Storing).self, tag: tag) { $0 }.runs()
            }
        }

        try await app.run(until: "two begins", journal)

        #expect(journal.entries == ["one begins", "two begins", "two ends", "one ends"])
    }

    @Test func `a definition that forwards any Service runs beside the others`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { Memory(name: "one", journal: journal) as any Service }.runs()
            $0.register(.singleton) { Memory(name: "two", journal: journal) }
                .implements((any Service).self) { $0 }.contributing().runs()
        }

        try await app.run(until: "two begins", journal)

        #expect(journal.entries == ["one begins", "two begins", "two ends", "one ends"])
    }
}

private protocol Storing: Service {}
private protocol Caching: Service {}

private struct Memory: Storing, Caching {
    let name: String
    let journal: Journal
    func run() async throws { try await serve(name, journal) }
}
