// SPDX-License-Identifier: MIT

// For each error code: a wiring that gives it, and wirings that do not.

import Mortise
import MortiseGraph

protocol API: Sendable {}

struct HTTPClient: API {}

struct Retrying: API {
    let original: any API
    init(_ original: any API) { self.original = original }
}

struct Analytics: Sendable {}

struct Log: Sendable {}

// MARK: missing-binding

final class Feed: Sendable {
    init(api: any API) {}
}

try expect(.missingBinding) {
    let container = Container {
        $0.register { HTTPClient() }
        $0.register(autowiring: Feed.init)
    }
    check(container.validate().errors.map(\.code) == [.missingBinding])
    _ = try container.resolve(Feed.self)
}

do {
    // snippet.missing-binding-as
    let container = Container {
        $0.register { HTTPClient() as any API }
        $0.register(autowiring: Feed.init)
    }
    // snippet.end
    _ = try container.resolve(Feed.self)
    check(container.validate().isValid)
}

do {
    // snippet.missing-binding-implements
    let container = Container {
        $0.register { HTTPClient() }.implements((any API).self) { $0 }
        $0.register(autowiring: Feed.init)
    }
    // snippet.end
    _ = try container.resolve(Feed.self)
    // snippet.missing-binding-optional
    let analytics = try container.resolve(Analytics?.self)
    print(analytics == nil)  // true
    // snippet.end
    check(analytics == nil)
}

// MARK: ambiguous-binding

final class Store: Sendable {
    let origin: String
    init(api: any API) { origin = "api" }
    init(log: Log) { origin = "log" }
}

try expect(.ambiguousBinding) {
    let container = Container {
        $0.register { HTTPClient() as any API }
        $0.register { Log() }
        $0.register { (api: any API) in Store(api: api) }
        $0.register { (log: Log) in Store(log: log) }
    }
    _ = try container.resolve(Store.self)
}

do {
    // snippet.ambiguous-binding
    let container = Container {
        $0.register { HTTPClient() as any API }
        $0.register { Log() }
        $0.register { (api: any API) in Store(api: api) }
        $0.register(tag: "log") { (log: Log) in Store(log: log) }
    }
    print(try container.resolve(Store.self).origin)  // api
    print(try container.resolve(Store.self, tag: "log").origin)  // log
    // snippet.end
    check(try container.resolve(Store.self).origin == "api")
    check(try container.resolve(Store.self, tag: "log").origin == "log")
}

// MARK: argument-mismatch

struct Article: Sendable { let id: Int }

struct Front { let article: Article }

try expect(.argumentMismatch) {
    let container = Container {
        $0.register { (_: inout Resolver, id: Int) in Article(id: id) }
        $0.register(autowiring: Front.init)
    }
    check(container.validate().errors.map(\.code) == [.argumentMismatch])
    _ = try container.resolve(Front.self)
}

do {
    // snippet.argument-mismatch
    let container = Container {
        $0.register { (_: inout Resolver, id: Int) in Article(id: id) }
        $0.register { resolver in
            Front(article: try resolver.resolve(arguments: 1))
        }
    }
    // snippet.end
    check(try container.resolve(Front.self).article.id == 1)
}

do {
    // snippet.argument-mismatch-provider
    struct Archive {
        let article: Provider<Article>

        func open(_ id: Int) throws -> Article { try article(id) }
    }

    let container = Container {
        $0.register { (_: inout Resolver, id: Int) in Article(id: id) }
        $0.register(autowiring: Archive.init)
    }
    // snippet.end
    check(try container.resolve(Archive.self).open(3).id == 3)
    check(container.validate().errors.isEmpty)
}

// MARK: argument-not-hashable

struct Query: Sendable { let text: String }

final class Results: Sendable {
    init(text: String) {}
}

try expect(.argumentNotHashable) {
    let container = Container {
        $0.register(.singleton) { (_: inout Resolver, query: Query) in Results(text: query.text) }
    }
    _ = try container.resolve(Results.self, arguments: Query(text: "mortise"))
}

do {
    // snippet.argument-not-hashable
    struct Search: Hashable, Sendable { let text: String }

    let container = Container {
        $0.register(.singleton) { (search: Search) in Results(text: search.text) }
    }
    let results: Results = try container.resolve(arguments: Search(text: "mortise"))
    // snippet.end
    check(try container.resolve(Results.self, arguments: Search(text: "mortise")) === results)
}

// MARK: cycle

final class Server {
    var client: Client?
    init() {}
    init(client: Client) { self.client = client }
}

final class Client {
    let server: Server
    init(server: Server) { self.server = server }
}

try expect(.cycle) {
    let container = Container {
        $0.register { Server(client: $0) }
        $0.register { Client(server: $0) }
    }
    _ = try container.resolve(Server.self)
}

try expect(.cycle) {
    let container = Container {
        $0.register { Server() }.injecting { $1.client = try $0.resolve() }
        $0.register { Client(server: $0) }
    }
    _ = try container.resolve(Server.self)
}

do {
    // snippet.cycle
    let container = Container {
        $0.register(.shared) { Server() }
            .injecting { resolver, server in server.client = try resolver.resolve() }
        $0.register(.shared) { Client(server: $0) }
    }
    // snippet.end
    let server: Server = try container.resolve()
    check(server.client?.server === server)
    server.client = nil
}

// MARK: too-deep

struct Folder: Sendable {
    let depth: Int
    let parent: Provider<Folder>?
}

try expect(.tooDeep) {
    let container = Container()
    container.register { (resolver: inout Resolver, depth: Int) -> Folder in
        if depth > 0 { _ = try resolver.resolve(Folder.self, arguments: depth - 1) }
        return Folder(depth: depth, parent: nil)
    }
    _ = try container.resolve(Folder.self, arguments: 1_000_000)
}

