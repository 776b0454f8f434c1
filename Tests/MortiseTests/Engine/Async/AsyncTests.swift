// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private struct Broken: Error {}

private final class Database: Sendable {
    let name: String
    init(_ name: String = "main") async throws {
        await Task.yield()
        self.name = name
    }
}

private final class Feed: Sendable {
    let database: Database
    init(_ database: Database) { self.database = database }
}

private final class Screen {
    let feed: Feed
    let other: Feed
    init(_ feed: Feed, _ other: Feed) {
        self.feed = feed
        self.other = other
    }
}

@globalActor private actor StoreActor {
    static let shared = StoreActor()
}

@StoreActor private final class Store {
    var name: String
    init(_ name: String) { self.name = name }
}

@Suite struct `An asynchronous definition` {
    private let journal = Journal<String>()

    @Test func `is resolved with await`() async throws {
        let container = Container {
            $0.register { try await Database() }
            $0.register(.singleton, tag: "kept") { try await Database("kept") }
            $0.register { try await Feed($0.resolve()) }
        }

        let first = try await container.async.resolve(Database.self)
        #expect(try await container.async.resolve(Database.self) !== first)
        let kept = try await container.async.resolve(Database.self, tag: "kept")
        #expect(try await container.async.resolve(Database.self, tag: "kept") === kept)
        #expect(try await container.async.resolve(Feed.self).database !== first)
    }

    @Test func `takes arguments, which are part of its identity`() async throws {
        let container = Container {
            $0.register(.singleton) { (_: inout AsyncResolver, name: String) in
                try await Database(name)
            }
        }

        let one = try await container.async.resolve(Database.self, arguments: "one")
        #expect(one.name == "one")
        #expect(try await container.async.resolve(Database.self, arguments: "one") === one)
        #expect(try await container.async.resolve(Database.self, arguments: "two").name == "two")
    }

    @Test func `lives on a global actor of the user's`() async throws {
        let container = Container {
            $0.register(.singleton) { await Store("actor") }
            $0.register { resolver -> String in
                let store: Store = try await resolver.resolve()
                return await store.name
            }
        }

        #expect(try await container.async.resolve(String.self) == "actor")
    }

    @Test func `serves synchronous definitions that are resolved with await`() async throws {
        let container = Container {
            $0.register(.singleton) { try await Database() }
            $0.register(.shared, factory: Feed.init)
            $0.register { try Screen($0.resolve(), $0.resolve()) }
        }

        let screen = try await container.async.resolve(Screen.self)

        #expect(screen.feed === screen.other)
        #expect(try await container.async.resolve(Database.self) === screen.feed.database)
        #expect(try await container.async.resolve(Feed.self) !== screen.feed)
        #expect(try container.resolve(Screen.self).feed.database === screen.feed.database)
    }

    @Test func `serves synchronous definitions with new instances, too`() async throws {
        let made = Journal<Int>()
        let container = Container {
            $0.register { resolver -> Database in
                made.note(made.entries.count)
                return try await Database()
            }
            $0.register { try Feed($0.resolve()) }
            $0.register { try Screen($0.resolve(), $0.resolve()) }
        }

        let screen = try await container.async.resolve(Screen.self)

        #expect(screen.feed.database !== screen.other.database)
        #expect(made.entries == [0, 1])
    }

    @Test func `serves a synchronous definition by arguments, whatever their order`() async throws {
        let runs = Locked(0)
        let container = Container {
            $0.register { (_: inout AsyncResolver, number: Int) async in [number] }
            $0.register { (resolver: inout Resolver) -> [[Int]] in
                let run = runs.withLock {
                    $0 += 1
                    return $0
                }
                let order = run == 1 ? [1, 2] : [2, 1]
                return try order.map { try resolver.resolve([Int].self, arguments: $0) }
            }
        }

        #expect(try await container.async.resolve([[Int]].self) == [[2], [1]])
        #expect(runs.withLock { $0 } == 3)
    }

    @Test func `is shared in one resolve`() async throws {
        let container = Container {
            $0.register(.shared) { try await Database() }
            $0.register { try Feed($0.resolve()) }
            $0.register { resolver -> [Database] in
                let screen = try Screen(await resolver.resolve(), await resolver.resolve())
                return [
                    screen.feed.database, screen.other.database, try await resolver.resolve(),
                ]
            }
        }

        let all = try await container.async.resolve([Database].self)

        #expect(all[0] === all[1] && all[1] === all[2])
        #expect(try await container.async.resolve([Database].self)[0] !== all[0])
    }

