// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private protocol API: AnyObject, Sendable {
    var text: String { get }
}

private final class Live: API, Closable {
    let log: Lines?
    let name: String
    init(_ name: String = "live", log: Lines? = nil) {
        self.name = name
        self.log = log
    }
    var text: String { name }
    func close() { log?.add("live") }
}

private final class Wrapped: API, Closable {
    let inner: any API
    let name: String
    let log: Lines?
    init(_ name: String, _ inner: any API, log: Lines? = nil) {
        self.name = name
        self.inner = inner
        self.log = log
    }
    var text: String { "\(name)(\(inner.text))" }
    func close() { log?.add(name) }
}

private final class Lines: Sendable {
    private let lines = Locked<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

@MainActor private final class Screen {
    let title: String
    init(_ title: String) { self.title = title }
}

private struct Feed: Sendable {
    let api: any API
    init(api: any API) { self.api = api }
}

extension Container {
    fileprivate func wrap(_ name: String, tag: (any TagConvertible)? = nil) -> Container.Decoration
    {
        decorate((any API).self, tag: tag) { original, _ in Wrapped(name, original) }
    }
}

@Suite struct `A decorator` {
    @Test(arguments: [false, true])
    func `wraps a definition, before or after it`(_ isFirst: Bool) throws {
        let app = Container()
        if isFirst { _ = app.wrap("cached") }
        app.register(.singleton) { Live() as any API }
        if !isFirst { _ = app.wrap("cached") }
        app.register { Feed(api: $0) }

        for _ in 1...3 {
            #expect(try app.resolve((any API).self).text == "cached(live)")
            #expect(try app.resolve(Feed.self).api.text == "cached(live)")
        }
        #expect(try app.resolve((any API).self) === app.resolve((any API).self))
    }

    @Test func `makes a new wrapper for each new instance`() throws {
        let app = Container { $0.register { Live() as any API } }
        _ = app.wrap("new")
        for _ in 1...3 {
            #expect(try app.resolve((any API).self) !== app.resolve((any API).self))
            #expect(try app.resolve((any API).self).text == "new(live)")
        }
    }

    @Test func `applies in the order it was added, and gets what it resolves`() throws {
        let app = Container {
            $0.register { "resolved" }
            $0.register { Live() as any API }
        }
        _ = app.wrap("inner")
        app.decorate((any API).self) { original, resolver in
            Wrapped(try resolver.resolve(String.self), original) as any API
        }
        for _ in 1...3 {
            #expect(try app.resolve((any API).self).text == "resolved(inner(live))")
        }
    }

    @Test func `wraps tagged definitions, contributions and those with arguments`() throws {
        let app = Container {
            $0.register { Live("one") as any API }.contributing()
            $0.register(.singleton) { Live("two") as any API }.contributing()
            $0.register(tag: "t") { Live("tagged") as any API }
            $0.register { (_: inout Resolver, name: String) in Live(name) as any API }
        }
        _ = app.wrap("d")
        for _ in 1...3 {
            #expect(try app.resolveAll((any API).self).map { $0.text } == ["d(one)", "d(two)"])
            #expect(try app.resolve([any API].self).map { $0.text } == ["d(one)", "d(two)"])
            #expect(try app.resolve((any API).self, tag: "t").text == "d(tagged)")
            #expect(try app.resolve((any API).self, arguments: "given").text == "d(given)")
        }
    }

    @Test func `with a tag wraps only that one`() throws {
        let app = Container {
            $0.register { Live() as any API }
            $0.register(tag: "t") { Live("tagged") as any API }
        }
        _ = app.wrap("d", tag: "t")
        #expect(try app.resolve((any API).self).text == "live")
        #expect(try app.resolve((any API).self, tag: "t").text == "d(tagged)")
    }

    @Test func `leaves the concrete type of a forwarded one as it is`() throws {
        let app = Container {
            $0.register(.singleton) { Live() }.implements((any API).self) { $0 }
        }
        _ = app.wrap("d")
        let live = try app.resolve(Live.self)
        for _ in 1...3 {
            let api = try #require(try app.resolve((any API).self) as? Wrapped)
            #expect(api.inner === live)
            #expect(try app.resolve((any API).self) === api)
        }
        #expect(try app.resolve(Live.self) === live)
    }

