// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Synchronization
import Testing

private protocol API: AnyObject, Sendable {
    var text: String { get }
}

private final class Live: API, Closable {
    let text: String
    private let closed: Closed
    init(_ text: String = "live", closed: Closed = Closed()) {
        self.text = text
        self.closed = closed
    }
    func close() { closed.count.add(1, ordering: .relaxed) }
}

private final class Closed: Sendable {
    let count = Atomic<Int>(0)
    var times: Int { count.load(ordering: .relaxed) }
}

private final class Wrapped: API {
    let name: String
    let inner: any API
    init(_ name: String, _ inner: any API) {
        self.name = name
        self.inner = inner
    }
    var text: String { "\(name)(\(inner.text))" }
}

extension Container {
    @discardableResult
    fileprivate func wrap(_ name: String) -> Container.Decoration {
        decorate((any API).self) { original, _ in Wrapped(name, original) }
    }

    fileprivate func api() throws -> any API { try resolve((any API).self) }

    fileprivate func inner() throws -> (any API)? { (try api() as? Wrapped)?.inner }
}

@Suite struct `What a decorator returns` {
    @Test(arguments: [false, true])
    func `is disposed of once if it is the original`(_ isAsync: Bool) async throws {
        let closed = Closed()
        let app = Container {
            $0.register(.singleton) { Live(closed: closed) as any API }
        }
        if isAsync {
            app.decorate((any API).self) { original, _ async in original }
        } else {
            app.decorate((any API).self) { original, _ in original }
        }
        app.decorate((any API).self) { original, _ in original }
        _ = try await app.async.resolve((any API).self)
        try await app.close()
        #expect(closed.times == 1)
    }

    @Test func `is disposed of once if the definition forwards it`() async throws {
        let closed = Closed()
        let app = Container {
            $0.register(.singleton) { Live(closed: closed) }.implements((any API).self) { $0 }
            $0.decorate((any API).self) { original, _ in original }
        }
        _ = try app.api()
        try await app.close()
        #expect(closed.times == 1)
    }

    @Test func `is disposed of as the definition says if it is the original`() async throws {
        let (closed, disposed) = (Closed(), Closed())
        let app = Container {
            $0.register(.singleton) { Live(closed: closed) as any API }
                .onClose { _ in disposed.count.add(1, ordering: .relaxed) }
            $0.decorate((any API).self) { original, _ in original }
        }
        _ = try app.api()
        try await app.close()
        #expect(disposed.times == 1)
        #expect(closed.times == 0)
    }

    @Test func `is left to the parent that keeps the original`() async throws {
        let closed = Closed()
        let app = Container {
            $0.register(.singleton) { Live(closed: closed) as any API }
        }
        let child = Container(parent: app)
        child.decorate((any API).self) { original, _ in original }
        _ = try child.api()
        try await child.close()
        #expect(closed.times == 0)
        try await app.close()
        #expect(closed.times == 1)
    }

    @Test func `is disposed of if it is an object of its own`() async throws {
        let (closed, own) = (Closed(), Closed())
        let app = Container {
            $0.register(.singleton) { Live(closed: closed) as any API }
            $0.decorate((any API).self) { _, _ in Live("own", closed: own) }
        }
        _ = try app.api()
        try await app.close()
        #expect([closed.times, own.times] == [1, 1])
    }
}

private struct Refusal: Error {}

private final class Stubborn: API, Closable {
    let text = "stubborn"
    func close() throws { throw Refusal() }
}

@Suite struct `A wrapper that cannot be closed` {
    @Test(arguments: [false, true])
    func `is told from its original`(_ isScoped: Bool) async throws {
        let app = Container()
        app.register(.scoped("request"), file: "App/API.swift", line: 1) { Stubborn() as any API }
        if !isScoped {
            app.register(.singleton, file: "App/API.swift", line: 1) { Stubborn() as any API }
                .replacing()
        }
        app.decorate((any API).self, file: "App/API.swift", line: 2) { _, _ in Stubborn() }
        let container = try isScoped ? app.openScope("request") : app
        _ = try container.api()
        let error = await #expect(throws: CloseError.self) { try await container.close() }
        #expect(error?.failures.map(\.isDecorator) == [true, false])
        let steps = try #require(error).diagnostics.flatMap(\.path)
        #expect(steps.map(\.isDecorator) == [true, false])
        #expect(error?.description.contains("App/API.swift:2  (decorator)") == true)
    }
}

