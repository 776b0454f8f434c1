// SPDX-License-Identifier: MIT

// For the article on decorators: around another module's definition, in order, in a child, by tag.

import Mortise

protocol API: Sendable {
    func article(_ number: Int) -> String
}

struct LiveAPI: API {
    func article(_ number: Int) -> String { "article \(number)" }
}

final class Cache: Sendable {
    func text(_ number: Int, _ load: (Int) -> String) -> String { load(number) }
}

struct CachingAPI: API {
    let original: any API
    let cache: Cache

    init(_ original: any API, cache: Cache) {
        self.original = original
        self.cache = cache
    }

    func article(_ number: Int) -> String { "cached " + cache.text(number, original.article) }
}

struct LoggingAPI: API {
    let original: any API
    func article(_ number: Int) -> String { "logged " + original.article(number) }
}

struct TracedAPI: API {
    let original: any API
    let id: String
    func article(_ number: Int) -> String { "\(id): " + original.article(number) }
}

// snippet.cache
struct Networking: Module {
    func register(in container: Container) {
        container.register(.singleton) { LiveAPI() as any API }
    }
}

struct Caching: Module {
    func register(in container: Container) {
        container.register(.singleton) { Cache() }
        container.decorate((any API).self) { original, resolver in
            CachingAPI(original, cache: try resolver.resolve())
        }
    }
}

let app = Container(modules: Networking(), Caching())
print(try app.resolve((any API).self).article(1))  // cached article 1
// snippet.end
check(try app.resolve((any API).self).article(1) == "cached article 1")

do {
    // snippet.order
    let logging = app.decorate((any API).self) { original, _ in LoggingAPI(original: original) }
    print(try app.resolve((any API).self).article(1))  // logged cached article 1

    app.remove(logging)
    print(try app.resolve((any API).self).article(1))  // cached article 1
    // snippet.end
    check(try app.resolve((any API).self).article(1) == "cached article 1")
}

do {
    // snippet.child
    let support = Container(name: "support", parent: app)
    support.decorate((any API).self) { original, _ in LoggingAPI(original: original) }

    print(try support.resolve((any API).self).article(1))  // logged cached article 1
    print(try app.resolve((any API).self).article(1))  // cached article 1
    // snippet.end
    check(try support.resolve((any API).self).article(1) == "logged cached article 1")
    check(try app.resolve((any API).self).article(1) == "cached article 1")
}

do {
    // snippet.scope
    let server = Container(parent: app)
    server.expects(String.self, in: "request")
    server.decorate((any API).self, in: "request") { original, resolver in
        TracedAPI(original: original, id: try resolver.resolve())
    }

    let request = try server.openScope("request") { $0.provide("r1") }
    print(try request.resolve((any API).self).article(1))  // r1: cached article 1
    print(try server.resolve((any API).self).article(1))  // cached article 1
    // snippet.end
    check(try request.resolve((any API).self).article(1) == "r1: cached article 1")
    check(try server.resolve((any API).self).article(1) == "cached article 1")
}

do {
    // snippet.forwarded
    let app = Container {
        $0.register(.singleton) { LiveAPI() }.implements((any API).self) { $0 }
        $0.decorate((any API).self) { original, _ in LoggingAPI(original: original) }
    }
    print(try app.resolve((any API).self).article(1))  // logged article 1
    print(try app.resolve(LiveAPI.self).article(1))  // article 1
    // snippet.end
    check(try app.resolve((any API).self).article(1) == "logged article 1")
    check(try app.resolve(LiveAPI.self).article(1) == "article 1")
}

func check(_ condition: Bool) { precondition(condition) }
