// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Synchronization
import Testing

private struct Broken: Error {}

private final class Connection: Closable, Sendable {
    let journal: Journal<String>
    let name: String

    init(_ journal: Journal<String>, _ name: String = "connection") {
        self.journal = journal
        self.name = name
        journal.note("open \(name)")
    }

    func close() throws {
        journal.note("close \(name)")
        if name == "stubborn" { throw Broken() }
    }
}

private actor Pool: AsyncClosable {
    private let journal: Journal<String>

    init(_ journal: Journal<String>) {
        self.journal = journal
        journal.note("open pool")
    }

    func close() async {
        await Task.yield()
        journal.note("close pool")
    }
}

private final class Plain: Sendable {}

@MainActor private final class Screen: Closable {
    private let journal: Journal<String>
    init(_ journal: Journal<String>) { self.journal = journal }
    nonisolated func close() { MainActor.assumeIsolated { journal.note("close screen") } }
}

private final class Left: Closable, Sendable {
    let journal: Journal<String>
    let right = Locked<Right?>(nil)
    init(_ journal: Journal<String>) { self.journal = journal }
    func close() { journal.note("close left") }
}

private final class Right: Closable, Sendable {
    let left: Left
    init(_ left: Left) { self.left = left }
    func close() { left.journal.note("close right") }
}

private protocol Service: Sendable {}
extension Connection: Service {}
private struct Wrapper: Service { let inner: any Service }

private struct Services: Assembly {
    let container: Container
    let journal: Journal<String>

    var connection: Connection {
        get throws {
            try define(.singleton) { () throws -> Connection in
                Connection(journal)
            } injecting: { (_: inout Connection) throws in
                throw Broken()
            }
        }
    }

    func complete(_ connection: Connection) throws {
        try adopt(connection) { (_: Connection) throws in throw Broken() }
    }
}

/// The scope of a definition.
enum Life: Sendable {
    case passing(Lifetime)
    case kept(Lifetime.Caching)

    static let short: [Life] = [.passing(.unique), .passing(.shared)]
    static let all = short + [.kept(.singleton), .kept(.weakSingleton), .kept(.scoped(.request))]
}

extension Container {
    @discardableResult fileprivate func register<T: Sendable>(
        _ life: Life,
        _ make: @escaping @Sendable () -> T
    ) -> Definition<T> {
        switch life {
        case .passing(let scope): register(scope) { make() }
        case .kept(let scope): register(scope) { make() }
        }
    }

    fileprivate func register<T: Sendable>(
        later life: Life,
        _ make: @escaping @Sendable () -> T
    ) -> Definition<T> {
        @Sendable func late() async throws -> T {
            await Task.yield()
            return make()
        }
        switch life {
        case .passing(let scope):
            return register(scope) { () async throws -> T in try await late() }
        case .kept(let scope): return register(scope) { () async throws -> T in try await late() }
        }
    }
}

@Suite struct `An instance that nobody gets` {
    private let journal = Journal<String>()

    private func opened(_ app: Container) throws -> Container { try app.openScope(.request) }

    @Test(arguments: Life.all)
    func `is closed when its step throws, once, whatever its scope`(life: Life) async throws {
        let app = Container()
        let journal = journal
        app.register(life) { Connection(journal) }.injecting { _, _ in throw Broken() }
        let request = try opened(app)
        for _ in 0..<3 {
            #expect(throws: ResolutionError.self) { try request.resolve(Connection.self) }
            #expect(journal.entries.suffix(2) == ["open connection", "close connection"])
        }
        try await app.close()
        #expect(journal.entries.count == 6)
    }