    @Test func `of a concrete type is seen through the types that it forwards`() throws {
        let app = Container {
            $0.register(.singleton) { Live("one") }.contributing()
                .implements((any API).self) { $0 }
            $0.register(.singleton) { Live("two") }.contributing()
                .implements((any API).self) { $0 }
            $0.decorate(Live.self) { original, _ in Live("d(\(original.name))") }
        }
        for _ in 1...3 {
            #expect(try app.resolveAll((any API).self).map { $0.text } == ["d(one)", "d(two)"])
            #expect(try app.resolve((any API).self).text == "d(two)")
            #expect(try app.resolve((any API).self) === app.resolve(Live.self))
        }
        #expect(app.validate().errors.isEmpty)
    }

    @Test func `of a child wraps for the child only, once`() throws {
        let app = Container {
            $0.register(.singleton) { Live() as any API }
            $0.register(.singleton) { Feed(api: $0) }
            $0.register(tag: "unique") { Feed(api: try $0.resolve()) }
        }
        let child = Container(parent: app)
        _ = child.wrap("child")

        let original = try app.resolve((any API).self)
        for _ in 1...3 {
            let api = try #require(try child.resolve((any API).self) as? Wrapped)
            #expect(api.inner === original)
            #expect(try child.resolve((any API).self) === api)
            #expect(try child.resolve(Feed.self).api === original)
            #expect(try child.resolve(Feed.self, tag: "unique").api === api)
        }
        #expect(try app.resolve((any API).self) === original)
    }

    @Test func `of an overlay wraps what the overlay makes anew`() throws {
        let app = Container {
            $0.register(.singleton) { Live() as any API }
            $0.register(.singleton) { Feed(api: $0) }
        }
        _ = app.wrap("base")
        let base = try app.resolve((any API).self)
        let overlay = app.overriding { _ = $0.wrap("overlay") }

        let api = try overlay.resolve((any API).self)
        #expect(api.text == "overlay(base(live))")
        #expect(try overlay.resolve((any API).self) === api)
        #expect(try overlay.resolve(Feed.self).api === api)
        #expect(try app.resolve((any API).self) === base)
    }

    @Test func `of a scoped definition is kept by the scope, and closed before the original`()
        async throws
    {
        let log = Lines()
        let app = Container {
            $0.register(.scoped("request")) { Live(log: log) as any API }
        }
        app.decorate((any API).self) { original, _ in Wrapped("d", original, log: log) }
        let (first, second) = try (app.openScope("request"), app.openScope("request"))
        let api = try first.resolve((any API).self)
        #expect(try first.resolve((any API).self) === api)
        #expect(try second.resolve((any API).self) !== api)
        try await first.close()
        #expect(log.all == ["d", "live"])
        try await second.close()
    }

    @Test func `of a child inside a scope wraps what the scope keeps, once`() throws {
        let app = Container { $0.register(.scoped("request")) { Live() as any API } }
        let scope = try app.openScope("request")
        let child = Container(parent: scope)
        _ = child.wrap("d")
        let wrapped = try #require(try child.resolve((any API).self) as? Wrapped)
        #expect(try child.resolve((any API).self) === wrapped)
        #expect(try scope.resolve((any API).self) === wrapped.inner)
    }

    @Test(arguments: [false, true])
    func `is added to a scope or an overlay that keeps an instance`(_ isOverlay: Bool) throws {
        let app = Container()
        if isOverlay {
            app.register(.singleton) { Live() as any API }
        } else {
            app.register(.scoped("request")) { Live() as any API }
        }
        let layer = try isOverlay ? app.overriding { $0.register { 1 } } : app.openScope("request")
        let live = try layer.resolve((any API).self)
        let decoration = layer.wrap("d")
        let wrapped = try #require(try layer.resolve((any API).self) as? Wrapped)
        #expect(wrapped.name == "d")
        #expect(wrapped.inner === live)
        #expect(try layer.resolve((any API).self) === wrapped)
        layer.remove(decoration)
        #expect(try layer.resolve((any API).self) === live)
    }

    @Test func `is made anew if the concrete type that it forwards to is replaced`() throws {
        let app = Container {
            $0.register(.singleton) { Live("old") }.implements((any API).self) { $0 }
        }
        _ = app.wrap("d")
        #expect(try app.resolve((any API).self).text == "d(old)")
        app.register { 1 }
        #expect(try app.resolve((any API).self) === app.resolve((any API).self))
        app.register(.singleton) { Live("new") }.replacing()
        #expect(try app.resolve((any API).self).text == "d(new)")
        app.decorate(Live.self) { original, _ in Live("seen \(original.name)") }
        #expect(try app.resolve((any API).self).text == "d(seen new)")
    }