@Suite struct `A kept wrapper` {
    @Test(arguments: [false, true])
    func `in a child is made anew once its parent has dropped the original`(
        _ isForwarded: Bool
    ) throws {
        let app = Container()
        if isForwarded {
            app.register(.singleton) { Live() }.implements((any API).self) { $0 }
        } else {
            app.register(.singleton) { Live() as any API }
        }
        let child = Container(parent: app)
        child.wrap("d")
        for _ in 1...2 {
            let wrapper = try child.api()
            app.dropInstances(of: String.self)
            #expect(try child.api() === wrapper)
            app.dropInstances()
            #expect(try child.api() !== wrapper)
            #expect(try child.inner() === app.api())
            #expect(try child.api() === child.api())
        }
    }

    @Test func `is made anew once the type that it forwards to was reset`() throws {
        let app = Container {
            $0.register(.singleton) { Live() }.implements((any API).self) { $0 }
        }
        app.wrap("d")
        for _ in 1...2 {
            let wrapper = try app.api()
            app.dropInstances(of: Live.self)
            #expect(try app.api() !== wrapper)
            #expect(try app.inner() === app.resolve(Live.self))
        }
    }

    @Test func `in a child is made anew if the parent replaces what is forwarded`() throws {
        let app = Container {
            $0.register(.singleton) { Live("old") }.implements((any API).self) { $0 }
        }
        let child = Container(parent: app)
        child.wrap("d")
        #expect(try child.api().text == "d(old)")
        app.register(.singleton) { Live("new") }.replacing()
        #expect(try child.api().text == "d(new)")
    }

    @Test(arguments: ["before", "between", "after"])
    func `lives as long as what took the place of what is forwarded`(_ decorated: String) throws {
        let app = Container()
        if decorated == "before" {
            app.register { Live("any") as any API }
            app.wrap("d")
        }
        app.register(.scoped("request")) { Live("old") }.implements((any API).self) { $0 }
        if decorated == "between" { app.wrap("d") }
        app.register { Live("new") }
        if decorated == "after" { app.wrap("d") }
        #expect(try app.api().text == "d(new)")
        #expect(try app.api() !== app.api())
        app.register(.singleton) { Live("last") }
        #expect(try app.api().text == "d(last)")
        #expect(try app.api() === app.api())
    }

    @Test func `in a child lives as long as what took the place of what is forwarded`() throws {
        let app = Container {
            $0.register(.scoped("request")) { Live("old") }.implements((any API).self) { $0 }
        }
        let child = Container(parent: app)
        child.wrap("d")
        #expect(throws: ResolutionError.self) { try child.api() }
        app.register { Live("new") }
        #expect(try child.api().text == "d(new)")
        #expect(try child.api() !== child.api())
        app.register(.singleton) { Live("last") }
        #expect(try child.api().text == "d(last)")
        #expect(try child.api() === child.api())
    }

    @Test func `in a grandchild is made anew, whoever wraps in between`() throws {
        let app = Container { $0.register(.singleton) { Live() as any API } }
        let child = Container(parent: app)
        child.wrap("inner")
        let grandchild = Container(parent: child)
        grandchild.wrap("outer")
        let first = try grandchild.api()
        #expect(first.text == "outer(inner(live))")
        child.dropInstances()
        #expect(try grandchild.inner() === child.api())
        app.dropInstances()
        #expect(try grandchild.inner() === child.api())
        #expect(try child.inner() === app.api())
    }

