// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol API: Sendable {}
private final class LiveAPI: API {}
private final class FakeAPI: API {}

private final class Store: Sendable {
    let api: any API
    init(_ api: any API) { self.api = api }
}

@Suite struct `An overlay` {
    private let app = Container {
        $0.register(.singleton) { LiveAPI() as any API }
        $0.register(.singleton, factory: Store.init)
        $0.register { try [$0.resolve(Store.self)] }
    }

    @Test func `overrides dependencies of its base's singletons`() throws {
        let live = try app.resolve(Store.self)
        let overlay = app.overriding { $0.register(.singleton) { FakeAPI() as any API } }

        #expect(try overlay.resolve(Store.self).api is FakeAPI)
        #expect(try overlay.resolve([Store].self)[0].api is FakeAPI)
        #expect(try app.resolve(Store.self) === live)
        #expect(try app.resolve([Store].self)[0] === live)
    }

    @Test func `has its own instance of every cached definition`() throws {
        let overlay = app.overriding()
        let store = try overlay.resolve(Store.self)

        #expect(try overlay.resolve(Store.self) === store)
        #expect(try overlay.resolve([Store].self)[0] === store)
        #expect(try app.resolve(Store.self) !== store)
        #expect(try app.overriding().resolve(Store.self) !== store)
    }

    @Test func `of an overlay has its own instances, too`() throws {
        let outer = app.overriding { $0.register(.singleton) { FakeAPI() as any API } }
        let store = try outer.resolve(Store.self)
        let inner = outer.overriding()

        #expect(try inner.resolve(Store.self) !== store)
        #expect(try inner.resolve(Store.self).api is FakeAPI)
        #expect(
            try inner.resolve((any API).self) as AnyObject !== outer.resolve((any API).self)
                as AnyObject
        )
    }

    @Test func `keeps the instances of a scope around it`() throws {
        let app = Container { $0.register(.scoped(.request)) { LiveAPI() } }
        let scope = try app.openScope(.request)
        let live = try scope.resolve(LiveAPI.self)
        let overlay = scope.overriding()

        #expect(try overlay.resolve(LiveAPI.self) !== live)
        #expect(throws: ResolutionError.self) { try app.overriding().resolve(LiveAPI.self) }
        let inner = try app.overriding().openScope(.request)
        #expect(try inner.resolve(LiveAPI.self) === inner.resolve(LiveAPI.self))
    }

    @Test func `works on a container that is bootstrapped`() throws {
        let app = Container { $0.register(.eagerSingleton) { LiveAPI() } }
        try app.bootstrap()
        let overlay = app.overriding { $0.register(.singleton) { [1] } }

        #expect(try overlay.resolve([Int].self) == [1])
        #expect(try overlay.resolve(LiveAPI.self) !== app.resolve(LiveAPI.self))
    }

    @Test func `keeps arguments, tags, steps and callbacks as they are`() throws {
        let journal = Journal<String>()
        let app = Container {
            $0.register(.singleton, tag: "a") { (_: inout Resolver, number: Int) in "\(number)" }
                .injecting { _, text in journal.note("step \(text)") }
                .didResolve { journal.note("done \($0)") }
        }
        let overlay = app.overriding()

        for _ in 1...2 {
            _ = try overlay.resolve(String.self, tag: "a", arguments: 1)
            _ = try overlay.resolve(String.self, tag: "a", arguments: 2)
        }

        #expect(journal.entries == ["step 1", "done 1", "step 2", "done 2"])
    }

    @Test func `calls its own observers for all its builds`() throws {
        let journal = Journal<String>()
        let overlay = app.overriding()
        let observation = overlay.observe { event in
            if case .made = event.kind { journal.note(event.key.description) }
        }

        _ = try overlay.resolve([Store].self)
        _ = try app.resolve([Store].self)
        observation.cancel()

        let made = journal.entries.map { $0.split(separator: ".").last ?? "" }
        #expect(made == ["any API", "Store", "[Store]"])
    }

    @Test func `keeps its instances when its base changes`() throws {
        let overlay = app.overriding()
        let child = Container(name: "child", parent: overlay)
        let api = try child.resolve((any API).self) as AnyObject

        app.register(.singleton) { FakeAPI() as any API }.replacing()

        #expect(try overlay.resolve((any API).self) as AnyObject === api)
        #expect(try child.resolve((any API).self) as AnyObject === api)
        #expect(try app.resolve((any API).self) is FakeAPI)
    }

    @Test func `starts again when it is reset`() throws {
        let overlay = app.overriding { $0.register(.singleton) { FakeAPI() as any API } }
        let store = try overlay.resolve(Store.self)

        overlay.reset()

        #expect(try overlay.resolve(Store.self) !== store)
        #expect(try overlay.resolve(Store.self).api is LiveAPI)
    }

    @Test func `is released with its holder`() throws {
        weak var weakOverlay: Container?
        do {
            let overlay = app.overriding()
            _ = try overlay.resolve(Store.self)
            weakOverlay = overlay
        }
        #expect(weakOverlay == nil)
    }
}
