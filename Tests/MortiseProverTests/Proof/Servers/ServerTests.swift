// SPDX-License-Identifier: MIT

import MortiseProver
import Testing

@Suite("A program that runs services")
struct ServiceTests {
    private func report(_ body: String, registers engine: Bool = true) throws -> String {
        try ServerModules.report(
            on: """
                import Mortise
                import MortiseServices
                import ServiceLifecycle
                struct Engine: Sendable {}
                struct Worker: Service { let engine: Engine; func run() async throws {} }
                let app = Container()
                \(engine ? "app.register(.singleton) { Engine() }" : "")
                \(body)
                """
        ).rendered()
    }

    @Test(
        "is proven if each of them can be made",
        arguments: [
            "app.register(.singleton) { Worker(engine: $0) }.runs()",
            "app.register(.singleton) { Worker(engine: $0) as any Service }.runs()",
            "app.register(.eagerSingleton) { Worker(engine: $0) }",
            "app.async.register(.singleton) { (e: Engine) async in Worker(engine: e) }.runs()",
            "app.register(.singleton) { [$0 as Engine] }.onStart { _ in }",
        ]
    )
    func services(statement: String) throws {
        let right = try report(statement + "\ntry await app.runServices()")
        #expect(right == "1 call site: 1 proven, 0 wrong, 0 not proven\n")
        let wrong = try report(statement + "\ntry await app.runServices()", registers: false)
        #expect(wrong.contains("main.swift:9:11: error: [missing-binding] Nothing provides Engine"))
    }

    @Test("does not make what does not run")
    func others() throws {
        let text = try report(
            "app.register(.singleton) { Worker(engine: $0) }\ntry await app.runServices()",
            registers: false
        )
        #expect(!text.contains("error"))
    }

    @Test("has closed the container then, also if that failed")
    func closed() throws {
        let text = try report(
            """
            app.register(.singleton) { Worker(engine: $0) }.runs()
            do { try await app.runServices() } catch {}
            _ = try app.resolve(Engine.self)
            """
        )
        #expect(text.contains("main.swift:10:9: error: [scope-closed]"))
    }
}

@Suite("A program that binds structures to a configuration")
struct ConfigurationTests {
    private func report(_ body: String) throws -> String {
        try ServerModules.report(
            on: """
                import Mortise
                import MortiseConfiguration
                struct DataConfig: ConfigBound {}
                let app = Container()
                \(body)
                """
        ).rendered()
    }

    @Test("is proven if it asks for what is bound")
    func bound() throws {
        let text = try report(
            """
            app.configure(with: []) {
                $0.bind(DataConfig.self, at: "data")
                $0.bind(DataConfig.self, at: "more", tag: "more")
            }
            _ = try app.resolve(DataConfig.self, tag: "more")
            try app.bootstrap()
            """
        )
        #expect(text == "2 call sites: 2 proven, 0 wrong, 0 not proven\n")
    }

    @Test("is wrong if it asks for anything else")
    func unbound() throws {
        let text = try report(
            """
            app.configure(with: []) { $0.bind(DataConfig.self, at: "data", tag: "data") }
            _ = try app.resolve(DataConfig.self)
            """
        )
        #expect(
            text.contains("main.swift:6:9: error: [missing-binding] Nothing provides DataConfig")
        )
    }

    @Test("is wrong if it asks synchronously for what is fetched")
    func fetched() throws {
        let text = try report(
            """
            app.configure(fetchingFrom: []) { $0.bind(DataConfig.self, at: "data") }
            _ = try app.resolve(DataConfig.self)
            """
        )
        #expect(text.contains("main.swift:6:9: error: [needs-async]"))
    }
}

@Suite("A program with a scope for each request")
struct RequestTests {
    /// What is said of a server that provides inputs, has a handler, and does more at its end.
    private func report(
        provides: String = "scope.provide(Info(path: request.path))",
        handler: String = "_ = try context.scope.resolve(Audit.self)",
        more: String = "",
        opens: Bool = true
    ) throws -> String {
        try ServerModules.report(
            on: """
                import Hummingbird
                import Mortise
                import MortiseHummingbird
                struct AppContext: ScopedRequestContext { var scope = RequestScope() }
                struct Info: Sendable { let path: String }
                final class Audit: Sendable { init(_ info: Info) {} }
                struct Engine: Sendable {}
                struct Controller: Sendable {
                    let audit: Audit
                    func list(_ request: Request, context: AppContext) async throws -> String {
                        _ = try Container.current.resolve(Audit.self)
                        return ""
                    }
                }
                func unread(_ container: Container) {}
                let app = Container()
                app.expects(Info.self, in: "request")
                app.register(.scoped("request")) { Audit($0) }
                app.register { Controller(audit: $0) }
                let router = Router(context: AppContext.self)
                \(opens ? "router.add(middleware: RequestScopeMiddleware(app) { scope, request, _ in \(provides) })" : "")
                router.get("list", to: Controller.list)
                router.get("audit") { request, context in
                    \(handler)
                    return ""
                }
                \(more)
                """
        ).rendered()
    }

    @Test("is proven if controllers, and what they and handlers ask for, can be made")
    func proven() throws {
        #expect(try report() == "4 call sites: 4 proven, 0 wrong, 0 not proven\n")
    }

    @Test("is wrong where the scope is opened if it does not get what it expects")
    func inputs() throws {
        let text = try report(provides: "_ = request")
        #expect(text.contains("main.swift:21:24: error: [missing-input]"))
    }

    @Test(
        "is wrong at the handler that asks for something missing, however it does",
        arguments: [
            "_ = try context.scope.resolve(Engine.self)",
            "_ = try await context.scope.async.resolve(Engine.self)",
            "let scope = try context.scope.container; _ = try scope.resolve(Engine.self)",
            "try await Container.withCurrent(context.scope.container) { _ = try Container.current.resolve(Engine.self) }",
        ]
    )
    func handlers(handler: String) throws {
        let text = try report(handler: handler)
        #expect(text.contains("main.swift:24:"))
        #expect(text.contains("error: [missing-binding] Nothing provides Engine"))
    }

    @Test("sees what is registered after the route")
    func later() throws {
        let text = try report(
            more:
                "app.decorate(Controller.self) { made, r in _ = try r.resolve(Engine.self); return made }"
        )
        #expect(text.contains("main.swift:22:1: error: [may-fail] Nothing provides Engine"))
    }

    @Test(
        "is not proven if the scope may have got something else",
        arguments: [
            "try context.scope.container.register { Engine() }",
            "let other = Container(parent: try context.scope.container); other.register { 1 }",
            "RequestScopeMiddleware<AppContext>(app).handle(request)",
        ]
    )
    func changed(handler: String) throws {
        let text = try report(handler: handler)
        #expect(text.contains("main.swift:22:1: error: [not-proven]"))
    }

    @Test("is not proven if no scope is opened, or if it is kept")
    func unopened() throws {
        #expect(try report(opens: false).contains("main.swift:22:1: error: [not-proven]"))
        let kept = try report(
            provides: "scope.provide(Info(path: \"\")); kept.container = scope",
            more:
                "final class Box: @unchecked Sendable { var container: Container? }\nlet kept = Box()"
        )
        #expect(kept.contains("[not-proven]"))
    }
}
