// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseServices
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Registering services` {
    private let journal = Journal()

    @Test func `a service in a module runs`() async throws {
        let app = Container(modules: Stored(journal))

        try await app.run(until: "Importer begins", journal)

        #expect(
            journal.entries == [
                "Pool begins", "hook of Pool", "Importer begins", "Importer ends", "Pool ends",
            ]
        )
    }

    @Test func `a service with run-time arguments is an error, and the container is closed`() async
    {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { (_: inout Resolver, _: Int) in Pool(journal: journal) }.runs()
        }

        await #expect(throws: ResolutionError.self) { try await app.run() }
        #expect(app.isClosed)
    }

    @Test func `a hook may have any time`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { Pool(journal: journal) }
                .onStart(deadline: .seconds(Int64.max)) { _ in }.runs()
        }

        try await app.run(until: "Pool begins", journal)

        #expect(journal.entries == ["Pool begins", "Pool ends"])
    }

    @Test func `uninstalling a module takes its services away`() async throws {
        let stored = Stored(journal)
        let app = Container(modules: stored)
        app.uninstall(stored)

        await #expect(throws: ServicesError.self) { try await app.run() }
    }

    @Test func `an overlay runs what replaces a service`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { Importer(journal: journal, pool: $0) }.runs()
            $0.register(.singleton) { Pool(journal: journal) }.runs()
        }
        let test = app.overriding {
            $0.register(.singleton) { Pool(journal: Journal()) }.replacing()
        }

        try await test.run(until: "Importer begins", journal)

        #expect(journal.entries == ["Importer begins", "Importer ends"])
    }

    @Test func `a replacement that is marked again runs once`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { Importer(journal: journal, pool: $0) }.runs()
            $0.register(.singleton) { Pool(journal: Journal()) }.runs()
        }
        let test = app.overriding {
            $0.register(.singleton) { Pool(journal: journal) }.replacing().runs()
        }

        try await test.run(until: "Importer begins", journal)

        #expect(
            journal.entries == ["Pool begins", "Importer begins", "Importer ends", "Pool ends"]
        )
    }

    @Test(arguments: [true, false])
    func `replacing one service leaves the others alone`(marksFirst: Bool) async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { Importer(journal: journal, pool: $0) }.runs()
            $0.register(.singleton) { Pool(journal: Journal()) }.runs()
            let pool = $0.register(.singleton) { Pool(journal: journal) }
            if marksFirst { pool.replacing().runs() } else { pool.runs().replacing() }
        }

        try await app.run(until: "Importer begins", journal)

        #expect(
            journal.entries == ["Pool begins", "Importer begins", "Importer ends", "Pool ends"]
        )
    }

    @Test func `an overlay with no services of its own is closed, and its base stays open`()
        async throws
    {
        let journal = journal
        let app = threeServices(journal)
        let test = app.overriding()

        try await test.run(until: "Web begins", journal)

        #expect(journal.entries.prefix(3) == ["Pool begins", "Importer begins", "Web begins"])
        #expect(test.isClosed)
        #expect(!app.isClosed)
        try await app.close()
    }

    @Test func `hooks stay with what replaces their definition`() async throws {
        let (journal, own) = (journal, Journal())
        let app = Container {
            $0.register(.singleton) { Pool(journal: Journal()) }
                .runs().onStart { $0.journal.add("hook") }
        }
        let test = app.overriding {
            $0.register(.singleton) { Pool(journal: journal) }.replacing()
        }
        try await test.run(until: "hook", journal)
        app.register(.singleton) { Pool(journal: own) }.replacing()
        try await app.run(until: "hook", own)

        #expect(journal.entries == ["Pool begins", "hook", "Pool ends"])
        #expect(own.entries == journal.entries)
    }

    @Test func `replacing all of any Service replaces no other service`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { Made { try await serve("old", journal) } as any Service }
                .runs()
            $0.register(.singleton) { Pool(journal: journal) }.runs()
        }
        let test = app.overriding {
            $0.register(.singleton) { Made { try await serve("new", journal) } as any Service }
                .replacing().runs()
        }

        try await test.run(until: "Pool begins", journal)

        #expect(journal.entries == ["new begins", "Pool begins", "Pool ends", "new ends"])
    }

    @Test func `marking a service twice runs it once`() async throws {
        let journal = journal
        let app = Container { $0.register(.singleton) { Pool(journal: journal) }.runs().runs() }

        try await app.run(until: "Pool begins", journal)

        #expect(journal.entries == ["Pool begins", "Pool ends"])
    }

    @Test func `what decorates a service runs`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { Pool(journal: journal) as any Service }.runs()
            $0.decorate((any Service).self) { original, _ in
                Made {
                    journal.add("decorator begins")
                    try await original.run()
                } as any Service
            }
        }

        try await app.run(until: "Pool begins", journal)

        #expect(journal.entries == ["decorator begins", "Pool begins", "Pool ends"])
    }

    @Test func `a protocol that inherits from Service is converted`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { Pool(journal: journal) as any Pooling }.runs { $0 }
        }

        try await app.run(until: "Pool begins", journal)

        #expect(journal.entries == ["Pool begins", "Pool ends"])
    }

    @Test func `validation has nothing to say about services`() {
        let journal = journal
        let app = threeServices(journal)
        app.register(.singleton) { Made {} as any Service }.runs().onStart { _ in }
        app.register(.singleton) { (_: Pool) in Made {} as any Service }.runs()
        app.register(.singleton) { (_: Pool) in Made {} }.runs()
            .onStart { _ in }.onStop { _ in }

        let validation = app.validate()
        #expect(validation.isValid, "\(validation)")
        #expect(!validation.description.contains("ManagedService"), "\(validation)")
    }

    @Test func `a container without services says what to do, and is closed`() async throws {
        let app = Container(name: "app") { $0.register(.singleton) { Journal() } }

        let error = await #expect(throws: ServicesError.self) { try await app.run() }

        #expect(error?.code == .noServices)
        #expect(
            "\(try #require(error))" == """
                [no-services] "app" has no services
                  hint: mark what is to run: register(.singleton) { … }.runs()
                """
        )
        #expect(app.isClosed)
    }

    @Test func `only singletons run`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Container { $0.register { Made {} }.runs() }
        }

        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Made (MortiseServicesTests/RegistrationTests.swift:"))
        #expect(text.contains("is .unique, so there is not one instance"))
        #expect(text.contains("runs() is for singletons"))
    }

    @Test func `only singletons have hooks`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Container { $0.register(.weakSingleton) { Journal() }.onStart { _ in } }
        }

        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("is .weakSingleton, so"))
        #expect(text.contains("onStart is for singletons"))
    }
}

private protocol Pooling: Service {}
extension Pool: Pooling {}

private struct Stored: DefinitionModule {
    let importer: ModuleDefinition<Importer>
    let pool: ModuleDefinition<Pool>

    init(_ journal: Journal) {
        importer = ModuleDefinition(.singleton) { (resolver: inout Resolver) in
            try Importer(journal: journal, pool: resolver.resolve())
        }
        .runs()
        pool = ModuleDefinition(.singleton) { Pool(journal: journal) }
            .runs().onStart { _ in journal.add("hook of Pool") }
    }
}
