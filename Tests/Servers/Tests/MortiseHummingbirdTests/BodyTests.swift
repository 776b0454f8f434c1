// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import InMemoryTracing
import Logging
import Mortise
import MortiseHummingbird
import NIOCore
import ObservedSupport
import Testing
import Tracing

private func stream(
    _ context: AppContext,
    _ parts: @escaping @Sendable () async throws -> [String]
) -> Response {
    Response(
        status: .ok,
        body: ResponseBody { writer in
            for part in try await parts() { try await writer.write(ByteBuffer(string: part)) }
            try await writer.finish(nil)
        }
    )
}

@Suite(.timeLimit(.minutes(1))) struct `The body of a response` {
    @Test(arguments: Setup.allCases)
    func `that is streamed sees the scope open, and logger, span and container bound`(
        _ setup: Setup
    ) async throws {
        let tracer = InMemoryTracer()
        let site = Site(before: [TracingMiddleware<AppContext>()]) { app, _ in
            app.register(.unique) { Logger.current }
        }
        site.router.get("export") { _, context in
            let trail = try context.scope.resolve(Trail.self)
            let id = context.id
            let span = ServiceContext.current?.inMemorySpanContext?.spanID
            return stream(context) {
                #expect(try context.scope.resolve(Trail.self) === trail)
                let container = try context.scope.container
                #expect(Container.currentIfAny === container)
                #expect(Logger.current.requestID == id)
                let logger = try container.resolve(Logger.self)
                #expect(logger.requestID == id)
                #expect(span != nil)
                #expect(ServiceContext.current?.inMemorySpanContext?.spanID == span)
                return ["a", "b", trail.path]
            }
        }

        try await withTracer(tracer) {
            try await site.test(setup.setup) { client in
                try await client.expect("/export", text: "ab/export")
                await site.journal.reached("/export closed")
            }
        }

        #expect(site.journal.entries == ["/export closed"])
    }

    @Test(arguments: Setup.allCases)
    func `that is streamed may be the first that asks`(_ setup: Setup) async throws {
        let site = Site()
        site.router.get("export") { _, context in
            stream(context) {
                #expect(!context.scope.isOpen)
                #expect(Logger.current.requestID == context.id)
                return [try context.scope.resolve(Trail.self).path]
            }
        }

        try await site.test(setup.setup) { client in
            try await client.expect("/export", text: "/export")
            await site.journal.reached("/export closed")
        }

        #expect(site.journal.entries == ["/export closed"])
    }

    @Test(arguments: Setup.allCases)
    func `of known length that a closure writes has the right bytes`(_ setup: Setup) async throws {
        let site = Site()
        let sizes = ["short": 6, "long": 100_000]
        for (name, size) in sizes {
            site.router.get("\(name)") { _, context in
                _ = try context.scope.resolve(Trail.self)
                return Response(
                    status: .ok,
                    body: ResponseBody(contentLength: size) { writer in
                        let path = try context.scope.resolve(Trail.self).path
                        try await writer.write(ByteBuffer(string: path))
                        let rest = String(repeating: "-", count: size - path.count)
                        try await writer.write(ByteBuffer(string: rest))
                        try await writer.finish([.init("checksum")!: "7"])
                    }
                )
            }
        }

        try await site.test(setup.setup) { client in
            for (name, size) in sizes {
                let response = try await client.get("/\(name)")
                #expect(response.status == .ok)
                #expect(response.headers[.contentLength] == "\(size)")
                #expect(response.text.hasPrefix("/\(name)") && response.text.count == size)
                await site.journal.reached("/\(name) closed")
            }
        }

        #expect(site.journal.entries.sorted() == ["/long closed", "/short closed"])
    }

    @Test(arguments: Setup.allCases)
    func `of known length may be the first that asks`(_ setup: Setup) async throws {
        let site = Site()
        site.router.get("fixed") { _, context in
            Response(
                status: .ok,
                body: ResponseBody(contentLength: 6) { writer in
                    let path = try context.scope.resolve(Trail.self).path
                    try await writer.write(ByteBuffer(string: path))
                    try await writer.finish(nil)
                }
            )
        }

        try await site.test(setup.setup) { client in
            try await client.expect("/fixed", text: "/fixed")
            await site.journal.reached("/fixed closed")
        }

        #expect(site.journal.entries == ["/fixed closed"])
    }

    @Test(arguments: Setup.allCases)
    func `of known length that fails, or has another length, is answered with 500`(
        _ setup: Setup
    ) async throws {
        let site = Site()
        for (name, text) in ["fails": nil, "short": "four", "long": "longer"] {
            site.router.get("\(name)") { _, context in
                _ = try context.scope.resolve(Trail.self)
                return Response(
                    status: .ok,
                    body: ResponseBody(contentLength: 5) { writer in
                        guard let text else { throw Refused() }
                        try await writer.write(ByteBuffer(string: text))
                        try await writer.finish(nil)
                    }
                )
            }
        }

        try await site.test(setup.setup) { client in
            for name in ["fails", "short", "long"] {
                let response = try await client.get("/\(name)")
                #expect(response.status == .internalServerError)
                await site.journal.reached("/\(name) closed")
            }
        }

        #expect(site.journal.entries == ["/fails closed", "/short closed", "/long closed"])
        let lines = site.logged(.error)
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("[body-length]") })
        #expect(lines.first?.contains("has 4 bytes, but 5 were announced") == true)
    }

    @Test(arguments: Setup.allCases)
    func `of known length stays as it is where no scope was opened`(_ setup: Setup) async throws {
        let bodies = Journal()
        let site = Site(before: [
            Inspecting { bodies.add("\($0.body)".contains("closure") ? "wrapped" : "plain") }
        ])
        site.router.get("plain") { _, _ in "plain" }
        site.router.get("empty") { _, _ in HTTPResponse.Status.noContent }
        site.router.get("scoped") { _, context in try context.scope.resolve(Trail.self).path }

        try await site.test(setup.setup) { client in
            for path in ["plain", "empty", "scoped"] { _ = try await client.get("/\(path)") }
        }

        #expect(bodies.entries == ["plain", "plain", "wrapped"])
    }

    @Test(arguments: ["fixed", "streamed"])
    func `has reached the client when the scope is closed`(_ path: String) async throws {
        let site = Site { app, journal in
            app.register(.scoped("request")) { 1 }
                .onClose { _ in
                    await journal.reached("received")
                    journal.add("closed")
                }
        }
        site.router.get("fixed") { _, context in "\(try context.scope.resolve(Int.self))" }
        site.router.get("streamed") { _, context in
            stream(context) { ["\(try context.scope.resolve(Int.self))"] }
        }

        try await site.test(.live) { client in
            try await client.expect("/\(path)", text: "1")
            site.journal.add("received")
            await site.journal.reached("closed")
        }

        #expect(site.journal.entries == ["received", "closed"])
    }

    @Test(arguments: Setup.allCases)
    func `of a HEAD request closes the scope, although it is never written`(_ setup: Setup)
        async throws
    {
        let site = Site(options: .autoGenerateHeadEndpoints)
        site.router.get("export") { _, context in
            let trail = try context.scope.resolve(Trail.self)
            return stream(context) {
                Issue.record("the body was written")
                return [trail.path]
            }
        }
        site.router.get("fixed") { _, context in try context.scope.resolve(Trail.self).path }

        try await site.test(setup.setup) { client in
            try await client.expect("/export", method: .head, status: .ok)
            await site.journal.reached("/export closed")
            let response = try await client.get("/fixed", method: .head)
            #expect(response.text.isEmpty && response.headers[.contentLength] == "6")
            await site.journal.reached("/fixed closed")
        }

        #expect(site.journal.entries == ["/export closed", "/fixed closed"])
    }

    @Test func `that is dropped closes the scope, although a task still holds the context`()
        async throws
    {
        let site = Site(options: .autoGenerateHeadEndpoints)
        let gate = Journal()
        site.router.get("held") { _, context in
            let trail = try context.scope.resolve(Trail.self)
            Task {
                await gate.reached("let go")
                gate.add("open: \(context.scope.isOpen)")
            }
            return stream(context) { [trail.path] }
        }

        try await site.test(.live) { client in
            try await client.expect("/held", method: .head, status: .ok)
            await site.journal.reached("/held closed")
            #expect(site.journal.entries == ["/held closed"])
            gate.add("let go")
            await gate.reached("open: false")
        }
    }

    @Test func `that is dropped leaves a scope for whose end the container waits`() async throws {
        let site = Site(options: .autoGenerateHeadEndpoints) { app, journal in
            app.register(.scoped("request")) { 1 }
                .onClose { _ in
                    await journal.reached("go")
                    journal.add("disposed")
                }
        }
        site.router.get("number") { _, context in "\(try context.scope.resolve(Int.self))" }

        try await site.test(.router) { client in
            try await client.expect("/number", method: .head, status: .ok)
            #expect(site.journal.entries.isEmpty)
        }
        site.journal.add("go")
        try await site.app.close()

        #expect(site.journal.entries == ["go", "disposed"])
    }

    @Test(arguments: Setup.allCases)
    func `that a middleware replaces closes the scope`(_ setup: Setup) async throws {
        let site = Site(before: [Replacing()])
        site.router.get("export") { _, context in
            let trail = try context.scope.resolve(Trail.self)
            return stream(context) { [trail.path] }
        }
        site.router.add(middleware: Replacing())
        site.router.get("inner") { _, context in
            let trail = try context.scope.resolve(Trail.self)
            return stream(context) { [trail.path] }
        }

        try await site.test(setup.setup) { client in
            for path in ["/export", "/inner"] {
                try await client.expect(path, text: "replaced")
                await site.journal.reached("\(path) closed")
            }
        }

        #expect(site.journal.entries == ["/export closed", "/inner closed"])
    }

    @Test(arguments: Setup.allCases)
    func `of an error closes the scope`(_ setup: Setup) async throws {
        let site = Site()
        site.router.get("fails") { _, context -> String in
            _ = try context.scope.resolve(Trail.self)
            throw Refused()
        }
        site.router.get("teapot") { _, context -> String in
            _ = try context.scope.resolve(Trail.self)
            throw HTTPError(.init(code: 418))
        }
        site.router.get("stream") { _, context in
            _ = try context.scope.resolve(Trail.self)
            return stream(context) { throw Refused() }
        }

        try await site.test(setup.setup) { client in
            try await client.expect("/fails", status: .internalServerError)
            try await client.expect("/teapot", status: .init(code: 418))
            _ = try? await client.get("/stream")
            await site.journal.reached("/stream closed")
        }

        #expect(site.journal.entries == ["/fails closed", "/teapot closed", "/stream closed"])
        #expect(site.logged(.error).isEmpty)
    }

    @Test(arguments: Setup.allCases)
    func `is not changed by a disposer that throws, which is reported`(_ setup: Setup)
        async throws
    {
        let site = Site { app, journal in
            app.register(.scoped("request")) { 7 }
                .onClose { _ in
                    #expect(Logger.current[metadataKey: "hb.request.id"] != nil)
                    throw Refused()
                }
                .onClose { _ in journal.add("disposed") }
        }
        site.router.get("number") { _, context in "\(try context.scope.resolve(Int.self))" }

        try await site.test(setup.setup) { client in
            let response = try await client.get("/number")
            #expect(response.status == .ok && response.text == "7")
            await site.journal.reached("disposed")
        }

        let entry = try #require(site.logs.entries.first { $0.level == .error })
        #expect(entry.metadata["error"].map { "\($0)" }?.contains("[close-failed]") == true)
        #expect(entry.metadata["hb.request.id"] != nil)
    }
}

extension Logger {
    fileprivate var requestID: String? { self[metadataKey: "hb.request.id"].map { "\($0)" } }
}

/// Looks at each response.
struct Inspecting: RouterMiddleware {
    typealias Context = AppContext
    let look: @Sendable (Response) -> Void

    init(_ look: @escaping @Sendable (Response) -> Void) { self.look = look }

    @concurrent func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        look(response)
        return response
    }
}

/// Drops each response, and answers itself.
struct Replacing: RouterMiddleware {
    typealias Context = AppContext

    @concurrent func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        _ = try await next(request, context)
        return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "replaced")))
    }
}