    @Test func `around what an overlay keeps is made anew with it`() throws {
        let app = Container { $0.register(.singleton) { Live() as any API } }
        let overlay = app.overriding { $0.register { 1 } }
        let child = Container(parent: overlay)
        child.wrap("d")
        let wrapper = try child.api()
        overlay.dropInstances()
        #expect(try child.api() !== wrapper)
        #expect(try child.inner() === overlay.api())
    }

    @Test func `with arguments is made anew`() throws {
        let app = Container {
            $0.register(.singleton) { (_: inout Resolver, name: String) in Live(name) as any API }
        }
        let child = Container(parent: app)
        child.wrap("d")
        func original(_ container: Container) throws -> any API {
            let api = try container.resolve((any API).self, arguments: "a")
            return (api as? Wrapped)?.inner ?? api
        }
        let first = try original(child)
        app.dropInstances()
        #expect(try original(child) !== first)
        #expect(try original(child) === original(app))
    }
}

@Suite struct `The resolver of a decorator` {
    @Test(arguments: [false, true], ["unique", "shared", "singleton", "scoped"])
    func `belongs to the container that decorates`(_ isForwarded: Bool, _ scope: String) throws {
        let app = Container { $0.register { "app" } }
        func add(_ container: Container) {
            switch (scope, isForwarded) {
            case ("unique", false): container.register { Live() as any API }
            case ("unique", true):
                container.register { Live() }.implements((any API).self) { $0 }
            case ("shared", false): container.register(.shared) { Live() as any API }
            case ("shared", true):
                container.register(.shared) { Live() }.implements((any API).self) { $0 }
            case ("singleton", false): container.register(.singleton) { Live() as any API }
            case ("singleton", true):
                container.register(.singleton) { Live() }.implements((any API).self) { $0 }
            case (_, false): container.register(.scoped("request")) { Live() as any API }
            case (_, true):
                container.register(.scoped("request")) { Live() }.implements((any API).self) { $0 }
            }
        }
        add(app)
        let scope = try app.openScope("request")
        let child = Container(parent: scope)
        child.register { "child" }
        child.decorate((any API).self) { original, resolver in
            Wrapped(try resolver.resolve(String.self), original)
        }
        for _ in 1...3 { #expect(try child.api().text == "child(live)") }
    }
}

@Suite struct `A decorator of a forwarded type` {
    @Test(arguments: ["unique", "shared", "singleton"])
    func `lives as long as what has replaced its target, whatever decorates that`(
        lifetime: String
    ) throws {
        let app = Container()
        app.register(.scoped("request")) { Live() }.implements((any API).self) { $0 }
        switch lifetime {
        case "unique": app.register { Live() }
        case "shared": app.register(.shared) { Live() }
        default: app.register(.singleton) { Live() }
        }
        app.decorate(Live.self, in: "request") { original, _ in original }
        app.decorate(Live.self) { original, _ in original }
        app.decorate((any API).self) { original, _ in Wrapped("outer", original) }
        #expect(try app.api().text == "outer(live)")
    }
}

@Suite struct `The hint for a decorator with nothing to decorate` {
    private func hint(_ decorate: (Container) -> Void) -> String? {
        let app = Container {
            $0.register(file: "App/API.swift", line: 1) { Live() as any API }.contributing()
            $0.register(tag: "t", file: "App/API.swift", line: 2) { 1 }
        }
        decorate(app)
        return app.validate().errors.first { $0.code == .nothingToDecorate }?.hint
    }

    @Test func `names the tag that is registered`() {
        let hint = hint { $0.decorate(Int.self, tag: "u") { original, _ in original } }
        #expect(hint == "Int \"t\" is registered at App/API.swift:2; add that tag")
    }

    @Test func `names what a collection, a provider or an optional is made of`() {
        let hints = [
            hint { $0.decorate([any API].self) { original, _ in original } },
            hint { $0.decorate(Provider<any API>.self) { original, _ in original } },
            hint { $0.decorate((any API)?.self) { original, _ in original } },
        ]
        let types = ["[any API]", "Provider<any API>", "(any API)?"]
        let fact = "any API is registered at App/API.swift:1; decorate that instead of "
        #expect(hints == types.map { "\(fact)\($0)" })
    }
}
