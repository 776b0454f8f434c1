// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol API: AnyObject, Sendable {
    var text: String { get }
}

private final class Live: API {
    let text = "live"
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

@MainActor private final class Screen {
    var title = "screen"
}

private final class Handler {
    var steps: [String] = []
}

extension Container {
    fileprivate func text() throws -> String { try resolve((any API).self).text }
}

@Suite struct `A decorator for scopes` {
    private func app() -> Container {
        Container(name: "app") {
            $0.register(.singleton) { Live() as any API }
            $0.expects(String.self, in: "request")
            $0.decorate((any API).self, in: "request") { original, resolver in
                Wrapped(try resolver.resolve(), original)
            }
        }
    }

    private func open(_ container: Container, _ text: String) throws -> Container {
        try container.openScope("request") { $0.provide(text) }
    }

    @Test func `wraps in each scope of its name, and nowhere else`() throws {
        let app = app()
        let (first, second) = try (open(app, "1"), open(app, "2"))
        let login = try app.openScope("login")
        for _ in 1...3 {
            #expect(try first.text() == "1(live)")
            #expect(try second.text() == "2(live)")
            #expect(try app.text() == "live")
            #expect(try login.text() == "live")
        }
        #expect(try first.resolve((any API).self) === first.resolve((any API).self))
        let original = try (first.resolve((any API).self) as? Wrapped)?.inner
        #expect(try original === app.resolve((any API).self))
        #expect(try Container(parent: first).text() == "1(live)")
        #expect(app.validate().findings.isEmpty)
        #expect(first.validate().findings.isEmpty)
    }

    @Test func `reaches scopes that are opened further down, the outermost first`() throws {
        let app = app()
        let login = try app.openScope("login")
        login.decorate((any API).self, in: "request") { original, _ in Wrapped("login", original) }
        let request = try login.openScope("request") {
            $0.provide("user")
            $0.decorate((any API).self) { original, _ in Wrapped("own", original) }
        }
        #expect(try request.text() == "own(login(user(live)))")
        #expect(try login.text() == "live")
        request.register { 1 }
        #expect(try request.text() == "own(login(user(live)))")
        #expect(try open(app, "1").text() == "1(live)")
    }

    @Test func `wraps what the scope keeps, registers and is given`() async throws {
        let app = Container {
            $0.register(.scoped("request")) { Live() as any API }
            $0.expects(Int.self, in: "request")
            $0.decorate((any API).self, in: "request") { original, _ in Wrapped("d", original) }
            $0.decorate(Int.self, in: "request") { number, _ in number + 1 }
            $0.decorate(Double.self, in: "request") { number, _ in number * 2 }
        }
        let request = try app.openScope("request") {
            $0.provide(41)
            $0.register { 1.5 }
        }
        #expect(try request.text() == "d(live)")
        #expect(try request.resolve((any API).self) === request.resolve((any API).self))
        #expect(try request.resolve(Int.self) == 42)
        #expect(try request.resolve(Double.self) == 3)
        // What is only registered where a scope is opened is not known before.
        #expect(app.validate().warnings.map(\.code) == [.nothingToDecorate])
        #expect(request.validate().errors.isEmpty)
        try await request.close()
    }

    @Test func `is in effect for what is opened while it is there`() throws {
        let app = Container { $0.register(.singleton) { Live() as any API } }
        let before = try app.openScope("request")
        let decoration = app.decorate((any API).self, in: "request") { original, _ in
            Wrapped("d", original)
        }
        let during = try app.openScope("request")
        app.remove(decoration)
        let after = try app.openScope("request")
        #expect(try before.text() == "live")
        #expect(try during.text() == "d(live)")
        #expect(try after.text() == "live")
    }

    @Test func `is declared by modules, and in overlays for that alone`() throws {
        struct Tracing: DefinitionModule {
            let trace = ModuleDefinition.declaring {
                $0.decorate((any API).self, in: "request") { original, _ in
                    Wrapped("traced", original)
                }
            }
        }
        let app = Container { $0.register(.singleton) { Live() as any API } }
        app.install(Tracing())
        #expect(try app.openScope("request").text() == "traced(live)")
        let overlay = app.overriding {
            $0.decorate((any API).self, in: "request") { original, _ in Wrapped("test", original) }
        }
        #expect(try overlay.openScope("request").text() == "test(traced(live))")
        #expect(try app.openScope("request").text() == "traced(live)")
        app.uninstall(Tracing())
        #expect(try app.openScope("request").text() == "live")
    }

    @Test func `may be asynchronous, or of the main actor`() async throws {
        let app = Container { $0.register(.singleton) { Live() as any API } }
        app.decorate((any API).self, in: "request") { original, _ async throws in
            await Task.yield()
            return Wrapped("late", original)
        }
        app.main.decorate((any API).self, in: "request") { original, _ in
            Wrapped(Screen().title, original)
        }
        let request = try app.openScope("request")
        let api = try await request.async.resolve((any API).self)
        #expect(api.text == "screen(late(live))")
        #expect(try request.resolve((any API).self) === api)
    }

    @Test func `is validated with what it resolves`() throws {
        let app = Container {
            $0.register(.singleton) { Live() as any API }
            $0.decorate((any API).self, in: "request") { original, resolver in
                Wrapped(try resolver.resolve(), original)
            }
        }
        let request = try app.openScope("request")
        #expect(throws: ResolutionError.self) { try request.text() }
        // What a scope has seen is its own.
        #expect(app.validate().errors.isEmpty)
        #expect(request.validate().errors.map(\.code).contains(.missingBinding))
        app.decorate(Int.self, in: "request") { number, _ in number }
        #expect(app.validate().warnings.map(\.code).contains(.nothingToDecorate))
        let node = try #require(app.graph.nodes.first { $0.isDecorator })
        #expect(node.lifetime == .scoped("request"))
    }

    @Test func `leaves nothing of its scope behind`() async throws {
        let app = app()
        weak var weakScope: Container?
        weak var weakWrapper: AnyObject?
        do {
            let scope = try open(app, "1")
            for _ in 1...3 { weakWrapper = try scope.resolve((any API).self) }
            weakScope = scope
            try await scope.close()
        }
        await eventually { weakScope == nil && weakWrapper == nil }
        #expect(weakScope == nil)
        #expect(weakWrapper == nil)
    }
}

@Suite struct `A step for scopes` {
    @Test func `runs for what is made in a scope of its name`() throws {
        struct Steps: DefinitionModule {
            let handler = ModuleDefinition { Handler() }
                .injecting { _, handler in handler.steps.append("always") }
                .injecting(in: "request") { resolver, handler in
                    handler.steps.append(try resolver.resolve())
                }
        }
        let app = Container { $0.expects(String.self, in: "request") }
        app.install(Steps())
        let request = try app.openScope("request") { $0.provide("in a request") }
        let job = try request.openScope("job")
        for _ in 1...3 {
            #expect(try app.resolve(Handler.self).steps == ["always"])
            #expect(try request.resolve(Handler.self).steps == ["always", "in a request"])
            #expect(try job.resolve(Handler.self).steps == ["always", "in a request"])
        }
    }
}
