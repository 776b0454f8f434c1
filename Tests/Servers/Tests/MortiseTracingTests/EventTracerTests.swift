// SPDX-License-Identifier: MIT

import InMemoryTracing
import Mortise
import MortiseTracing
import ObservedSupport
import Testing
import Tracing

extension ScopeName {
    fileprivate static let request = ScopeName("request")
}

extension InMemoryTracer {
    /// The finished span of a name, if there is one.
    fileprivate func span(_ name: String) -> FinishedInMemorySpan? {
        finishedSpans.first { $0.operationName == name }
    }

    fileprivate var names: [String] { finishedSpans.map(\.operationName) }
}

extension FinishedInMemorySpan {
    fileprivate var linked: [String?] { links.map { $0.context.inMemorySpanContext?.spanID } }

    fileprivate func isAround(_ other: FinishedInMemorySpan) -> Bool {
        startInstant.nanosecondsSinceEpoch <= other.startInstant.nanosecondsSinceEpoch
            && other.endInstant.nanosecondsSinceEpoch <= endInstant.nanosecondsSinceEpoch
    }
}

private func slow<Part>(_ make: () throws -> Part) rethrows -> Part {
    nap(milliseconds: 3)
    return try make()
}

private func slowParts(_ importer: Lifetime = .unique) -> Container {
    Container {
        $0.register { UnitOfWork(try $0.resolve()) }
        $0.register(importer) { Importer(try $0.resolve()) }
        $0.register { slow(Store.init) }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Tracing events` {
    private let tracer = InMemoryTracer()

    @Test func `has spans that nest as the builds do, inside the span of the task`() throws {
        let app = slowParts()
        let token = app.traceEvents(tracer: tracer)

        try tracer.withSpan("GET") { _ in _ = try app.resolve(UnitOfWork.self) }

        let request = try #require(tracer.span("GET"))
        let unit = try #require(tracer.span("build UnitOfWork"))
        let importer = try #require(tracer.span("build Importer"))
        let store = try #require(tracer.span("build Store"))
        #expect(tracer.names.count == 4 && tracer.activeSpans.isEmpty)
        #expect(unit.parentSpanID == request.spanID)
        #expect(importer.parentSpanID == unit.spanID)
        #expect(store.parentSpanID == importer.spanID)
        #expect(Set([request, unit, importer, store].map(\.traceID)).count == 1)
        #expect(request.isAround(unit) && unit.isAround(importer) && importer.isAround(store))
        token.cancel()
    }

    @Test func `has attributes`() throws {
        let app = slowParts()
        let token = app.traceEvents(tracer: tracer)

        _ = try app.resolve(Importer.self)

        let store = try #require(tracer.span("build Store"))
        #expect(store.attributes.get("mortise.type") == "Store")
        #expect(store.attributes.get("mortise.lifetime") == "unique")
        #expect(store.attributes.get("mortise.requester") == "Importer")
        guard case .string(let site) = store.attributes.get("mortise.definition") else {
            Issue.record("no definition")
            return
        }
        #expect(site.contains("EventTracerTests.swift:"))
        #expect(tracer.span("build Importer")?.attributes.get("mortise.requester") == nil)
        token.cancel()
    }

    @Test func `has no span for what is fast, unless it has one inside`() throws {
        let app = Container {
            $0.register { (store: Store) in slow { Importer(store) } }
            $0.register { Store() }
        }
        let token = app.traceEvents(minimum: .milliseconds(2), tracer: tracer)

        _ = try app.resolve(Importer.self)
        _ = try app.resolve(Store.self)

        #expect(tracer.names == ["build Importer"])
        token.cancel()
    }

    @Test func `links a synchronous singleton to the request that made it`() throws {
        let app = Container {
            $0.register { UnitOfWork(try $0.resolve()) }
            $0.register(.singleton) { Importer(try $0.resolve()) }
            $0.register { slow(Store.init) }
        }
        let token = app.traceEvents(tracer: tracer)

        try tracer.withSpan("GET") { _ in _ = try app.resolve(UnitOfWork.self) }

        let request = try #require(tracer.span("GET"))
        let unit = try #require(tracer.span("build UnitOfWork"))
        let importer = try #require(tracer.span("build Importer"))
        let store = try #require(tracer.span("build Store"))
        #expect(unit.parentSpanID == request.spanID)
        #expect(importer.parentSpanID == nil && importer.traceID != request.traceID)
        #expect(importer.linked == [request.spanID])
        #expect(store.parentSpanID == importer.spanID && store.links.isEmpty)
        token.cancel()
    }

    @Test func `links an asynchronous singleton to the request whose build asked for it`()
        async throws
    {
        let app = Container {
            $0.register { (resolver: inout AsyncResolver) async throws -> Importer in
                Importer(try await resolver.resolve())
            }
            $0.async.register(.singleton) { () async -> Store in
                await aWhile()
                return Store()
            }
        }
        let token = app.traceEvents(tracer: tracer)

        try await tracer.withSpan("GET") { _ in _ = try await app.async.resolve(Importer.self) }

        let request = try #require(tracer.span("GET"))
        let importer = try #require(tracer.span("build Importer"))
        let store = try #require(tracer.span("build Store"))
        #expect(importer.parentSpanID == request.spanID)
        #expect(store.parentSpanID == nil && store.traceID != request.traceID)
        #expect(store.linked == [request.spanID])
        token.cancel()
    }

    @Test func `has what a singleton needs in the trace of the singleton`() throws {
        let app = Container {
            $0.register(.singleton) { Importer(try $0.resolve()) }
            $0.register(.singleton) { slow(Store.init) }
        }
        let token = app.traceEvents(tracer: tracer)

        try tracer.withSpan("GET") { _ in _ = try app.resolve(Importer.self) }

        let importer = try #require(tracer.span("build Importer"))
        let store = try #require(tracer.span("build Store"))
        #expect(store.parentSpanID == importer.spanID)
        #expect(importer.linked == [tracer.span("GET")?.spanID] && store.links.isEmpty)
        token.cancel()
    }

    @Test func `shows who waited, with a link to what was waited for`() async throws {
        let (isBuilding, goesOn) = (Gate(), Gate())
        let app = Container {
            $0.register { (resolver: inout AsyncResolver) async throws -> Importer in
                Importer(try await resolver.resolve())
            }
            $0.async.register(.singleton) { () async -> Store in
                isBuilding.open()
                await goesOn.wait()
                return Store()
            }
        }
        let token = app.traceEvents(tracer: tracer)

        let first = Task {
            try await tracer.withSpan("first") { _ in _ = try await app.async.resolve(Store.self) }
        }
        await isBuilding.wait()
        let second = Task {
            try await tracer.withSpan("second") { _ in
                _ = try await app.async.resolve(Importer.self)
            }
        }
        await aWhile()
        goesOn.open()
        _ = try await (first.value, second.value)

        let wait = try #require(tracer.span("wait for Store"))
        let importer = try #require(tracer.span("build Importer"))
        #expect(importer.parentSpanID == tracer.span("second")?.spanID)
        #expect(wait.parentSpanID == importer.spanID)
        #expect(wait.linked == [tracer.span("build Store")?.spanID])
        #expect(importer.isAround(wait))
        token.cancel()
    }

    @Test func `has a span for what fails, however fast, with one error`() throws {
        let app = Container {
            $0.register { UnitOfWork(try $0.resolve()) }
            $0.register { Importer(try $0.resolve()) }
            $0.register { () throws -> Store in throw Jammed() }
        }
        let token = app.traceEvents(minimum: .seconds(60), tracer: tracer)

        #expect(throws: ResolutionError.self) { try app.resolve(UnitOfWork.self) }

        let unit = try #require(tracer.span("build UnitOfWork"))
        let importer = try #require(tracer.span("build Importer"))
        let store = try #require(tracer.span("build Store"))
        #expect(importer.parentSpanID == unit.spanID && store.parentSpanID == importer.spanID)
        #expect([unit, importer, store].allSatisfy { $0.status?.code == .error })
        #expect([unit, importer, store].map(\.errors.count) == [0, 0, 1])
        #expect(store.attributes.get("mortise.error.code") == "factory-threw")
        token.cancel()
    }

    @Test func `keeps the requests of many tasks apart`() async throws {
        let app = Container {
            $0.register(.scoped(.request)) { Importer(try $0.resolve()) }
            $0.register { UnitOfWork(try $0.resolve()) }
            $0.register { slow(Store.init) }
            $0.async.register(.scoped(.request)) { () async -> [Store] in
                await aWhile()
                return []
            }
        }
        let token = app.traceEvents(tracer: tracer)

        try await withThrowingTaskGroup { group in
            for number in 1...20 {
                group.addTask {
                    try await tracer.withSpan("GET \(number)") { _ in
                        try await app.withScope(.request) { scope in
                            _ = try scope.resolve(UnitOfWork.self)
                            _ = try await scope.async.resolve([Store].self)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }

        let traces = Dictionary(grouping: tracer.finishedSpans, by: \.traceID)
        #expect(traces.count == 20 && tracer.activeSpans.isEmpty)
        for spans in traces.values {
            let request = spans.first { $0.operationName.hasPrefix("GET") }
            let unit = spans.first { $0.operationName == "build UnitOfWork" }
            let stores = spans.first { $0.operationName == "build [Store]" }
            #expect(spans.count == 5)
            #expect(unit?.parentSpanID == request?.spanID)
            #expect(stores?.parentSpanID == request?.spanID)
        }
        token.cancel()
    }

    @Test func `has no span for a resolve of what exists`() throws {
        let app = Container { $0.register(.singleton) { slow(Store.init) } }
        let token = app.traceEvents(tracer: tracer)

        for _ in 1...1000 { _ = try app.resolve(Store.self) }

        #expect(tracer.names == ["build Store"])
        token.cancel()
    }

    @Test(arguments: 1...5)
    func `uses the tracer of the task, unless it has one of its own`(_: Int) throws {
        let app = slowParts()
        let token = app.traceEvents()

        try withTracer(tracer) { _ = try app.resolve(UnitOfWork.self) }

        #expect(tracer.names.sorted() == ["build Importer", "build Store", "build UnitOfWork"])
        token.cancel()
    }

    @Test func `may use a tracer that blocks and resolves, with many tasks`() async throws {
        let app = slowParts()
        let resolved = Tally()
        let busy = BusyTracer(tracer: tracer) { [weak app] in
            nap(milliseconds: 1)
            if (try? app?.resolve(UnitOfWork.self)) != nil { resolved.next() }
        }
        let token = app.traceEvents(tracer: busy)

        try await withThrowingTaskGroup { group in
            for _ in 1...10 { group.addTask { _ = try app.resolve(UnitOfWork.self) } }
            try await group.waitForAll()
        }

        #expect(tracer.names.count == 30 && resolved.count == 30)
        token.cancel()
    }

    @Test func `has a root for a build that began before`() throws {
        let tracer = tracer
        let tokens = Tokens()
        let app = Container()
        app.register { UnitOfWork(try $0.resolve()) }
        app.register { (resolver: inout Resolver) throws -> Importer in
            let app = tokens.app
            tokens.keep(app?.traceEvents(tracer: tracer))
            return Importer(try resolver.resolve())
        }
        app.register { slow(Store.init) }
        tokens.app = app
        let first = app.observe { _ in }

        try tracer.withSpan("GET") { _ in _ = try app.resolve(UnitOfWork.self) }

        let names = ["GET", "build Importer", "build Store", "build UnitOfWork"]
        #expect(tracer.names.sorted() == names.sorted())
        #expect(tracer.finishedSpans.allSatisfy { $0.traceID == tracer.span("GET")?.traceID })
        first.cancel()
        tokens.cancel()
    }
}

@Suite(.timeLimit(.minutes(1))) struct `The current service context` {
    private final class Seen: Sendable {
        let span: String?
        init() { span = ServiceContext.current?.inMemorySpanContext?.spanID }
    }

    private let tracer = InMemoryTracer()

    @Test(arguments: ["unique", "scoped"])
    func `is the requester's in asynchronous factories that belong to it`(tag: String) async throws
    {
        let app = Container {
            $0.async.register(tag: "unique") { () async -> Seen in
                await Task.yield()
                return Seen()
            }
            $0.async.register(.scoped(.request), tag: "scoped") { () async -> Seen in
                await Task.yield()
                return Seen()
            }
        }
        let token = app.traceEvents(minimum: .zero, tracer: tracer)

        try await withThrowingTaskGroup { group in
            for number in 1...20 {
                group.addTask {
                    try await tracer.withSpan("GET \(number)") { span in
                        let seen = try await app.withScope(.request) { scope in
                            try await scope.async.resolve(Seen.self, tag: tag)
                        }
                        #expect(seen.span == span.spanID)
                    }
                }
            }
            try await group.waitForAll()
        }
        token.cancel()
    }

    @Test func `is not the requester's in an asynchronous singleton`() async throws {
        let app = Container {
            $0.async.register(.singleton) { () async -> Seen in
                await Task.yield()
                return Seen()
            }
        }

        let seen = try await tracer.withSpan("GET") { _ in
            try await app.async.resolve(Seen.self)
        }

        #expect(seen.span == nil)
    }
}