do {
    // snippet.too-deep
    let container = Container()
    container.register { (resolver: inout Resolver, depth: Int) in
        Folder(depth: depth, parent: resolver.provider(of: Folder.self))
    }

    var folder: Folder = try container.resolve(arguments: 1_000_000)
    folder = try folder.parent?(folder.depth - 1) ?? folder
    // snippet.end
    check(folder.depth == 999_999)
}

// MARK: captive-dependency

final class Session: Sendable {}

final class Cache: Sendable {
    let session: Session
    init(session: Session) { self.session = session }
}

do {
    let container = Container {
        $0.register(.shared) { Session() }
        $0.register(.singleton) { Cache(session: $0) }
    }
    check(container.validate().findings.map(\.code) == [.captiveDependency])
}

do {
    // snippet.captive-dependency
    final class SessionCache: Sendable {
        private let session: Provider<Session>

        init(session: Provider<Session>) { self.session = session }

        func refresh() throws -> Session { try session() }
    }

    let container = Container {
        $0.register(.shared) { Session() }
        $0.register(.singleton, autowiring: SessionCache.init)
    }
    // snippet.end
    _ = try container.resolve(SessionCache.self).refresh()
    check(container.validate().findings.isEmpty)
}

// MARK: duplicate-binding

do {
    let container = Container()
    container.register { Log() }
    container.register { Log() }
    check(container.validate().errors.map(\.code) == [.duplicateBinding])
}

do {
    // snippet.duplicate-binding
    let container = Container()
    container.register { HTTPClient() as any API }
    container.register { HTTPClient() as any API }.replacing()  // On purpose.

    container.register(tag: "audit") { Log() }  // Two to choose from.
    container.register(tag: "debug") { Log() }

    container.register { Analytics() }.contributing()  // All of them.
    container.register { Analytics() }.contributing()
    // snippet.end
    check(container.validate().findings.isEmpty)
    check(try container.resolveAll(Analytics.self).count == 2)
}

// MARK: nothing-to-replace

do {
    let app = Container { $0.register(.singleton) { HTTPClient() as any API } }
    let overlay = app.overriding { $0.register { HTTPClient() }.replacing() }
    check(overlay.validate().errors.map(\.code) == [.nothingToReplace])
}

do {
    // snippet.nothing-to-replace
    let app = Container { $0.register(.singleton) { HTTPClient() as any API } }

    let overlay = app.overriding {
        $0.register { HTTPClient() as any API }.replacing()
        $0.register { Log() }  // New.
    }
    // snippet.end
    check(overlay.validate().isValid)
}

// MARK: nothing-to-decorate

do {
    let app = Container { $0.register(.singleton) { HTTPClient() } }
    app.decorate((any API).self) { original, _ in original }
    check(app.validate().errors.map(\.code) == [.nothingToDecorate])
}

do {
    // snippet.nothing-to-decorate
    let app = Container {
        $0.register(.singleton) { HTTPClient() as any API }
        $0.decorate((any API).self) { original, _ in Retrying(original) }
    }
    // snippet.end
    check(app.validate().isValid)
}

// MARK: factory-threw and injection-failed

struct NoSuchFile: Error { let path: String }

func settings(at path: String) throws -> Settings { throw NoSuchFile(path: path) }

struct Settings: Sendable {}

do {
    let container = Container {
        $0.register { try settings(at: "/etc/feed.json") }
    }
    try expect(.factoryThrew) { _ = try container.resolve(Settings.self) }
    // snippet.factory-threw
    do {
        let settings: Settings = try container.resolve()
        print(settings)
    } catch let error as ResolutionError {
        switch error.underlying {
        case let missing as NoSuchFile: print("There is no \(missing.path)")
        default: throw error
        }
    }
    // snippet.end
}

do {
    let container = Container {
        $0.register(.shared) { Server() }.injecting { _, _ in throw NoSuchFile(path: "key.pem") }
    }
    try expect(.injectionFailed) { _ = try container.resolve(Server.self) }
}

// MARK: container-gone

do {
    // snippet.container-gone
    struct Composition {
        let container = Container { $0.register { Log() } }
        var makeLog: Provider<Log> { container.provider(of: Log.self) }
    }

    let composition = Composition()  // Lives as long as the program does.
    let makeLog = composition.makeLog
    print(try makeLog())
    // snippet.end
    withExtendedLifetime(composition) {}
}

try expect(.containerGone) {
    let makeLog = Container { $0.register { Log() } }.provider(of: Log.self)
    _ = try makeLog()
}

// MARK: not-proven

do {
    let container = Container {
        $0.register { HTTPClient() as any API }
        $0.register { Feed(api: try $0.resolve()) }
    }
    check(container.validate().findings.map(\.code) == [.notProven])
}

do {
    // snippet.not-proven
    let container = Container {
        $0.register { HTTPClient() as any API }
        $0.register { Feed(api: $0) }
    }
    // snippet.end
    check(container.validate().findings.isEmpty)
}

// MARK: Reading an error

do {
    let container = Container {
        $0.register { Feed(api: $0) }
    }
    // snippet.reading
    do {
        _ = try container.resolve(Feed.self)
    } catch ResolutionError.Code.missingBinding {
        print("Nothing provides it.")
    } catch let error as ResolutionError {
        print(error.code, error.key, error.path.map(\.key), error.underlying as Any)
    }
    // snippet.end
}

func expect(_ code: ResolutionError.Code, _ body: () throws -> Void) throws {
    do {
        try body()
    } catch let error as ResolutionError where error.code == code {
        return
    }
    preconditionFailure("\(code) was expected")
}

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
