// SPDX-License-Identifier: MIT

import Mortise
import MortiseServices
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The order of services` {
    private let journal = Journal()

    private static let threeInOrder = [
        "Pool begins", "Importer begins", "Web begins",
        "Web ends", "Importer ends", "Pool ends",
        "Web closes", "Importer closes", "Pool closes",
    ]

    @Test func `services that were registered backwards start in the order of the graph`()
        async throws
    {
        try await threeServices(journal).run(until: "Web begins", journal)

        #expect(journal.entries == Self.threeInOrder)
    }

    @Test func `services that are made at once start in the order of the graph`() async throws {
        try await threeServices(journal).run(until: "Web begins", journal, makingAtOnce: true)

        #expect(journal.entries.prefix(6) == Self.threeInOrder.prefix(6))
        #expect(journal.entries.suffix(3) == Self.threeInOrder.suffix(3))
    }

    @Test func `services that are made at once may wait for each other's factories`() async throws {
        let journal = journal
        let app = Container {
            for (name, other) in [("first", "second"), ("second", "first")] {
                $0.async.register(.singleton, tag: name) { () async -> Made in
                    journal.add("\(name) is being made")
                    await journal.reached("\(other) is being made")
                    return Made { try await serve(name, journal) }
                }
                .runs()
            }
        }

        try await app.run(until: "second begins", journal, makingAtOnce: true)

        #expect(
            journal.entries.suffix(4) == [
                "first begins", "second begins", "second ends", "first ends",
            ]
        )
    }

    @Test func `services of one key are put in order one by one`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { (resolver: inout Resolver) in
                let middle = try resolver.resolve(Middle.self)
                return Made { try await serve("after \(middle)", journal) } as any Service
            }
            .runs()
            $0.register(.singleton) { Middle() }
                .onStart { _ in journal.add("hook") }
            $0.register(.singleton) { Made { try await serve("other", journal) } as any Service }
                .runs()
        }

        try await app.run(until: "other begins", journal)

        #expect(
            journal.entries == [
                "hook", "after Middle begins", "other begins", "other ends", "after Middle ends",
            ]
        )
    }

    @Test func `services of one key whose parameters are resolved each run`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { (middle: Middle) in
                Made { try await serve("after \(middle)", journal) } as any Service
            }
            .runs()
            $0.register(.singleton) { (pool: Pool) in
                Made { try await serve("other", journal) } as any Service
            }
            .runs()
            $0.register(.singleton) { Pool(journal: journal) }.runs()
            $0.register(.singleton) { Middle() }.onStart { _ in journal.add("hook") }
        }

        try await app.run(until: "other begins", journal)

        #expect(
            journal.entries == [
                "hook", "after Middle begins", "Pool begins", "other begins",
                "other ends", "Pool ends", "after Middle ends",
            ]
        )
        #expect(app.isClosed)
    }

    @Test func `services of one key that are registered in a loop all run`() async throws {
        let journal = journal
        let app = Container {
            for number in 1...3 {
                $0.register(.singleton) {
                    Made { try await serve("\(number)", journal) } as any Service
                }
                .runs()
            }
        }

        try await app.run(until: "3 begins", journal)

        #expect(
            journal.entries == [
                "1 begins", "2 begins", "3 begins", "3 ends", "2 ends", "1 ends",
            ]
        )
    }

    @Test func `an asynchronous service is awaited and put in order`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { Importer(journal: journal, pool: $0) }.runs()
            $0.async.register(.singleton) { () async throws in
                await Task.yield()
                return Pool(journal: journal)
            }
            .runs()
        }

        try await app.run(until: "Importer begins", journal)

        #expect(
            journal.entries == ["Pool begins", "Importer begins", "Importer ends", "Pool ends"]
        )
    }

    @Test func `a service of the main actor runs`() async throws {
        let journal = journal
        let app = Container {
            $0.main.register(.singleton) { Window(journal) }.runs()
        }

        try await app.run(until: "Window begins", journal)

        #expect(journal.entries == ["Window begins", "Window ends"])
    }

    @Test func `hundreds of services in a chain start and stop in order`() async throws {
        let journal = journal
        let app = Container { app in
            for number in (0..<300).reversed() {
                app.register(.singleton, tag: number) { (resolver: inout Resolver) in
                    if number > 0 { _ = try resolver.resolve(Made.self, tag: number - 1) }
                    return Made { try await serve("\(number)", journal) }
                }
                .runs()
            }
        }

        try await app.run(until: "299 begins", journal)

        let numbers = (0..<300).map { "\($0)" }
        let isInOrder =
            journal.entries
            == numbers.map { "\($0) begins" } + numbers.reversed().map { "\($0) ends" }
        #expect(isInOrder)
    }
}

private struct Middle: CustomStringConvertible {
    var description: String { "Middle" }
}

@MainActor private final class Window: Service {
    private let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    func run() async throws { try await serve("Window", journal) }
}