    @Test func `is an error without await, naming the dependent`() throws {
        let container = Container {
            $0.register(.singleton) { try await Database() }
            $0.register { try Feed($0.resolve()) }
        }

        #expect {
            try container.resolve(Feed.self)
        } throws: { error in
            guard let error = error as? ResolutionError else { return false }
            return error.code == .needsAsync && error.path.count == 2
                && "\(error)".contains("Database is made asynchronously")
        }
    }

    @Test func `resolves synchronously once it is finished`() async throws {
        let container = Container {
            $0.register(.singleton) { try await Database() }
            $0.register { try Feed($0.resolve()) }
        }

        let database = try await container.async.resolve(Database.self)

        for _ in 1...2 {
            #expect(try container.resolve(Database.self) === database)
            #expect(try container.resolve(Feed.self).database === database)
        }
    }

    @Test func `is made once for any number of tasks`() async throws {
        let journal = journal
        let gate = Gate()
        let container = Container {
            $0.register(.singleton) { () async throws -> Database in
                journal.note("made")
                await gate.wait()
                return try await Database()
            }
        }

        let all = await withTaskGroup(of: ObjectIdentifier?.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    (try? await container.async.resolve(Database.self)).map(ObjectIdentifier.init)
                }
            }
            group.addTask {
                await eventually { gate.count > 0 }
                gate.open()
                return nil
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(all.count == 2)
        #expect(journal.entries == ["made"])
    }

    @Test func `gives its error to all waiters, and is tried again`() async throws {
        let journal = journal
        let gate = Gate()
        let container = Container {
            $0.register(.singleton) { () async throws -> Database in
                journal.note("made")
                await gate.wait()
                if journal.entries.count == 1 { throw Broken() }
                return try await Database()
            }
        }
        let tasks = (0..<8).map { _ in
            Task { try await container.async.resolve(Database.self) }
        }
        await eventually { gate.count > 0 }
        await aWhile()
        gate.open()

        for task in tasks {
            let error = await #expect(throws: ResolutionError.self) { try await task.value }
            #expect(error?.code == .factoryThrew)
            #expect(error?.underlying is Broken)
            #expect(error?.path.count == 1)
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Database.self) }
        _ = try await container.async.resolve(Database.self)
        #expect(journal.entries == ["made", "made"])
    }

    @Test func `goes on for the others when one waiter is cancelled`() async throws {
        let gate = Gate()
        let container = Container {
            $0.register(.singleton) { () async throws -> Database in
                await gate.wait()
                try Task.checkCancellation()
                return try await Database()
            }
        }
        let first = Task { try await container.async.resolve(Database.self) }
        await eventually { gate.count > 0 }
        let second = Task { try await container.async.resolve(Database.self) }
        await aWhile()

        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.open()

        let database = try await second.value
        #expect(try container.resolve(Database.self) === database)
    }

    @Test func `is cancelled with its last waiter, and made anew for the next`() async throws {
        let journal = journal
        let gate = Gate()
        let container = Container {
            $0.register(.singleton) { () async throws -> Database in
                journal.note("made")
                await gate.wait()
                try Task.checkCancellation()
                return try await Database()
            }
        }
        let tasks = (0..<3).map { _ in Task { try await container.async.resolve(Database.self) } }
        await eventually { gate.count > 0 }
        await aWhile()
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        // The build has not noticed yet: a later request waits for its end, and tries again.
        let late = Task { try await container.async.resolve(Database.self) }
        await aWhile()
        gate.open()

        #expect(try await late.value.name == "main")
        #expect(journal.entries == ["made", "made"])
    }

    @Test func `that is kept does not see the first requester's task-local values`()
        async throws
    {
        let container = Container {
            $0.register(.singleton, tag: "kept") { () async -> [Int] in
                await Task.yield()
                return [Local.value]
            }
            $0.register(tag: "new") { () async -> [Int] in
                await Task.yield()
                return [Local.value]
            }
        }

        let (kept, new) = try await Local.$value.withValue(7) {
            (
                try await container.async.resolve([Int].self, tag: "kept"),
                try await container.async.resolve([Int].self, tag: "new")
            )
        }

        #expect(kept == [0])
        #expect(new == [7])
    }

    @Test func `several are resolved in parallel`() async throws {
        let gate = Gate()
        let container = Container {
            $0.register { () async -> Int in
                await gate.wait()
                return 1
            }
            $0.register { () async -> String in
                gate.open()
                return "two"
            }
            $0.register { 3.0 }
        }

        let (one, two, three) = try await container.async.resolve(
            Int.self,
            String.self,
            Double.self
        )

        #expect(one == 1 && two == "two" && three == 3)
    }

    @Test func `is made ahead by bootstrap`() async throws {
        let journal = journal
        let container = Container {
            $0.register(.eagerSingleton) { () async throws -> Database in
                journal.note("database")
                return try await Database()
            }
            $0.register(.eagerSingleton) { resolver -> Feed in
                journal.note("feed")
                return try Feed(resolver.resolve())
            }
        }

        #expect(throws: ResolutionError.self) { try container.bootstrap() }
        #expect(!container.isBootstrapped)
        try await container.async.bootstrap()

        #expect(container.isBootstrapped)
        #expect(journal.entries == ["database", "feed"])
        #expect(try container.resolve(Feed.self).database === container.resolve(Database.self))
    }

    @Test func `has steps and callbacks, which may need asynchronous instances`() async throws {
        let journal = journal
        let container = Container {
            $0.register(.singleton) { try await Database() }
            $0.register { () async -> String in
                await Task.yield()
                return "text"
            }
            .injecting { resolver, text in
                journal.note("step \(text)")
                let database = try resolver.resolve(Database.self)
                journal.note("with \(database.name)")
            }
            .didResolve { journal.note("done \($0)") }
        }

        _ = try await container.async.resolve(String.self)

        #expect(journal.entries == ["step text", "step text", "with main", "done text"])
    }

    @Test func `shows its path in errors, through both lanes`() async throws {
        let container = Container {
            $0.register { try await Feed($0.resolve()) }
            $0.register { resolver -> Database in
                let number: Int = try await resolver.resolve()
                return try await Database("\(number)")
            }
            $0.register { try $0.resolve(Double.self) > 1 ? 1 : 0 }
        }

        await #expect {
            try await container.async.resolve(Feed.self)
        } throws: { error in
            guard let error = error as? ResolutionError else { return false }
            return error.code == .missingBinding
                && error.path.map { "\($0.key)".split(separator: ".").last }
                    == ["Feed", "Database", "Int", "Double"]
        }
    }

    @Test func `records its factory's requests in the graph`() async throws {
        let container = Container {
            $0.register(.singleton) { try await Database() }
            $0.register { try await Feed($0.resolve()) }
        }

        _ = try await container.async.resolve(Feed.self)

        #expect(container.graph.nodes[1].dependencies.count == 1)
    }

    @Test func `is closed with its container`() async throws {
        let journal = journal
        let gate = Gate()
        let container = Container {
            $0.register(.singleton) { try await Database("one") }
                .onClose { journal.note("close \($0.name)") }
            $0.register(.singleton) { resolver -> Feed in
                await gate.wait()
                return Feed(try await resolver.resolve())
            }
            .onClose { _ in journal.note("close feed") }
            $0.register(.singleton) { () async -> String in
                await gate.wait()
                return "late"
            }
            .onClose { journal.note("close \($0)") }
        }
        _ = try await container.async.resolve(Database.self)
        let late = Task { try await container.async.resolve(String.self) }
        await eventually { gate.count > 0 }
        let closing = Task { try await container.close() }
        await eventually { container.isClosed }
        await #expect {
            try await container.async.resolve(Feed.self)
        } throws: {
            ($0 as? ResolutionError)?.code == .scopeClosed
        }
        gate.open()
        try await closing.value

        // Its awaited dependency was made, and disposed of.
        await #expect(throws: ResolutionError.self) { try await late.value }
        #expect(journal.entries == ["close late", "close one"])
    }

    @Test func `is kept weakly if its scope says so`() async throws {
        let container = Container {
            $0.register(.weakSingleton) { try await Database() }
        }
        var database: Database? = try await container.async.resolve(Database.self)
        let watched = Weak(try #require(database))

        #expect(try await container.async.resolve(Database.self) === database)
        #expect(try container.resolve(Database.self) === database)
        database = nil

        #expect(watched.object == nil)
        #expect(try await container.async.resolve(Database.self).name == "main")
    }

    @Test func `is not kept if its definition was removed meanwhile`() async throws {
        let gate = Gate()
        let container = Container()
        let definition = container.register(.singleton) { () async throws -> Database in
            await gate.wait()
            return try await Database()
        }
        let task = Task { Weak(try await container.async.resolve(Database.self)) }
        await eventually { gate.count > 0 }
        container.remove(definition)
        gate.open()
        let watched = try await task.value

        await eventually { watched.object == nil }
        #expect(watched.object == nil)
    }

    @Test func `is made anew in an overlay and in each scope`() async throws {
        let app = Container {
            $0.register(.singleton) { try await Database() }
            $0.register(.scoped(.request)) { try await Feed($0.resolve()) }
        }
        let overlay = app.overriding()
        let scope = try app.openScope(.request)

        let database = try await app.async.resolve(Database.self)
        #expect(try await overlay.async.resolve(Database.self) !== database)
        let feed = try await scope.async.resolve(Feed.self)
        #expect(feed.database === database)
        #expect(try await scope.async.resolve(Feed.self) === feed)
        #expect(try scope.resolve(Feed.self) === feed)
    }
}

private enum Local {
    @TaskLocal static var value = 0
}
