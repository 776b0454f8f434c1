// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private protocol Feed: Sendable {}
private struct LiveFeed: Feed {}
private struct Cached: Feed {
    let inner: any Feed
    let cache: Cache
}
private struct Cache: Sendable {}
private struct Reader: Sendable {
    let feed: any Feed
    init(feed: any Feed) { self.feed = feed }
}

extension Container {
    @discardableResult
    fileprivate func cacheFeeds(line: UInt32 = 10) -> Container.Decoration {
        decorate((any Feed).self, file: "App/Caching.swift", line: line) { original, resolver in
            Cached(inner: original, cache: try resolver.resolve())
        }
    }
}

@Suite struct `A decorator in the graph` {
    private func app(cache: Lifetime.Caching = .singleton) -> Container {
        Container(name: "app") {
            $0.register(.singleton, file: "App/Feeds.swift", line: 1) { LiveFeed() as any Feed }
            $0.register(cache, file: "App/Feeds.swift", line: 2) { Cache() }
            $0.register(file: "App/Feeds.swift", line: 3) { Reader(feed: $0) }
            $0.cacheFeeds()
        }
    }

    @Test func `is a node around what it wraps, with what it resolves`() throws {
        let app = app()
        #expect(app.graph.nodes.filter(\.isDecorator).map(\.transparency) == [.opaque])
        _ = try app.resolve(Reader.self)

        try expectGolden(app.graph.text(), "decorated-graph")
        #expect(app.validate().findings.isEmpty)
        let decorator = try #require(app.graph.nodes.last)
        #expect(decorator.isDecorator)
        #expect(decorator.key == Key(TypeName(of: (any Feed).self)))
        #expect(decorator.dependencies.map(\.key) == [Key(TypeName(of: Cache.self))])
        #expect(app.graph.json().contains("\"decorates\": [0]"))
        #expect(app.graph.mermaid().contains("n2 --> n3"))
        #expect(app.graph.mermaid().contains("n3 --> n0"))
    }

    @Test func `holds what it resolves as long as the scope keeps the wrapper`() throws {
        let app = app(cache: .scoped("request"))
        let request = try app.openScope("request")
        _ = try? request.resolve(Reader.self)

        let captives = app.validate().errors
        #expect(captives.map(\.code) == [.captiveDependency])
        try expectGolden(try #require(captives.first).rendered(), "decorator-captive")
    }

    @Test func `for scopes may wrap what they bring`() throws {
        let app = Container {
            $0.register(.singleton) { Cache() }
            $0.decorate((any Feed).self, in: .request) { original, resolver in
                Cached(inner: original, cache: try resolver.resolve())
            }
        }
        let request = try app.openScope(.request) { $0.register { LiveFeed() as any Feed } }

        #expect(try request.resolve((any Feed).self) is Cached)
        #expect(app.validate().errors == [])
        #expect(app.validate().warnings.map(\.code) == [.nothingToDecorate])
        #expect(request.validate().findings == [])
    }

    @Test func `misses what nothing provides`() throws {
        let app = Container(name: "app") {
            $0.register(file: "App/Feeds.swift", line: 1) { LiveFeed() as any Feed }
            $0.cacheFeeds()
        }
        let error = #expect(throws: ResolutionError.self) { try app.resolve((any Feed).self) }
        try expectGolden("\(try #require(error))", "decorator-missing-binding")
        #expect(app.validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `that needs what it decorates is a cycle, and the hint says why`() throws {
        struct Loud: Feed {}
        let app = Container(name: "app") {
            $0.register(file: "App/Feeds.swift", line: 1) { LiveFeed() as any Feed }
            $0.register(file: "App/Feeds.swift", line: 2) { Reader(feed: try $0.resolve()) }
            $0.decorate((any Feed).self, file: "App/Loud.swift", line: 3) { _, resolver in
                try resolver.resolve(Reader.self).feed
            }
        }
        let error = #expect(throws: ResolutionError.self) { try app.resolve(Reader.self) }
        try expectGolden("\(try #require(error))", "decorator-cycle")
        let finding = try #require(app.validate().errors.first)
        #expect(finding.code == .cycle)
        #expect(finding.hint == error?.diagnostic.hint)
    }

    @Test func `that needs what it decorates asynchronously gets the same hint`() async throws {
        let app = Container {
            $0.register(.singleton) { LiveFeed() as any Feed }
            $0.decorate((any Feed).self) { _, resolver async throws in
                try await resolver.resolve((any Feed).self)
            }
        }
        let error = await #expect(throws: ResolutionError.self) {
            try await app.async.resolve((any Feed).self)
        }
        #expect(error?.code == .cycle)
        #expect(error?.diagnostic.hint?.hasPrefix("the decorator gets the original") == true)
    }

