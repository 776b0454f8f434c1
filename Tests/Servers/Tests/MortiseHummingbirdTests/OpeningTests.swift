// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdTesting
import Logging
import Mortise
import MortiseGraph
import MortiseHummingbird
import ObservedSupport
import Testing

private struct RequestInfo: Sendable {
    let path: String
    let id: String
}

@Suite(.timeLimit(.minutes(1))) struct `The scope of a request` {
    @Test(arguments: Setup.allCases)
    func `is opened when first asked for, with the request as its input`(_ setup: Setup)
        async throws
    {
        let site = Site()
        site.router.get("ships") { _, context in
            #expect(!context.scope.isOpen)
            let trail = try context.scope.resolve(Trail.self)
            #expect(context.scope.isOpen)
            return "\(trail.path) \(try context.scope.resolve(Trail.self) === trail)"
        }

        try await site.test(setup.setup) { client in
            try await client.expect("/ships", text: "/ships true")
            await site.journal.reached("/ships closed")
        }

        #expect(site.journal.entries == ["/ships closed"])
    }

    @Test(arguments: Setup.allCases)
    func `is not opened by a request that never asks, nor by one without a route`(_ setup: Setup)
        async throws
    {
        let opened = Tally()
        let site = Site()
        let token = site.app.observe { event in
            if case .scopeOpened = event.kind { opened.next() }
        }
        defer { token.cancel() }
        site.router.get("plain") { _, _ in "plain" }
        site.router.get("scoped") { _, context in try context.scope.resolve(Trail.self).path }

        try await site.test(setup.setup) { client in
            try await client.expect("/plain", text: "plain")
            try await client.expect("/nowhere", status: .notFound)
            #expect(opened.count == 0)
            try await client.expect("/scoped", text: "/scoped")
        }

        #expect(opened.count == 1)
    }

    @Test func `is opened once when several tasks ask at once`() async throws {
        let opened = Tally()
        let site = Site()
        let token = site.app.observe { event in
            if case .scopeOpened = event.kind { opened.next() }
        }
        defer { token.cancel() }
        site.router.get("many") { _, context in
            let numbers = try await withThrowingTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask { try context.scope.resolve(Trail.self).number }
                    group.addTask { try await context.scope.async.resolve(Trail.self).number }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            return "\(numbers.count)"
        }

        try await site.test(.router) { client in
            for round in 1...50 {
                try await client.expect("/many", text: "1")
                #expect(opened.count == round)
            }
        }

        #expect(site.journal.count("/many closed") == 50)
    }

    @Test func `belongs to its request when fifty are answered at once`() async throws {
        let site = Site()
        site.router.get("ship/{id}") { _, context in
            let trail = try await context.scope.async.resolve(Trail.self)
            await Task.yield()
            return "\(trail.path) \(try context.scope.resolve(Trail.self) === trail)"
        }

        try await site.test(.ahc(.http)) { client in
            try await withThrowingTaskGroup { group in
                for ship in 0..<50 {
                    group.addTask {
                        try await client.expect("/ship/\(ship)", text: "/ship/\(ship) true")
                    }
                }
                try await group.waitForAll()
            }
            for ship in 0..<50 { await site.journal.reached("/ship/\(ship) closed") }
        }

        #expect(site.journal.entries.count == 50)
        #expect(site.numbers.count == 50)
    }

    @Test func `is given what the middleware's closure provides`() async throws {
        let app = Container {
            $0.expects(RequestInfo.self, in: "visit")
            $0.register(.scoped("visit")) { (info: RequestInfo) in "\(info.path) \(info.id)" }
        }
        let router = Router(context: AppContext.self)
        router.add(
            middleware: RequestScopeMiddleware(app, scope: "visit") { scope, request, context in
                scope.provide(RequestInfo(path: request.uri.path, id: context.id))
            }
        )
        router.get("info") { _, context in
            let text = try context.scope.resolve(String.self)
            #expect(text == "/info \(context.id)")
            return text
        }

        try await Application(router: router).test(.router) { client in
            let text = try await client.get("/info").text
            #expect(text.hasPrefix("/info "))
        }
    }

    @Test func `makes asynchronous instances`() async throws {
        let site = Site { app, journal in
            app.register(.scoped("request")) {
                (resolver: inout AsyncResolver) async throws -> [String] in
                let trail = try await resolver.resolve(Trail.self)
                await Task.yield()
                return [trail.path]
            }
            .onClose { _ in
                await Task.yield()
                journal.add("list closed")
            }
        }
        site.router.get("list") { _, context in
            try await context.scope.async.resolve([String].self).joined()
        }

        try await site.test(.router) { client in
            try await client.expect("/list", text: "/list")
        }

        #expect(site.journal.entries == ["list closed", "/list closed"])
    }

    @Test(arguments: Setup.allCases)
    func `refuses what asks after it was closed`(_ setup: Setup) async throws {
        let site = Site()
        let gate = Journal()
        let late = Journal()
        site.router.get("late") { _, context in
            Task {
                await gate.reached("open")
                do {
                    _ = try context.scope.resolve(Trail.self)
                } catch ResolutionError.Code.scopeClosed {
                    #expect(!context.scope.isOpen)
                    late.add("refused")
                }
            }
            return try context.scope.resolve(Trail.self).path
        }

        try await site.test(setup.setup) { client in
            try await client.expect("/late", text: "/late")
            await site.journal.reached("/late closed")
            gate.add("open")
            await late.reached("refused")
        }

        #expect(late.entries == ["refused"] && site.numbers.count == 1)
    }

    @Test func `that a task opens after the response is closed when the task is done`()
        async throws
    {
        let site = Site()
        let gate = Journal()
        site.router.get("stray") { _, context in
            Task {
                await gate.reached("open")
                gate.add(try context.scope.resolve(Trail.self).path)
            }
            return "done"
        }

        try await site.test(.live) { client in
            try await client.expect("/stray", text: "done")
            gate.add("open")
            await site.journal.reached("/stray closed")
        }

        #expect(gate.entries == ["open", "/stray"] && site.journal.entries == ["/stray closed"])
    }

    @Test func `is refused to requests that do not pass the middleware`() async throws {
        let router = Router(context: AppContext.self)
        router.get("early") { _, context in
            #expect(throws: RequestScopeError.self) { try context.scope.container }
            #expect(!context.scope.isOpen)
            do {
                return try context.scope.resolve(String.self)
            } catch RequestScopeError.Code.noScope {
                return "\(RequestScopeError.Code.noScope)"
            }
        }
        router.add(middleware: RequestScopeMiddleware(Container()))

        try await Application(router: router).test(.router) { client in
            try await client.expect("/early", text: "no-request-scope")
        }
    }

    @Test(arguments: Setup.allCases)
    func `that lacks an input is answered with 500, and the reason is logged`(_ setup: Setup)
        async throws
    {
        let site = Site { app, _ in app.expects(Int.self, in: "request") }
        site.router.get("lacking") { _, context in try context.scope.resolve(Trail.self).path }

        try await site.test(setup.setup) { client in
            try await client.expect("/lacking", status: .internalServerError)
        }

        let lines = site.logged(.error)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("[missing-input]") == true)
        #expect(lines.first?.contains("Site.swift:") == true)
    }

    @Test func `is asked for again after its closure threw`() async throws {
        let attempts = Tally()
        let router = Router(context: AppContext.self)
        let app = Container {
            $0.expects(Int.self, in: "request")
        }
        router.add(
            middleware: RequestScopeMiddleware(app) { scope, _, context in
                #expect(throws: RequestScopeError.self) { try context.scope.container }
                guard attempts.next() == 2 else { throw HTTPError(.conflict) }
                scope.provide(7)
            }
        )
        router.get("again") { _, context in
            do { return "\(try context.scope.resolve(Int.self))" } catch is HTTPError {}
            return "\(try context.scope.resolve(Int.self))"
        }
        router.get("once") { _, context in "\(try context.scope.resolve(Int.self))" }

        try await Application(router: router).test(.router) { client in
            try await client.expect("/again", text: "7")
            try await client.expect("/once", status: .conflict)
        }
    }

    @Test func `is closed with the container, while requests run`() async throws {
        let site = Site()
        let steps = Journal()
        site.router.get("slow") { _, context in
            let path = try context.scope.resolve(Trail.self).path
            steps.add("running")
            await steps.reached("closed")
            _ = try context.scope.resolve(Trail.self)
            return path
        }
        site.router.get("new") { _, context in try context.scope.resolve(Trail.self).path }
        site.router.get("plain") { _, _ in "plain" }

        try await site.test(.ahc(.http)) { client in
            async let slow = client.get("/slow")
            await steps.reached("running")
            try await site.app.close()
            #expect(site.journal.entries == ["/slow closed"])
            steps.add("closed")
            let status = try await slow.status
            #expect(status == .internalServerError)
            try await client.expect("/new", status: .internalServerError)
            try await client.expect("/plain", text: "plain")
        }

        #expect(site.journal.entries == ["/slow closed"])
        #expect(site.logged(.error).allSatisfy { $0.contains("[scope-closed]") })
    }
}
