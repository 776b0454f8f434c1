// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol API: AnyObject, Sendable {
    var text: String { get }
}

private final class Live: API {
    let text: String
    init(_ text: String = "live") { self.text = text }
}

private final class Wrapped: API {
    let name: String
    let inner: any API
    init(_ name: String, _ inner: any API) {
        self.name = name
        self.inner = inner
    }
    var text: String { "\(name)(\(inner.text))" }
    var live: any API { (inner as? Wrapped)?.live ?? inner }
}

private struct Feed: Sendable {
    let api: any API
}

/// What a factory captures.
private final class Capture: Sendable {}

extension Container {
    @discardableResult
    fileprivate func wrap(_ name: String = "d", tag: (any TagConvertible)? = nil)
        -> Container.Decoration
    {
        decorate((any API).self, tag: tag) { original, _ in Wrapped(name, original) }
    }

    fileprivate func api() throws -> any API { try resolve((any API).self) }
    fileprivate func text() throws -> String { try api().text }
}

@Suite struct `A container that decorates` {
    enum Kind: CaseIterable {
        case same, child, grandchild, scope, overlay, childOfOverlay, childOfScope
    }

    enum Lifetime: CaseIterable {
        case unique, shared, singleton, scoped
    }

    private func decorating(_ kind: Kind, _ app: Container) throws -> Container {
        let container =
            switch kind {
            case .same: app
            case .child: Container(parent: app)
            case .grandchild: Container(parent: Container(parent: app) { $0.wrap("inner") })
            case .scope: try app.openScope("request")
            case .overlay: app.overriding()
            case .childOfOverlay: Container(parent: app.overriding())
            case .childOfScope: Container(parent: try app.openScope("request"))
            }
        container.wrap("a")
        container.wrap("b")
        return container
    }

    @Test(arguments: Kind.allCases, Lifetime.allCases)
    func `keeps no definition that was replaced`(_ kind: Kind, _ lifetime: Lifetime) async throws {
        let app = Container()
        let request = try app.openScope("request")
        let container = try decorating(kind, app)
        // A request for a scoped instance needs a scope.
        let asked = lifetime == .scoped && kind == .same ? request : container
        guard lifetime != .scoped || [.same, .scope, .childOfScope].contains(kind) else { return }
        var captures: [Weak<Capture>] = []
        func replace() {
            let capture = Capture()
            captures.append(Weak(capture))
            let text = "\(captures.count)"
            let factory: @Sendable () -> any API = { withExtendedLifetime(capture) { Live(text) } }
            switch lifetime {
            case .unique: app.register(factory: factory).replacing()
            case .shared: app.register(.shared, factory: factory).replacing()
            case .singleton: app.register(.singleton, factory: factory).replacing()
            case .scoped: app.register(.scoped("request"), factory: factory).replacing()
            }
        }
        // What is asked for once is found by a search, and later by the table.
        for times in [1, 3] {
            for _ in 1...20 {
                replace()
                for _ in 1...times { _ = try asked.api() }
            }
            // An overlay or a scope keeps the first of its own instances, and what made it.
            await eventually { captures.count { $0.object != nil } <= 2 }
            #expect(captures.count { $0.object != nil } <= 2)
        }
        withExtendedLifetime((request, container)) {}
    }