    @Test func `of another type leaves contributions in an open scope as they are`() throws {
        let app = Container {
            $0.register(.scoped("request")) { Live() as any API }.contributing()
        }
        let scope = try app.openScope("request") {
            $0.register { Live("own") as any API }.contributing()
        }
        let first = try scope.resolve([any API].self)[0]
        scope.decorate(String.self) { original, _ in original }
        #expect(try scope.resolve([any API].self)[0] === first)
        scope.install { $0.register { "x" } }
        #expect(try scope.resolve([any API].self)[0] === first)
    }

    @Test func `added and removed later drops the wrapper, never the original`() throws {
        let app = Container { $0.register(.singleton) { Live() as any API } }
        let live = try app.resolve((any API).self)

        let first = app.wrap("first")
        let wrapped = try #require(try app.resolve((any API).self) as? Wrapped)
        #expect(wrapped.inner === live)
        let second = app.wrap("second")
        let twice = try #require(try app.resolve((any API).self) as? Wrapped)
        #expect(twice.text == "second(first(live))")
        #expect(twice.inner === wrapped)
        app.remove(first)
        #expect(try app.resolve((any API).self).text == "second(live)")
        app.remove(second)
        #expect(try app.resolve((any API).self) === live)
    }

    @Test func `is part of an install, and of a module`() throws {
        struct Refusal: Error {}
        let app = Container { $0.register { Live() as any API } }
        try? app.install {
            _ = $0.wrap("never")
            throw Refusal()
        }
        #expect(try app.resolve((any API).self).text == "live")

        struct Caches: Module {
            func register(in container: Container) { _ = container.wrap("cached") }
        }
        app.install(Caches())
        #expect(try app.resolve((any API).self).text == "cached(live)")
        app.uninstall(Caches())
        #expect(try app.resolve((any API).self).text == "live")
    }

    @Test func `that asks for its own type is a cycle`() throws {
        let app = Container { $0.register { Live() as any API } }
        app.decorate((any API).self) { _, resolver in try resolver.resolve() }
        let error = #expect(throws: ResolutionError.self) { try app.resolve((any API).self) }
        #expect(error?.code == .cycle)
    }

    @Test func `wraps what is made asynchronously, and an input`() async throws {
        let app = Container {
            $0.register(.singleton) { () async in Live("late") as any API }
            $0.expects(Int.self, in: "request")
        }
        _ = app.wrap("d")
        let error = #expect(throws: ResolutionError.self) { try app.resolve((any API).self) }
        #expect(error?.code == .needsAsync)
        let api = try await app.async.resolve((any API).self)
        #expect(api.text == "d(late)")
        #expect(try app.resolve((any API).self) === api)

        app.decorate(Int.self) { number, _ in number + 1 }
        let request = try app.openScope("request") { $0.provide(41) }
        request.decorate(Int.self) { number, _ in number * 2 }
        #expect(try request.resolve(Int.self) == 82)
    }

    @Test func `is passed by what is adopted`() throws {
        let app = Container {
            $0.register { Live("made") }.injecting { (_: inout Resolver, live: Live) in
                live.log?.add("injected")
            }
        }
        app.decorate(Live.self) { _, _ in Live("wrapped") }
        let log = Lines()
        try app.adopt(Live("own", log: log))
        #expect(log.all == ["injected"])
        #expect(try app.resolve(Live.self).text == "wrapped")
    }

    @Test(arguments: [false, true])
    func `stays when what it wraps is replaced`(_ isOverlay: Bool) throws {
        let app = Container { $0.register { Live() as any API } }
        let container = isOverlay ? app.overriding { _ in } : app
        _ = container.wrap("d")
        container.register { Live("fake") as any API }.replacing()
        #expect(try container.resolve((any API).self).text == "d(fake)")
        #expect(container.validate().errors.isEmpty)
    }