    @Test func `is not to blame for a cycle of the original`() throws {
        let app = Container(name: "app") {
            $0.register { (reader: Reader) in LiveFeed() as any Feed }
            $0.register { Reader(feed: $0) }
            $0.register { Cache() }
            $0.cacheFeeds()
        }
        let error = #expect(throws: ResolutionError.self) { try app.resolve(Reader.self) }
        #expect(error?.code == .cycle)
        #expect(error?.diagnostic.hint?.contains("the original") == false)
        #expect(app.validate().errors.map(\.hint) == [error?.diagnostic.hint])
    }

    @Test func `with nothing to decorate is a finding`() throws {
        let app = Container(name: "app") {
            $0.register(file: "App/Feeds.swift", line: 1) { LiveFeed() }
            $0.cacheFeeds()
        }
        let findings = app.validate().errors
        #expect(findings.map(\.code) == [.nothingToDecorate])
        try expectGolden(try #require(findings.first).rendered(), "nothing-to-decorate")

        let child = Container(parent: Container { $0.register { LiveFeed() as any Feed } })
        child.register { Cache() }
        child.cacheFeeds()
        #expect(child.validate().errors.isEmpty)
        child.decorate((any Feed).self, tag: "other") { original, _ in original }
        #expect(child.validate().errors.map(\.code) == [.nothingToDecorate])
    }

    @Test func `is shown for a child that decorates what its parent has`() throws {
        let app = Container(name: "app") {
            $0.register(.singleton, file: "App/Feeds.swift", line: 1) { LiveFeed() as any Feed }
            $0.register(.singleton, file: "App/Feeds.swift", line: 2) { Reader(feed: $0) }
        }
        let child = Container(name: "child", parent: app)
        child.register(file: "App/Child.swift", line: 3) { Cache() }
        child.register(tag: "own", file: "App/Child.swift", line: 4) { Reader(feed: $0) }
        child.cacheFeeds()
        _ = try child.resolve(Reader.self, tag: "own")

        try expectGolden(child.graph.text(), "decorated-by-a-child")
        #expect(child.validate().findings.isEmpty)
    }

    @Test func `has events of its own`() throws {
        let app = app()
        let events = Locked<[String]>([])
        let token = app.observe { event in
            guard case .made = event.kind else { return }
            let name = "\(event.key)\(event.isDecorator ? " decorated" : "")"
            events.withLock { $0.append(name) }
        }
        _ = try app.resolve(Reader.self)
        #expect(
            events.withLock { $0 } == ["any Feed", "Cache", "any Feed decorated", "Reader"]
        )
        withExtendedLifetime(token) {}
    }

    @Test func `wraps the implementation that is selected`() throws {
        let app = Container {
            $0.register(.singleton, tag: "one") { LiveFeed() as any Feed }.selectable()
            $0.register(.singleton, tag: "two") { LiveFeed() as any Feed }.selectable()
            $0.register { Cache() }
            $0.cacheFeeds()
        }
        try app.select("one", for: (any Feed).self)
        for tag in ["two", "one"] {
            try app.select(tag, for: (any Feed).self)
            let feed = try #require(try app.resolve((any Feed).self) as? Cached)
            #expect(feed.inner is LiveFeed)
        }
        #expect(app.validate().errors.isEmpty)
    }

    @Test
    func `does not hide what the original lacks`() throws {
        let app = Container {
            $0.register { (cache: Cache) in LiveFeed() as any Feed }
            $0.register(.singleton) { Reader(feed: try $0.resolve()) }
            $0.decorate((any Feed).self) { original, _ in original }
        }
        _ = try? app.resolve(Reader.self)
        #expect(app.validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `says where to decorate an input, and what is found through a link`() throws {
        let input = Container {
            $0.expects((any Feed).self, in: "login")
            $0.register { Cache() }
            $0.cacheFeeds()
        }
        let other = Container(name: "other") {
            $0.register(file: "App/Feeds.swift", line: 1) { LiveFeed() as any Feed }
        }
        let linked = Container {
            $0.register { Cache() }
            $0.cacheFeeds()
        }
        linked.link(with: other)

        func hint(_ container: Container) -> String? {
            container.validate().findings.first { $0.code == .nothingToDecorate }?.hint
        }
        #expect(
            hint(input)?.hasSuffix(
                "is an input, which is brought later: decorate it where the scope \"login\" is opened"
            ) == true
        )
        #expect(
            hint(linked)?.hasSuffix(
                "is registered at App/Feeds.swift:1 in \"other\", which is linked: decorate it there"
            ) == true
        )

        // What the hints say helps.
        let scope = try input.openScope("login") {
            $0.provide(LiveFeed() as any Feed)
            $0.cacheFeeds()
        }
        other.register { Cache() }
        other.cacheFeeds()
        for container in [scope, linked] {
            #expect(try container.resolve((any Feed).self) is Cached)
        }
    }
}
