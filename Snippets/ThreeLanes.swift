// SPDX-License-Identifier: MIT

// Asynchronous definitions, and definitions of the main actor.

import Mortise
import Synchronization

// snippet.async
final class Database: Sendable {
    let path: String
    init(path: String) async throws { self.path = path }
}

struct Feed: Sendable { let database: Database }

let app = Container {
    $0.register { "feed.sqlite" }
    $0.register(.singleton) { try await Database(path: $0.resolve()) }
    $0.register { Feed(database: $0) }
}

let feed = try await app.async.resolve(Feed.self)
// snippet.end

// snippet.finished
print(try app.resolve(Database.self) === feed.database)  // true, and without await
print(try app.resolve(Feed.self).database === feed.database)  // true
// snippet.end
check(try app.resolve(Feed.self).database === feed.database)

// snippet.arguments
struct Page: Sendable { let number: Int }

let pages = Container {
    $0.register { (_: inout AsyncResolver, number: Int) async in Page(number: number) }
}

print(try await pages.async.resolve(Page.self, arguments: 7).number)  // 7
// snippet.end
check(try await pages.async.resolve(Page.self, arguments: 7).number == 7)

do {
    // snippet.wired
    let container = Container {
        $0.register { "feed.sqlite" }
        $0.async.register(.singleton, autowiring: Database.init)
        $0.async.register(tag: "copy") { try await Database(path: $0 + ".copy") }
    }

    print(try await container.async.resolve(Database.self).path)  // feed.sqlite
    // snippet.end
    check(try container.resolve(Database.self).path == "feed.sqlite")
    check(
        try await container.async.resolve(Database.self, tag: "copy").path == "feed.sqlite.copy"
    )
}

do {
    // snippet.once
    let opened = Atomic<Int>(0)
    let container = Container {
        $0.register(.singleton) {
            opened.add(1, ordering: .relaxed)
            return try await Database(path: "feed.sqlite")
        }
    }

    try await withThrowingTaskGroup(of: Database.self) { group in
        for _ in 0..<100 {
            group.addTask { try await container.async.resolve() }
        }
        try await group.waitForAll()
    }

    print(opened.load(ordering: .relaxed))  // 1
    // snippet.end
    check(opened.load(ordering: .relaxed) == 1)
}

do {
    // snippet.several
    actor Cache {
        init() async {}
    }

    let container = Container {
        $0.register(.singleton) { try await Database(path: "feed.sqlite") }
        $0.register(.singleton) { await Cache() }
    }

    let (database, cache) = try await container.async.resolve(Database.self, Cache.self)
    // snippet.end
    check(try container.resolve(Database.self) === database)
    check(try container.resolve(Cache.self) === cache)
}

do {
    // snippet.again
    let calls = Mutex<[String]>([])
    let container = Container {
        $0.register(.singleton) { try await Database(path: "feed.sqlite") }
        $0.register { resolver -> Feed in
            calls.withLock { $0.append("begins") }
            let database: Database = try resolver.resolve()  // Unwound here, the first time.
            calls.withLock { $0.append("ends") }
            return Feed(database: database)
        }
    }

    _ = try await container.async.resolve(Feed.self)
    print(calls.withLock(\.self))  // ["begins", "begins", "ends"]
    // snippet.end
    check(calls.withLock(\.self) == ["begins", "begins", "ends"])
}

do {
    // snippet.actor
    let container = Container {
        $0.register(.singleton) { await Library(count: 2) }  // Made on LibraryActor.
        $0.register { resolver -> Reader in
            let library: Library = try await resolver.resolve()
            return await Reader(count: library.count)
        }
    }

    print(try await container.async.resolve(Reader.self).count)  // 2
    // snippet.end
    check(try await container.async.resolve(Reader.self).count == 2)
}

// snippet.actorTypes
@globalActor actor LibraryActor { static let shared = LibraryActor() }

@LibraryActor final class Library {
    private(set) var count: Int
    init(count: Int) { self.count = count }
}