    @Test func `leaves what an overlay registers itself as it is`() throws {
        let app = Container { $0.register { Live() as any API } }
        _ = app.wrap("d")
        let overlay = app.overriding { $0.register { Live("fake") as any API }.replacing() }
        #expect(try overlay.resolve((any API).self).text == "fake")
        #expect(try app.resolve((any API).self).text == "d(live)")
    }

    @Test func `keeps one original for each list of arguments`() throws {
        let app = Container {
            $0.register(.singleton) { (_: inout Resolver, name: String, _: Int) in
                Live(name) as any API
            }
        }
        _ = app.wrap("d")
        func api(_ name: String) throws -> any API {
            try app.resolve((any API).self, arguments: name, 1)
        }
        #expect(try [api("a"), api("b"), api("a")].map { $0.text } == ["d(a)", "d(b)", "d(a)"])
        #expect(try api("a") === api("a"))
        #expect(try (api("a") as? Wrapped)?.inner !== (api("b") as? Wrapped)?.inner)
    }

    @Test func `may be asynchronous`() async throws {
        let app = Container {
            $0.register(.singleton) { Live() as any API }
            $0.register { (_: inout Resolver, name: String) in Live(name) as any API }
            $0.register { () async in "awaited" }
        }
        app.decorate((any API).self) { original, resolver async throws in
            Wrapped(try await resolver.resolve(String.self), original) as any API
        }
        let error = #expect(throws: ResolutionError.self) { try app.resolve((any API).self) }
        #expect(error?.code == .needsAsync)
        let api = try await app.async.resolve((any API).self)
        #expect(api.text == "awaited(live)")
        #expect(try app.resolve((any API).self) === api)
        let made = try await app.async.resolve((any API).self, arguments: "given")
        #expect(made.text == "awaited(given)")

        app.decorate((any API).self) { original, _ in Wrapped("twice", original) }
        #expect(try await app.async.resolve((any API).self).text == "twice(awaited(live))")
        #expect(app.validate().errors.isEmpty)
    }

    @MainActor @Test func `wraps on the main actor what is made there`() async throws {
        let app = Container()
        app.main.register { Screen("screen") }
        app.main.register(.singleton) { Live("main") as any API }
        app.main.decorate(Screen.self) { original, resolver in
            Screen("\(try resolver.resolve(String.self)) \(original.title)")
        }
        app.register { "wrapped" }
        _ = app.wrap("d")
        #expect(try app.main.resolve(Screen.self).title == "wrapped screen")
        #expect(try app.main.resolve((any API).self).text == "d(main)")

        app.register(.singleton) { () async in Live("late") }
        app.main.decorate(Live.self) { original, _ in Live("\(original.name), seen") }
        let live = try await app.async.resolve(Live.self)
        #expect(live.name == "late, seen")
    }

    @Test func `is stored in a module`() throws {
        struct Caching: DefinitionModule {
            let api = ModuleDefinition(.singleton) { Live() as any API }
            let cached = ModuleDefinition.declaring {
                $0.decorate((any API).self) { original, _ in Wrapped("cached", original) }
            }
        }
        for _ in 1...2 {
            let app = Container(modules: Caching())
            #expect(try app.resolve((any API).self).text == "cached(live)")
        }
    }

    @Test func `is exported by an assembly`() throws {
        struct Services: Assembly {
            let container: Container
            var api: any API { define(.singleton) { Live() as any API } }

            static var exports: [Export<Self>] {
                [
                    Export { $0.api },
                    .declaring {
                        $0.decorate((any API).self) { original, _ in Wrapped("exported", original) }
                    },
                ]
            }
        }
        let app = Container()
        app.export(Services.init)
        let apis = try (1...2).map { _ in try app.resolve((any API).self) }
        #expect(apis.map { $0.text } == ["exported(live)", "exported(live)"])
        let originals = apis.compactMap { ($0 as? Wrapped)?.inner }
        #expect(originals[0] === originals[1])
    }

    @Test func `cannot be added to a container that is bootstrapped`() async throws {
        await #expect(processExitsWith: .failure) {
            let app = Container { $0.register { Live() as any API } }
            try app.bootstrap()
            _ = app.wrap("late")
        }
    }

    @Test func `wraps one original for many threads`() async throws {
        let app = Container { $0.register(.singleton) { Live() as any API } }
        _ = app.wrap("d")
        let all = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<50 {
                group.addTask { ObjectIdentifier(try app.resolve((any API).self)) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(all.count == 1)
    }
}
