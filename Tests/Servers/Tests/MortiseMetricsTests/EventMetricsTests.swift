// SPDX-License-Identifier: MIT

import Metrics
import MetricsTestKit
import Mortise
import MortiseMetrics
import ObservedSupport
import Testing

extension ScopeName {
    fileprivate static let request = ScopeName("request")
}

@Suite(.timeLimit(.minutes(1))) struct `Measuring events` {
    private let metrics = TestMetrics()

    private func builds(_ type: String, _ lifetime: String) -> Int64? {
        try? metrics.expectCounter("mortise.builds", [("type", type), ("lifetime", lifetime)])
            .totalValue
    }

    @Test func `counts and times builds by type and lifetime`() throws {
        let app = Container {
            $0.register { UnitOfWork(try $0.resolve()) }
            $0.register(.singleton) { Importer(try $0.resolve()) }
            $0.register { () -> Store in
                nap(milliseconds: 5)
                return Store()
            }
        }
        let token = app.measureEvents(factory: metrics)

        for _ in 1...3 { _ = try app.resolve(UnitOfWork.self) }

        #expect(builds("UnitOfWork", "unique") == 3)
        #expect(builds("Importer", "singleton") == 1)
        #expect(builds("Store", "unique") == 1)
        let timer = try metrics.expectTimer(
            "mortise.build.duration",
            [("type", "Importer"), ("lifetime", "singleton")]
        )
        #expect(timer.values.count == 1)
        #expect(timer.values.allSatisfy { $0 >= 5_000_000 })
        token.cancel()
    }

    @Test func `has a prefix`() throws {
        let app = Container { $0.register { Store() } }
        let token = app.measureEvents(prefix: "galaxy.di", factory: metrics)

        _ = try app.resolve(Store.self)

        let dimensions = [("type", "Store"), ("lifetime", "unique")]
        #expect(try metrics.expectCounter("galaxy.di.builds", dimensions).totalValue == 1)
        token.cancel()
    }

    @Test func `has no dimension for tags and arguments`() throws {
        let app = Container {
            for tag in 1...10 { $0.register(tag: tag) { (_: String) in Store() } }
        }
        let token = app.measureEvents(factory: metrics)

        for tag in 1...10 {
            _ = try app.resolve(Store.self, tag: tag, arguments: "\(tag)")
        }

        #expect(metrics.counters.count == 1)
        #expect(builds("Store", "unique") == 10)
        token.cancel()
    }

    @Test func `makes each metric once`() throws {
        let factory = CountingFactory()
        let app = Container { $0.register { Store() } }
        let token = app.measureEvents(factory: factory)

        for _ in 1...100 { _ = try app.resolve(Store.self) }

        #expect(factory.made.count == 2)
        token.cancel()
    }

    @Test func `counts a failure that bubbles up once, by its code`() throws {
        let app = Container {
            $0.register { UnitOfWork(try $0.resolve()) }
            $0.register { Importer(try $0.resolve()) }
            $0.register { () throws -> Store in throw Jammed() }
            $0.register { [try $0.resolve(Int.self)] }
        }
        let token = app.measureEvents(factory: metrics)

        for _ in 1...3 { _ = try? app.resolve(UnitOfWork.self) }
        _ = try? app.resolve([Int].self)

        #expect(
            try metrics.expectCounter("mortise.build.failures", [("code", "factory-threw")])
                .totalValue == 3
        )
        #expect(
            try metrics.expectCounter("mortise.build.failures", [("code", "missing-binding")])
                .totalValue == 1
        )
        #expect(metrics.counters(label: "mortise.builds").isEmpty)
        token.cancel()
    }

    @Test func `counts waits`() async throws {
        let (isBuilding, goesOn) = (Gate(), Gate())
        let app = Container {
            $0.async.register(.singleton) { () async -> Store in
                isBuilding.open()
                await goesOn.wait()
                return Store()
            }
        }
        let token = app.measureEvents(factory: metrics)

        let first = Task { try await app.async.resolve(Store.self) }
        await isBuilding.wait()
        let second = Task { try await app.async.resolve(Store.self) }
        await aWhile()
        goesOn.open()
        _ = try await (first.value, second.value)

        let dimensions = [("type", "Store"), ("lifetime", "singleton")]
        #expect(try metrics.expectCounter("mortise.waits", dimensions).totalValue == 1)
        #expect(try metrics.expectTimer("mortise.wait.duration", dimensions).values.count == 1)
        #expect(builds("Store", "singleton") == 1)
        token.cancel()
    }

    @Test func `has scopes that are open back to 0`() async throws {
        let app = Container { $0.register(.scoped(.request)) { Store() } }
        let token = app.measureEvents(factory: metrics)
        let held = try app.openScope(.request)
        let open = try metrics.expectMeter("mortise.scopes.open", [("scope", "request")])
        #expect(open.lastValue == 1)

        await withThrowingTaskGroup { group in
            for _ in 1...20 {
                group.addTask {
                    for _ in 1...10 {
                        try await app.withScope(.request) { _ = try $0.resolve(Store.self) }
                    }
                }
            }
        }

        #expect(open.lastValue == 1)
        try await held.close()
        #expect(open.lastValue == 0)
        #expect(
            try metrics.expectTimer("mortise.scope.duration", [("scope", "request")]).values.count
                == 201
        )
        token.cancel()
    }

    @Test func `takes what is open off the meter when the token is released`() async throws {
        let app = Container()
        let before = app.observe { _ in }
        let old = try app.openScope(.request)
        let token = app.measureEvents(factory: metrics)
        let new = try app.openScope(.request)
        let open = try metrics.expectMeter("mortise.scopes.open", [("scope", "request")])

        try await old.close()
        #expect(open.lastValue == 1)
        token.cancel()

        #expect(open.lastValue == 0)
        try await new.close()
        #expect(open.lastValue == 0)
        before.cancel()
    }

    @Test func `counts disposers that throw`() async throws {
        let app = Container {
            $0.register(.singleton) { Store() }.onClose { _ in throw Jammed() }
        }
        let token = app.measureEvents(factory: metrics)

        _ = try app.resolve(Store.self)
        await #expect(throws: CloseError.self) { try await app.close() }

        let failures = try metrics.expectCounter("mortise.close.failures", [("type", "Store")])
        #expect(failures.totalValue == 1)
        token.cancel()
    }

    @Test func `does not count decorators`() throws {
        let app = Container {
            $0.register(.singleton) { Store() }
            $0.decorate(Store.self) { store, _ in store }
        }
        let token = app.measureEvents(factory: metrics)

        _ = try app.resolve(Store.self)

        #expect(builds("Store", "singleton") == 1)
        token.cancel()
    }

    @Test func `gets no event of a resolve of what exists`() throws {
        let app = Container {
            $0.register(.singleton) { Importer(try $0.resolve()) }
            $0.register(.singleton) { Store() }
        }
        let token = app.measureEvents(factory: metrics)

        for _ in 1...1000 { _ = try app.resolve(Importer.self) }

        #expect(builds("Importer", "singleton") == 1 && builds("Store", "singleton") == 1)
        token.cancel()
    }

    @Test(arguments: 1...10)
    func `uses the factory of the task that begins to measure`(count: Int64) async throws {
        let app = Container { $0.register { Store() } }

        let token = withMetricsFactory(metrics) { app.measureEvents() }
        await withThrowingTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    try withMetricsFactory(TestMetrics()) { _ = try app.resolve(Store.self) }
                }
            }
        }

        #expect(builds("Store", "unique") == count)
        token.cancel()
    }

    @Test func `may use a factory that blocks and resolves, with many tasks`() async throws {
        let resolved = Tally()
        let app = Container {
            for tag in 1...20 { $0.register(tag: tag) { UnitOfWork(try $0.resolve()) } }
            $0.register { Importer(try $0.resolve()) }
            $0.register { Store() }
            $0.register { [Jammed()] }
            $0.async.register(.singleton) { () async -> [Store] in
                await aWhile()
                return []
            }
        }
        let factory = CountingFactory { [weak app] in
            nap(milliseconds: 1)
            if (try? app?.resolve([Jammed].self)) != nil { resolved.next() }
        }
        let token = app.measureEvents(factory: factory)

        try await withThrowingTaskGroup { group in
            for tag in 1...20 {
                group.addTask {
                    _ = try app.resolve(UnitOfWork.self, tag: tag)
                    _ = try await app.async.resolve([Store].self)
                }
            }
            try await group.waitForAll()
        }

        #expect(resolved.count == factory.made.count)
        let dimensions = [("type", "UnitOfWork"), ("lifetime", "unique")]
        let counter = try factory.metrics.expectCounter("mortise.builds", dimensions)
        #expect(counter.totalValue == 20)
        token.cancel()
    }
}

/// Counts the counters and timers that it makes.
private final class CountingFactory: MetricsFactory {
    let metrics = TestMetrics()
    let made = Tally()
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void = {}) { self.body = body }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        made.next()
        body()
        return metrics.makeCounter(label: label, dimensions: dimensions)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        made.next()
        body()
        return metrics.makeTimer(label: label, dimensions: dimensions)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metrics.makeMeter(label: label, dimensions: dimensions)
    }

    func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        metrics.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
}