    @Test(arguments: Life.all)
    func `is closed when its step throws in an asynchronous resolve`(life: Life) async throws {
        let app = Container()
        let journal = journal
        app.register(life) { Connection(journal) }.injecting { _, _ in throw Broken() }
        let request = try opened(app)
        for _ in 0..<3 {
            await #expect(throws: ResolutionError.self) {
                try await request.async.resolve(Connection.self)
            }
        }
        try await app.close()
        #expect(
            journal.entries == (0..<3).flatMap { _ in ["open connection", "close connection"] }
        )
    }

    @Test(arguments: Life.all)
    func `is closed when an asynchronous factory made it`(life: Life) async throws {
        let app = Container()
        let journal = journal
        app.register(later: life) { Connection(journal) }
            .injecting { _, _ in throw Broken() }
        let request = try opened(app)
        for _ in 0..<3 {
            await #expect(throws: ResolutionError.self) {
                try await request.async.resolve(Connection.self)
            }
        }
        try await app.close()
        // Who waited for it may go on while it is closed.
        #expect(journal.entries.count { $0 == "open connection" } == 3)
        #expect(journal.entries.count { $0 == "close connection" } == 3)
        #expect(journal.entries.count == 6)
    }

    @Test(arguments: Life.all)
    func `is closed asynchronously, and its container awaits that`(life: Life) async throws {
        let app = Container()
        let journal = journal
        app.register(life) { Pool(journal) }.injecting { _, _ in throw Broken() }
        let request = try opened(app)
        #expect(throws: ResolutionError.self) { try request.resolve(Pool.self) }
        await #expect(throws: ResolutionError.self) { try await request.async.resolve(Pool.self) }
        try await app.close()
        #expect(journal.entries.filter { $0 == "open pool" }.count == 2)
        #expect(journal.entries.filter { $0 == "close pool" }.count == 2)
    }

    @Test func `gets all disposers of its definition, in the order written`() async throws {
        let app = Container()
        let journal = journal
        app.register(.singleton) { Plain() }
            .onClose { _ in journal.note("first") }
            .onClose { _ in
                await Task.yield()
                journal.note("second")
            }
            .onClose { _ in journal.note("third") }
            .injecting { _, _ in throw Broken() }
        #expect(throws: ResolutionError.self) { try app.resolve(Plain.self) }
        try await app.close()
        #expect(journal.entries == ["first", "second", "third"])
    }

    @Test @MainActor func `is closed on the main actor if it was made there`() async throws {
        let app = Container()
        let journal = journal
        app.main.register(.singleton) { Screen(journal) }.injecting { _, _ in throw Broken() }
        #expect(throws: ResolutionError.self) { try app.main.resolve(Screen.self) }
        await #expect(throws: ResolutionError.self) { try await app.async.resolve(Screen.self) }
        try await app.close()
        #expect(journal.entries == ["close screen", "close screen"])
    }

    @Test func `is closed if a property of it cannot be filled`() async throws {
        // @unchecked: one thread uses it.
        final class Holder: Closable, @unchecked Sendable {
            let journal: Journal<String>
            @Injected var missing: Int
            init(_ journal: Journal<String>) { self.journal = journal }
            func close() { journal.note("close holder") }
        }
        let journal = journal
        for life in Life.short + [.kept(.singleton)] {
            let app = Container()
            app.register(life) { Holder(journal) }
            for _ in 0..<2 {
                #expect(throws: ResolutionError.self) { try app.resolve(Holder.self) }
            }
        }
        #expect(journal.entries.count == 6)
    }

    @Test func `is closed if it is a member of an assembly`() throws {
        let services = Services(container: Container(), journal: journal)
        #expect(throws: ResolutionError.self) { try services.connection }
        #expect(journal.entries == ["open connection", "close connection"])
    }

    @Test func `is closed with the cycle it was handed out in, what depends on it first`() throws {
        let app = Container()
        let journal = journal
        app.register(.singleton) { Left(journal) }.injecting { resolver, left in
            let right = try resolver.resolve(Right.self)
            left.right.withLock { $0 = right }
            throw Broken()
        }
        app.register(.singleton) { Right($0) }
        #expect(throws: ResolutionError.self) { try app.resolve(Left.self) }
        #expect(journal.entries == ["close right", "close left"])
    }

    @Test func `is closed if its decorator throws and nothing keeps it`() async throws {
        let app = Container()
        let journal = journal
        app.register { Connection(journal) as any Service }
        app.decorate((any Service).self) { original, _ in
            if journal.entries.count > 4 { return Wrapper(inner: original) }
            throw Broken()
        }
        #expect(throws: ResolutionError.self) { try app.resolve((any Service).self) }
        await #expect(throws: ResolutionError.self) {
            try await app.async.resolve((any Service).self)
        }
        #expect(
            journal.entries == (0..<2).flatMap { _ in ["open connection", "close connection"] }
        )
    }

    @Test func `is kept and closed later if its decorator throws and its definition keeps it`()
        async throws
    {
        let app = Container()
        let journal = journal
        app.register(.singleton) { Connection(journal) as any Service }
        app.decorate((any Service).self) { _, _ in throw Broken() }
        for _ in 0..<2 {
            #expect(throws: ResolutionError.self) { try app.resolve((any Service).self) }
        }
        #expect(journal.entries == ["open connection"])
        try await app.close()
        #expect(journal.entries == ["open connection", "close connection"])
    }

    @Test func `is closed if an asynchronous decorator throws`() async throws {
        let app = Container()
        let journal = journal
        app.register { Connection(journal) as any Service }
        app.decorate((any Service).self) { _, _ in
            await Task.yield()
            throw Broken()
        }
        await #expect(throws: ResolutionError.self) {
            try await app.async.resolve((any Service).self)
        }
        #expect(journal.entries == ["open connection", "close connection"])
    }

    @Test(arguments: [Life.passing(.unique), .kept(.singleton)])
    func `is closed if its step is unwound to await something`(life: Life) async throws {
        let app = Container()
        let journal = journal
        app.register(.singleton) { () async throws -> Int in
            await Task.yield()
            return 1
        }
        app.register(life) { Connection(journal) }.injecting { resolver, _ in
            _ = try resolver.resolve(Int.self)
        }
        _ = try await app.async.resolve(Connection.self)
        #expect(journal.entries == ["open connection", "close connection", "open connection"])
    }

    @Test(arguments: Life.short + [.kept(.singleton)])
    func `is closed if the task that makes it is cancelled`(life: Life) async throws {
        let app = Container()
        let journal = journal
        let gate = Gate()
        app.register(.singleton) { () async throws -> Int in
            await gate.wait()
            return 1
        }
        app.register(later: life) { Connection(journal) }
            .injecting { resolver, _ in _ = try resolver.resolve(Int.self) }
        let task = Task { try await app.async.resolve(Connection.self) }
        while gate.count == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        try await app.close()
        #expect(journal.entries == ["open connection", "close connection"])
    }

    @Test func `is closed if it was awaited for a factory that gets no further`() async throws {
        let app = Container()
        let journal = journal
        app.register { () async throws -> Connection in
            await Task.yield()
            return Connection(journal)
        }
        app.register { () async throws -> Int in
            await Task.yield()
            throw Broken()
        }
        app.register { (resolver: inout Resolver) throws -> String in
            _ = try resolver.resolve(Connection.self)
            return try "\(resolver.resolve(Int.self))"
        }
        await #expect(throws: ResolutionError.self) { try await app.async.resolve(String.self) }
        #expect(journal.entries == ["open connection", "close connection"])
    }

    @Test func `stays open if it was brought`() async throws {
        let app = Container()
        let journal = journal
        app.register { Connection(journal, "made") }.injecting { _, _ in throw Broken() }
        let brought = Connection(journal, "brought")
        #expect(throws: ResolutionError.self) { try app.adopt(brought) }
        app.register(.singleton) { Connection(journal, "made") }
            .injecting { _, _ in throw Broken() }.replacing()
        #expect(throws: ResolutionError.self) { try app.adopt(brought) }
        #expect(throws: ResolutionError.self) { try app.adopt(keeping: brought) }
        try await app.close()
        #expect(journal.entries == ["open brought"])
    }

    @Test func `stays open if an assembly completes it`() {
        let services = Services(container: Container(), journal: journal)
        let brought = Connection(journal, "brought")
        #expect(throws: (any Error).self) { try services.complete(brought) }
        #expect(journal.entries == ["open brought"])
    }

    @Test func `belongs to the factory that got it, whatever that does`() throws {
        let app = Container()
        let journal = journal
        app.register { Connection(journal) }
        app.register { (resolver: inout Resolver) throws -> Int in
            _ = try resolver.resolve(Connection.self)
            guard journal.entries.isEmpty else { throw Broken() }
            return 1
        }
        #expect(throws: ResolutionError.self) { try app.resolve(Int.self) }
        #expect(journal.entries == ["open connection"])
    }

    @Test func `tells observers, also of its failure to close`() throws {
        let app = Container()
        let journal = journal
        let events = Journal<String>()
        app.register(.singleton) { Connection(journal, "stubborn") }
            .injecting { _, _ in throw Broken() }
        let token = app.observe { event in
            switch event.kind {
            case .closeFailed(let error): events.note("close failed: \(error)")
            case .disposed: events.note("disposed")
            case .failed: events.note("failed")
            default: break
            }
        }
        #expect(throws: ResolutionError.self) { try app.resolve(Connection.self) }
        #expect(events.entries == ["close failed: Broken()", "disposed", "failed"])
        withExtendedLifetime(token) {}
    }

    @Test func `may resolve while it is closed`() throws {
        final class Farewell: Closable, Sendable {
            let app: Container
            let journal: Journal<String>
            init(_ app: Container, _ journal: Journal<String>) {
                self.app = app
                self.journal = journal
            }
            func close() throws { journal.note(try app.resolve(String.self)) }
        }
        let app = Container()
        let journal = journal
        app.register { "farewell" }
        app.register(.singleton) { [unowned app] in Farewell(app, journal) }
            .injecting { _, _ in throw Broken() }
        #expect(throws: ResolutionError.self) { try app.resolve(Farewell.self) }
        #expect(journal.entries == ["farewell"])
    }

    private enum Asking: CaseIterable, Sendable { case list, all, keyed }

    private func resolve(_ asking: Asking, from container: Container) throws {
        switch asking {
        case .list: _ = try container.resolve([any Service].self)
        case .all: _ = try container.resolveAll((any Service).self)
        case .keyed: _ = try container.resolve() as [DefinitionTag: any Service]
        }
    }

    /// Contributes a connection, and one that a singleton keeps, before what a closure contributes.
    private func contribute(to app: Container, tagged isTagged: Bool, _ last: () -> Void) {
        let journal = journal
        let tags: [DefinitionTag?] = isTagged ? ["first", "kept"] : [nil, nil]
        app.register(tag: tags[0]) { Connection(journal, "first") as any Service }.contributing()
        app.register(.singleton, tag: tags[1]) { Connection(journal, "kept") as any Service }
            .contributing()
        last()
    }

    @Test(arguments: Asking.allCases, [false, true])
    private func `is closed if another element of its list fails`(
        asking: Asking,
        isAskedInChild: Bool
    ) throws {
        let app = Container()
        contribute(to: app, tagged: asking == .keyed) {
            app.register(tag: asking == .keyed ? "last" as DefinitionTag? : nil) {
                () throws -> any Service in throw Broken()
            }.contributing()
        }
        let asked = isAskedInChild ? Container(parent: app) : app
        for _ in 0..<3 {
            #expect(throws: ResolutionError.self) { try resolve(asking, from: asked) }
        }
        #expect(journal.entries.filter { $0 == "open first" }.count == 3)
        #expect(journal.entries.filter { $0 == "close first" }.count == 3)
        #expect(journal.entries.filter { $0.hasSuffix("kept") } == ["open kept"])
    }

    @Test func `is closed once if its list awaits other elements and one of those fails`()
        async throws
    {
        let app = Container()
        let journal = journal
        contribute(to: app, tagged: false) {
            for name in ["second", "third"] {
                app.register { () async throws -> any Service in
                    await Task.yield()
                    return Connection(journal, name)
                }.contributing()
            }
            app.register { () async throws -> any Service in
                await Task.yield()
                throw Broken()
            }.contributing()
        }
        await #expect(throws: ResolutionError.self) {
            try await app.async.resolve([any Service].self)
        }
        for name in ["first", "second", "third"] {
            let entries = journal.entries.filter { $0.hasSuffix(name) }
            #expect(entries.filter { $0 == "close \(name)" }.count * 2 == entries.count)
            #expect(name == "first" || entries.count == 2)
        }
        #expect(!journal.entries.contains("close kept"))
    }

    @Test func `stays open while its list and its decorator await something else`() async throws {
        let app = Container()
        let journal = journal
        app.register { () async throws -> any Service in
            await Task.yield()
            return Connection(journal, "awaited")
        }.contributing()
        app.register(.singleton) { () async throws -> Int in
            await Task.yield()
            return 1
        }
        app.decorate((any Service).self) { original, resolver in
            _ = try resolver.resolve(Int.self)
            return Wrapper(inner: original)
        }
        _ = try await app.async.resolve([any Service].self)
        _ = try await app.async.resolve((any Service).self)
        #expect(journal.entries == ["open awaited", "open awaited"])
    }

    @Test func `belongs to its wrapper once a decorator has returned that`() throws {
        let app = Container()
        let journal = journal
        app.register { Connection(journal) as any Service }
        app.decorate((any Service).self) { original, _ in Wrapper(inner: original) }
        app.decorate((any Service).self) { _, _ in throw Broken() }
        #expect(throws: ResolutionError.self) { try app.resolve((any Service).self) }
        #expect(journal.entries == ["open connection"])
    }

    @Test func `is closed on any thread, as often as it was made and not handed out`() async throws
    {
        struct Fixture: Sendable {
            let app = Container()
            let tally = ConnectionTally()
        }
        try await race(rounds: Rounds.some, threads: 4) { round in
            let fixture = Fixture()
            let tally = fixture.tally
            let life = Life.all[round % 3]
            fixture.app.register(life) { CountedConnection(tally) }.injecting { _, _ in
                // Two in three fail.
                if tally.steps.wrappingAdd(1, ordering: .relaxed).newValue % 3 != 0 {
                    throw Broken()
                }
            }
            return fixture
        } run: { fixture, _, _ in
            var got: [CountedConnection] = []
            for _ in 0..<5 {
                if let instance = try? fixture.app.resolve(CountedConnection.self) {
                    got.append(instance)
                }
            }
            #expect(got.allSatisfy { $0.closed.load(ordering: .relaxed) == 0 })
            return got
        } check: { fixture, outcomes in
            let got = try outcomes.flatMap { try $0.get() }
            let handedOut = Set(got.map(ObjectIdentifier.init)).count
            let tally = fixture.tally
            #expect(
                tally.made.load(ordering: .relaxed)
                    == handedOut + tally.closed.load(ordering: .relaxed)
            )
            #expect(got.allSatisfy { $0.closed.load(ordering: .relaxed) == 0 })
        }
    }
}

/// How many instances were made and closed, and how many steps began.
private final class ConnectionTally: Sendable {
    let made = Atomic(0)
    let closed = Atomic(0)
    let steps = Atomic(0)
}

private final class CountedConnection: Closable, Sendable {
    let tally: ConnectionTally
    let closed = Atomic(0)

    init(_ tally: ConnectionTally) {
        self.tally = tally
        tally.made.wrappingAdd(1, ordering: .relaxed)
    }

    func close() {
        closed.wrappingAdd(1, ordering: .relaxed)
        tally.closed.wrappingAdd(1, ordering: .relaxed)
    }
}