struct Reader { let count: Int }
// snippet.end

// snippet.main
@MainActor final class FeedModel {
    let feed: Feed
    init(feed: Feed) { self.feed = feed }
}

app.main.register { FeedModel(feed: try $0.resolve()) }

let model = try app.main.resolve(FeedModel.self)  // No await: this is the main actor.

func elsewhere() async throws -> FeedModel {
    try await app.main.resolve(FeedModel.self)
}
// snippet.end
check(model.feed.database === feed.database)
check(try await elsewhere() !== model)

do {
    // snippet.mainWired
    app.main.register(tag: "closure") { FeedModel(feed: $0) }
    app.main.register(tag: "reference", autowiring: FeedModel.init)
    // snippet.end
    for tag in ["closure", "reference"] {
        let model = try app.main.resolve(FeedModel.self, tag: tag)
        check(model.feed.database === feed.database)
    }
}

do {
    // snippet.coordinator
    @MainActor final class DetailModel {
        let feed: Feed
        let page: Int

        init(feed: Feed, page: Int) {
            self.feed = feed
            self.page = page
        }
    }

    @MainActor final class Coordinator {
        let makeDetail: MainActorProvider<DetailModel>
        private(set) var shown: [DetailModel] = []

        init(makeDetail: MainActorProvider<DetailModel>) { self.makeDetail = makeDetail }

        func show(page: Int) throws { shown.append(try makeDetail(page)) }
    }

    app.main.register { (resolver: inout Resolver, page: Int) in
        DetailModel(feed: try resolver.resolve(), page: page)
    }
    app.main.register(.singleton) { Coordinator(makeDetail: $0) }

    let coordinator: Coordinator = try app.main.resolve()
    try coordinator.show(page: 7)
    print(coordinator.shown.map(\.page))  // [7]
    // snippet.end
    check(coordinator.shown.map(\.page) == [7])
    check(coordinator.shown.first?.feed.database === feed.database)
}

do {
    // snippet.asyncProvider
    final class Archive: Sendable {
        let open: AsyncProvider<Database>
        init(open: AsyncProvider<Database>) { self.open = open }

        func path() async throws -> String { try await open().path }
    }

    let container = Container {
        $0.register(.singleton) { try await Database(path: "archive.sqlite") }
        $0.register(.singleton) { Archive(open: $0) }
    }

    let archive: Archive = try container.resolve()  // No database yet.
    print(try await archive.path())  // archive.sqlite
    // snippet.end
    check(try await archive.path() == "archive.sqlite")
}

do {
    // snippet.mixed
    let container = Container {
        $0.register(.singleton) { try await Database(path: "feed.sqlite") }
        $0.register { Feed(database: $0) }
        $0.main.register { FeedModel(feed: try $0.resolve()) }
    }

    let model = try await container.async.resolve(FeedModel.self)
    // snippet.end
    check(model.feed.database.path == "feed.sqlite")
}

do {
    // snippet.bootstrap
    let container = Container {
        $0.register(.eagerSingleton) { try await Database(path: "feed.sqlite") }
        $0.register { Feed(database: $0) }
    }
    try await container.async.bootstrap()

    let feed: Feed = try container.resolve()  // From here on nothing needs await.
    // snippet.end
    check(container.isBootstrapped)
    check(feed.database.path == "feed.sqlite")
}

do {
    // snippet.cycle
    final class Server: Sendable {
        let client = Mutex<Client?>(nil)
        init() async {}
    }

    final class Client: Sendable {
        let server: Server
        init(server: Server) async { self.server = server }
    }

    let container = Container {
        $0.register(.singleton) { await Server() }
            .injecting { resolver, server in
                let client: Client = try resolver.resolve()
                server.client.withLock { $0 = client }
            }
        $0.register(.singleton) { try await Client(server: $0.resolve()) }
    }

    let client = try await container.async.resolve(Client.self)
    print(client.server.client.withLock { $0 === client })  // true
    // snippet.end
    check(client.server.client.withLock { $0 === client })
}

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
