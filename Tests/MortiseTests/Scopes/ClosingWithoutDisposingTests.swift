// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class File: Closable, Sendable {
    private let journal: Journal<String>

    init(_ journal: Journal<String>) { self.journal = journal }

    func close() { journal.note("close file") }
}

private struct Page: Sendable {}

@Suite struct `Closing without disposing` {
    private let journal = Journal<String>()

    private func makeApp() -> Container {
        let journal = journal
        return Container(name: "app") {
            $0.register(.singleton) { File(journal) }
            $0.register(.singleton) { Page() }
        }
    }

    @Test func `closes a container that has made nothing, or nothing to dispose of`() throws {
        let app = makeApp()
        _ = try app.resolve(Page.self)

        #expect(app.closeWithoutDisposing())

        #expect(app.isClosed)
        #expect {
            try app.resolve(Page.self)
        } throws: {
            ($0 as? ResolutionError)?.code == .scopeClosed
        }
    }

    @Test func `lets go of what was made`() throws {
        weak var made: Journal<Int>?
        let app = Container { $0.register(.singleton) { Journal<Int>() } }
        made = try app.resolve(Journal<Int>.self)
        #expect(made != nil)

        #expect(app.closeWithoutDisposing())

        #expect(made == nil)
    }

    @Test func `tells observers that a scope ended`() throws {
        let app = makeApp()
        let events = Journal<String>()
        let token = app.observe { event in
            switch event.kind {
            case .scopeOpened: events.note("opened")
            case .scopeClosed: events.note("closed")
            default: events.note("something else")
            }
        }
        let scope = try app.openScope("request")

        #expect(scope.closeWithoutDisposing())

        #expect(events.entries == ["opened", "closed"])
        withExtendedLifetime(token) {}
    }

    @Test func `is done where the container was closed before`() async throws {
        let app = makeApp()
        _ = try app.resolve(File.self)
        try await app.close()

        #expect(app.closeWithoutDisposing())

        #expect(journal.entries == ["close file"])
    }

    @Test func `does nothing where there is something to dispose of`() async throws {
        let app = makeApp()
        _ = try app.resolve(File.self)

        #expect(!app.closeWithoutDisposing())

        #expect(!app.isClosed)
        #expect(journal.entries == [])
        _ = try app.resolve(File.self)
        try await app.close()
        #expect(journal.entries == ["close file"])
    }

    @Test(arguments: [true, false])
    func `does nothing where a scope or an overlay is open`(isScope: Bool) async throws {
        let app = makeApp()
        let child = isScope ? try app.openScope("request") : app.overriding { _ in }

        #expect(!app.closeWithoutDisposing())
        #expect(!app.isClosed)

        try await child.close()
        #expect(app.closeWithoutDisposing())
    }

    @Test func `does nothing where something is being made`() async throws {
        let gate = Gate()
        let app = Container {
            $0.register(.singleton) { () async in
                await gate.wait()
                return Page()
            }
        }
        async let page = app.async.resolve(Page.self)
        while gate.count == 0 { await Task.yield() }

        #expect(!app.closeWithoutDisposing())

        gate.open()
        _ = try await page
        #expect(app.closeWithoutDisposing())
    }

    @Test func `says that it is not closed yet while another call is closing it`() async throws {
        let answers = Journal<Bool>()
        let app = Container { app in
            app.register(.singleton) { Page() }
                .onClose { [unowned app] _ in answers.note(app.closeWithoutDisposing()) }
        }
        _ = try app.resolve(Page.self)

        try await app.close()

        #expect(answers.entries == [false])
    }

    @Test func `whatever is made meanwhile by others is disposed of, or makes it refuse`()
        async throws
    {
        for _ in 1...500 {
            let journal = Journal<String>()
            let app = Container { $0.register(.singleton) { File(journal) } }
            async let isMade = Task { (try? app.resolve(File.self)) != nil }.value
            async let isClosed = Task { app.closeWithoutDisposing() }.value

            let outcome = await (made: isMade, closed: isClosed)
            // Who is first wins.
            #expect(!(outcome.made && outcome.closed))
            try await app.close()
            #expect(journal.entries == (outcome.made ? ["close file"] : []))
        }
    }
}
