// SPDX-License-Identifier: MIT

import Mortise
import MortiseServices
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Several services of one key` {
    private let journal = Journal()

    /// Registers a service of `any Service` that takes its time to be made.
    private static func register(
        _ name: String,
        in app: Container,
        _ journal: Journal,
        failing fails: Bool = false
    ) {
        app.async.register(.singleton) { () async throws in
            journal.add("\(name) is begun")
            for _ in 0..<20 { await Task.yield() }
            if fails { throw Failure(name: name) }
            journal.add("\(name) is made")
            return Made { try await serve(name, journal) } as any Service
        }
        .runs().onClose { _ in journal.add("\(name) closes") }
    }

    @Test(arguments: [false, true])
    func `are made, begun, ended and closed one after the other`(atOnce: Bool) async throws {
        let journal = journal
        let app = Container { app in
            for name in ["one", "two", "three"] { Self.register(name, in: app, journal) }
        }

        try await app.run(until: "three begins", journal, makingAtOnce: atOnce)

        let names = ["one", "two", "three"]
        #expect(
            journal.entries
                == names.flatMap { ["\($0) is begun", "\($0) is made"] }
                + names.map { "\($0) begins" }
                + names.reversed().map { "\($0) ends" }
                + names.reversed().map { "\($0) closes" }
        )
    }

    @Test(arguments: [false, true])
    func `are not made after one of them that fails`(atOnce: Bool) async throws {
        let journal = journal
        let app = Container { app in
            Self.register("one", in: app, journal)
            Self.register("two", in: app, journal, failing: true)
            Self.register("three", in: app, journal)
        }

        await #expect(throws: ResolutionError.self) { try await app.run(makingAtOnce: atOnce) }

        #expect(
            journal.entries == ["one is begun", "one is made", "two is begun", "one closes"]
        )
    }

    @Test(arguments: [false, true])
    func `come after the one that they need, wherever that was registered`(atOnce: Bool)
        async throws
    {
        let journal = journal
        let app = Container { app in
            app.register(.singleton) { (resolver: inout Resolver) in
                let last = try resolver.resolve(Kept.self)
                journal.add("first is made with \(last.name)")
                return Made { try await serve("first", journal) } as any Service
            }
            .runs()
            app.register(.singleton) { Made { try await serve("second", journal) } as any Service }
                .runs()
            app.register(.singleton) { Kept(name: "kept", journal: journal) }.runs()
        }

        try await app.run(until: "second begins", journal, makingAtOnce: atOnce)

        #expect(
            journal.entries == [
                "first is made with kept", "kept begins", "first begins", "second begins",
                "second ends", "first ends", "kept ends",
            ]
        )
    }

    @Test(arguments: [false, true])
    func `all begin before a service that needs the list of them`(atOnce: Bool) async throws {
        let journal = journal
        let app = Container { app in
            app.register(.singleton) { (resolver: inout AsyncResolver) async throws in
                let all = try await resolver.resolveAll((any Service).self)
                return Kept(name: "keeper of \(all.count)", journal: journal)
            }
            .runs()
            for name in ["one", "two"] { Self.register(name, in: app, journal) }
        }

        try await app.run(until: "keeper of 2 begins", journal, makingAtOnce: atOnce)

        #expect(
            journal.entries.filter { !$0.contains(" is ") } == [
                "one begins", "two begins", "keeper of 2 begins",
                "keeper of 2 ends", "two ends", "one ends", "two closes", "one closes",
            ]
        )
    }

    @Test(arguments: [false, true])
    func `in random graphs keep the order of registration, after what they need`(
        atOnce: Bool
    ) async throws {
        for seed in UInt64(0)..<150 {
            let graph = RandomGraph(seed: seed).sharingOneKey
            let story = try await Story(running: graph, makingAtOnce: atOnce)
            let sharers = graph.sharers
            let numbers = Set(sharers.map(\.number))
            #expect(story.begun.filter(numbers.contains) == sharers.map(\.number), "\(graph)")
            // Eager ones come first where services are not made before them.
            let lazy = atOnce ? sharers : sharers.filter { !$0.isEager }
            let eager = atOnce ? [] : sharers.filter(\.isEager)
            #expect(
                story.made.filter(numbers.contains) == (eager + lazy).map(\.number),
                "\(graph)"
            )
        }
    }
}

private struct Kept: Service {
    let name: String
    let journal: Journal
    func run() async throws { try await serve(name, journal) }
}
