// SPDX-License-Identifier: MIT

import Mortise

struct Database: Sendable {}
struct Feed: Sendable { let database: Database }
final class Log: Sendable {}
struct Archive: Sendable { let database: AsyncProvider<Database> }

func register(in container: Container) {
    container.register(.singleton) { Feed(database: $0) }
    container.async.register(.singleton) {
        await Task.yield()
        return Database()
    }
    container.register { Log() }
}

// What a request has needed is there afterwards.
let app = Container()
register(in: app)
_ = try await app.async.resolve(Feed.self)
_ = try app.resolve(Database.self)
let child = Container(parent: app)
_ = try child.resolve(Database.self)

// An overlay has its own.
let overlay = app.overriding()
_ = try? overlay.resolve(Database.self)
_ = try await overlay.async.resolve(Database.self)
_ = try overlay.resolve(Database.self)

let pair = Container()
register(in: pair)
_ = try await pair.async.resolve(Log.self, Database.self)
_ = try pair.resolve(Database.self)
pair.dropInstances()
_ = try? pair.resolve(Database.self)

// Whoever holds a provider may have called it.
let other = Container()
register(in: other)
other.register { Archive(database: $0) }
let archive = try other.resolve(Archive.self)
_ = try await archive.database()
_ = try other.resolve(Database.self)

// Each scope has its own.
let outer = Container {
    $0.async.register(.scoped("request")) {
        await Task.yield()
        return Database()
    }
}
let first = try outer.openScope("request")
_ = try await first.async.resolve(Database.self)
_ = try first.resolve(Database.self)
let second = try outer.openScope("request")
_ = try second.resolve(Database.self)