    @Test func `follows its parent at once, however often it was asked`() throws {
        let app = Container { $0.register(.singleton) { Live("1") as any API } }
        let child = Container(parent: app)
        child.wrap()
        func expect(_ text: String) throws {
            for _ in 1...4 { #expect(try child.text() == text) }
            #expect(try child.api() === child.api())
        }
        try expect("d(1)")
        app.register(.singleton) { Live("2") as any API }.replacing()
        try expect("d(2)")
        app.register(.singleton, tag: "t") { Live("tagged") as any API }
        try expect("d(2)")
        let decoration = app.wrap("app")
        try expect("d(app(2))")
        app.remove(decoration)
        try expect("d(2)")
        let definition = child.register(.singleton) { Live("own") as any API }
        try expect("d(own)")
        child.remove(definition)
        try expect("d(2)")
        let own = child.wrap("e")
        try expect("e(d(2))")
        child.remove(own)
        try expect("d(2)")
        app.reset()
        #expect(throws: ResolutionError.self) { try child.api() }
        app.register(.singleton) { Live("3") as any API }
        try expect("d(3)")
    }

    @Test func `follows what comes between it and the definition`() throws {
        let app = Container { $0.register(.singleton) { Live("app") as any API } }
        let middle = Container(parent: app)
        let child = Container(parent: middle)
        child.wrap()
        for _ in 1...3 { #expect(try child.text() == "d(app)") }
        let wrapper = try child.api()
        let definition = middle.register(.singleton) { Live("middle") as any API }
        for _ in 1...3 { #expect(try child.text() == "d(middle)") }
        middle.remove(definition)
        for _ in 1...3 { #expect(try child.api() === wrapper) }
        let decoration = middle.wrap("m")
        for _ in 1...3 { #expect(try child.text() == "d(m(app))") }
        middle.remove(decoration)
        for _ in 1...3 { #expect(try child.api() === wrapper) }
    }

    @Test func `is closed to requests once its parent is`() async throws {
        let app = Container { $0.register(.singleton) { Live() as any API } }
        let child = Container(parent: app)
        child.wrap()
        for _ in 1...3 { #expect(try child.text() == "d(live)") }
        try await app.close()
        let error = #expect(throws: ResolutionError.self) { try child.api() }
        #expect(error?.code == .scopeClosed)
    }

    @Test func `keeps its wrapper if its parent changes something else of the type`() throws {
        let app = Container { $0.register(.singleton) { Live() as any API } }
        let child = Container(parent: app)
        child.wrap()
        let wrapper = try child.api()
        for number in 1...5 {
            app.register(.singleton, tag: number) { Live("\(number)") as any API }
            child.register(.singleton, tag: "own \(number)") { Live("\(number)") as any API }
            #expect(try child.api() === wrapper)
            #expect(try child.api() === wrapper)
        }
    }

    @Test(arguments: [Kind.overlay, .scope])
    func `and keeps an instance keeps it when its base changes`(_ kind: Kind) throws {
        let app = Container()
        func register(_ text: String) {
            app.register(.scoped("request")) { Live(text) as any API }.replacing()
            guard kind == .overlay else { return }
            app.register(.singleton) { Live(text) as any API }.replacing()
        }
        register("1")
        let layer = try decorating(kind, app)
        let wrapper = try layer.api()
        #expect(wrapper.text == "b(a(1))")
        register("2")
        #expect(try layer.api() === wrapper)
        layer.register { 1 }
        #expect(try layer.api() === wrapper)
        let child = Container(parent: layer)
        #expect(try child.api() === wrapper)
        let decoration = layer.wrap("c")
        #expect(try layer.text() == "c(b(a(1)))")
        layer.remove(decoration)
        #expect(try layer.text() == "b(a(1))")
        layer.register { Live("own") as any API }
        #expect(try layer.text() == "b(a(own))")
    }

    @Test func `keeps an instance that is no longer decorated`() throws {
        let app = Container { $0.register(.singleton) { Live("1") as any API } }
        let overlay = app.overriding()
        let decoration = overlay.wrap()
        let original = try #require(try overlay.api() as? Wrapped).inner
        app.register(.singleton) { Live("2") as any API }.replacing()
        overlay.remove(decoration)
        #expect(try overlay.api() === original)
        overlay.wrap("e")
        #expect(try (overlay.api() as? Wrapped)?.inner === original)
        overlay.reset()
        #expect(try overlay.text() == "2")
    }

    @Test func `wraps each contribution, whatever was asked before`() throws {
        let app = Container {
            $0.register(.singleton) { Live("1") as any API }.contributing()
            $0.register(.singleton) { Live("2") as any API }.contributing()
        }
        for container in [Container(parent: app), app.overriding()] {
            container.wrap()
            for _ in 1...3 {
                #expect(try container.resolve([any API].self).map(\.text) == ["d(1)", "d(2)"])
                #expect(try container.text() == "d(2)")
                #expect(try container.resolveAll((any API).self)[1] === container.api())
            }
            #expect(try container.resolve([any API].self).count == 2)
        }
    }

    @Test func `can select among what its parent implements`() throws {
        let app = Container {
            $0.register(.singleton, tag: "a") { Live("a") as any API }.selectable()
            $0.register(.singleton, tag: "b") { Live("b") as any API }.selectable()
        }
        let child = Container(parent: app)
        child.wrap()
        for _ in 1...3 {
            #expect(try child.text() == "d(a)")
            #expect(try child.resolve((any API).self, tag: "b").text == "d(b)")
        }
        try child.select("b", for: (any API).self)
        for _ in 1...3 { #expect(try child.text() == "d(b)") }
        try app.select("b", for: (any API).self)
        try child.select("a", for: (any API).self)
        for _ in 1...3 { #expect(try child.text() == "d(a)") }
    }

    @Test func `replaces what it has wrapped, and gets it back`() throws {
        let app = Container { $0.register(.singleton) { Live() as any API } }
        let child = Container(parent: app)
        child.wrap()
        for _ in 1...3 { #expect(try child.text() == "d(live)") }
        let fake = child.register { (_: Capture) in Live("wired") as any API }
        child.register { Capture() }
        for _ in 1...3 { #expect(try child.text() == "d(wired)") }
        child.remove(fake)
        for _ in 1...3 { #expect(try child.text() == "d(live)") }
    }

    @Test func `nests hundreds of decorators in order`() throws {
        // A sanitizer makes each call's part of the stack several times larger.
        #if MORTISE_SANITIZED
        let half = 50
        #else
        let half = 250
        #endif
        let app = Container { $0.register(.singleton) { Live() as any API } }
        let child = Container(parent: app)
        for number in 1...half {
            app.wrap("\(number)")
            child.wrap("\(half + number)")
        }
        let text = try child.text()
        #expect(text.hasPrefix("\(2 * half)(\(2 * half - 1)("))
        #expect(text.contains("\(half + 1)(\(half)("))
        #expect(text.contains("2(1(live"))
        #expect(try child.api() === child.api())
    }

    @Test func `wraps what is there in every form, decorator after decorator`() throws {
        let app = Container { container in
            container.register(.singleton) { Live("plain") as any API }
            container.register(.singleton, tag: "t") { Live("tagged") as any API }
            container.register { (capture: Capture) in Feed(api: Live("wired")) }
            container.register { Capture() }
            container.register(.singleton) { Live("concrete") }
        }
        let child = Container(parent: app)
        for (number, expected) in ["1", "2", "3", "4"].enumerated() {
            app.wrap(expected)
            app.wrap("tag", tag: "t")
            child.decorate(Feed.self) { feed, _ in Feed(api: Wrapped(expected, feed.api)) }
            #expect(try app.text().hasPrefix("\(expected)("))
            #expect(try app.resolve((any API).self, tag: "t").text.hasPrefix("tag(\(expected)("))
            #expect(try app.resolve(Live.self).text == "concrete")
            #expect(try app.api() === app.api())
            let feed = try child.resolve(Feed.self).api
            #expect(feed.text.split(separator: "(").count == number + 2)
            #expect(try app.resolve(Feed.self).api.text == "wired")
        }
        app.register(.singleton) { Live("new") as any API }.replacing()
        #expect(try app.text() == "4(3(2(1(new))))")
    }

    @Test func `drops the wrapper of what is forwarded to a type that is decorated later`() throws {
        let app = Container {
            $0.register(.singleton) { Live("live") }.implements((any API).self) { $0 }
        }
        app.wrap("api")
        #expect(try app.text() == "api(live)")
        app.decorate(Live.self) { original, _ in Live("new " + original.text) }
        let text = try app.text()
        #expect(try app.api() === app.api())
        let fresh = Container {
            $0.register(.singleton) { Live("live") }.implements((any API).self) { $0 }
            $0.wrap("api")
            $0.decorate(Live.self) { original, _ in Live("new " + original.text) }
        }
        #expect(try text == fresh.text())
    }

    @Test func `never shows what its parent had replaced before it was asked`() async throws {
        struct World: Sendable {
            let app = Container { $0.register(.singleton) { Live("0") as any API } }
            let published = Counter()
            let child: Container
            init() {
                child = Container(parent: app)
                child.wrap()
            }
        }
        try await race(rounds: 10, threads: 3) { _ in
            World()
        } run: { world, thread, _ in
            guard thread > 0 else {
                for number in 1...100 {
                    world.app.register(.singleton) { Live("\(number)") as any API }.replacing()
                    world.published.add()
                }
                return true
            }
            for _ in 1...300 {
                let least = world.published.value
                let number = Int(try world.child.text().dropFirst(2).dropLast()) ?? -1
                if number < least { return false }
            }
            return true
        } check: { world, outcomes in
            for outcome in outcomes {
                let isGood = try outcome.get()
                #expect(isGood)
            }
            for _ in 1...3 {
                let text = try world.child.text()
                #expect(text == "d(100)")
            }
        }
    }
}
