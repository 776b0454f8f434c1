// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

extension ScopeName {
    fileprivate static let visit: ScopeName = "numbered visit"
    fileprivate static let stop: ScopeName = "numbered stop"
}

private final class Park: Sendable {}
private final class House: Sendable { init(_ park: Park) {} }
private final class Guest: Sendable { init(_ house: House) {} }
private final class Meal: Sendable {}
private struct Jammed: Error {}

@Suite struct `The number of a scope` {
    private static func observe(
        _ container: Container,
        reuse: Bool = false
    ) -> (Journal<ResolutionEvent>, ObservationToken) {
        let events = Journal<ResolutionEvent>()
        return (events, container.observe(reuse: reuse) { events.note($0) })
    }

    /// The kind of an event and what it is about, such as `made Guest`.
    private static func line(_ event: ResolutionEvent) -> String {
        let kind = "\(event.kind)".prefix { $0 != "(" }
        let key = "\(event.key)".split(separator: ".").last ?? ""
        switch event.kind {
        case .scopeOpened, .scopeClosed: return "\(kind)"
        default: return "\(kind) \(key)"
        }
    }

    /// The events of a scope.
    private static func lines(_ events: Journal<ResolutionEvent>, of number: UInt64?) -> [String] {
        events.entries.filter { $0.scopeNumber == number }.map(line)
    }

    private static func program() -> Container {
        Container {
            $0.register(.singleton) { Park() }
            $0.register(.singleton) { House(try $0.resolve()) }
            $0.register(.scoped(.visit)) { Guest(try $0.resolve()) }.onClose { _ in throw Jammed() }
            $0.register { Meal() }
        }
    }

    @Test func `is on all events of the scope, and on those of what it makes others make`()
        async throws
    {
        let app = Self.program()
        let (events, observation) = Self.observe(app, reuse: true)

        let scope = try app.openScope(.visit)
        let number = try #require(scope.scopeNumber)
        _ = try scope.resolve(Guest.self)
        _ = try scope.resolve(Guest.self)
        _ = try scope.resolve(Meal.self)
        _ = try app.resolve(Meal.self)
        await #expect(throws: CloseError.self) { try await scope.close() }
        observation.cancel()

        #expect(
            Self.lines(events, of: number) == [
                "scopeOpened", "began Guest", "began House", "made House", "made Guest",
                "reused Guest", "began Meal", "made Meal", "closeFailed Guest", "disposed Guest",
                "scopeClosed",
            ]
        )
        // What the singleton needs is made in the container of the singleton.
        let outside = ["began Park", "made Park", "began Meal", "made Meal"]
        #expect(Self.lines(events, of: nil) == outside)
        #expect(app.scopeNumber == nil && scope.scopeNumber == nil)
    }

    @Test func `is that of the scope which keeps the instance, or else of the innermost`()
        async throws
    {
        let app = Container {
            $0.register(.scoped(.visit)) { Park() }.onClose { _ in }
            $0.register(.scoped(.stop)) { Meal() }.onClose { _ in }
            $0.register { House(try $0.resolve()) }
        }
        let (events, observation) = Self.observe(app)

        let outer = try app.openScope(.visit)
        let inner = try outer.openScope(.stop)
        let numbers = (outer.scopeNumber, inner.scopeNumber)
        _ = try inner.resolve(House.self)
        _ = try inner.resolve(Meal.self)
        try await outer.close()
        observation.cancel()

        #expect(numbers.0 != nil && numbers.1 != nil && numbers.0 != numbers.1)
        #expect(
            Self.lines(events, of: numbers.0) == [
                "scopeOpened", "began Park", "made Park", "disposed Park", "scopeClosed",
            ]
        )
        #expect(
            Self.lines(events, of: numbers.1) == [
                "scopeOpened", "began House", "made House", "began Meal", "made Meal",
                "disposed Meal", "scopeClosed",
            ]
        )
    }

    @Test func `is also that of overlays of the scope, and of what they keep`() async throws {
        let app = Self.program()
        let (events, observation) = Self.observe(app)

        let scope = try app.openScope(.visit)
        let number = scope.scopeNumber
        let overlay = scope.overriding { $0.register { "replaced" } }
        #expect(overlay.scopeNumber == number && number != nil)
        _ = try overlay.resolve(Meal.self)
        observation.cancel()
        try await scope.close()

        #expect(Self.lines(events, of: number) == ["scopeOpened", "began Meal", "made Meal"])
    }

    @Test func `is that of the scope in which a linked container makes something`() async throws {
        let shop = Container { $0.register(.scoped(.visit)) { Meal() }.onClose { _ in } }
        let app = Container()
        app.link(with: shop)
        let (events, observation) = Self.observe(app)
        let (shopEvents, shopObservation) = Self.observe(shop)

        let scope = try app.openScope(.visit)
        let number = scope.scopeNumber
        _ = try scope.resolve(Meal.self)
        try await scope.close()
        observation.cancel()
        shopObservation.cancel()

        #expect(Self.lines(events, of: number).contains("scopeOpened"))
        #expect(Self.lines(events, of: number).last == "scopeClosed")
        #expect(
            Self.lines(shopEvents, of: number).filter { !$0.hasPrefix("scope") }
                == ["began Meal", "made Meal", "disposed Meal"]
        )
    }

    @Test func `is on failures, in every lane`() async throws {
        let app = Container {
            $0.register(.scoped(.visit)) { () throws -> Guest in throw Jammed() }
            $0.async.register(.scoped(.visit)) { () async throws -> Meal in
                await Task.yield()
                throw Jammed()
            }
            $0.async.register(.singleton) { () async in
                await Task.yield()
                return Park()
            }
        }
        let (events, observation) = Self.observe(app)

        let scope = try app.openScope(.visit)
        let number = scope.scopeNumber
        #expect(throws: ResolutionError.self) { try scope.resolve(Guest.self) }
        await #expect(throws: ResolutionError.self) { try await scope.async.resolve(Meal.self) }
        _ = try await scope.async.resolve(Park.self)
        try await scope.close()
        observation.cancel()

        #expect(
            Self.lines(events, of: number) == [
                "scopeOpened", "began Guest", "failed Guest", "began Meal", "failed Meal",
                "began Park", "made Park", "scopeClosed",
            ]
        )
        #expect(Self.lines(events, of: nil).isEmpty)
    }

    @Test func `is on what a scope disposes of that is dropped`() async throws {
        let app = Container {
            $0.register(.scoped(.visit)) { Meal() }.onClose { _ in
                await Task.yield()
                throw Jammed()
            }
        }
        let (events, observation) = Self.observe(app)

        let number = try {
            let dropped = try app.openScope(.visit)
            _ = try dropped.resolve(Meal.self)
            return dropped.scopeNumber
        }()
        try await app.close()
        observation.cancel()

        #expect(
            Self.lines(events, of: number) == [
                "scopeOpened", "began Meal", "made Meal", "closeFailed Meal", "disposed Meal",
                "scopeClosed",
            ]
        )
        #expect(Self.lines(events, of: nil).isEmpty)
    }

    @Test func `is missing where the opening was not observed`() async throws {
        let app = Self.program()
        let scope = try app.openScope(.visit)
        let (events, observation) = Self.observe(app)

        _ = try scope.resolve(Meal.self)
        observation.cancel()
        try await scope.close()

        #expect(scope.scopeNumber == nil)
        #expect(Self.lines(events, of: nil) == ["began Meal", "made Meal"])
    }

    @Test func `tells the events of scopes apart that are open at the same time`() async throws {
        let app = Container {
            $0.register(.scoped(.visit)) { Park() }.onClose { _ in await Task.yield() }
            $0.async.register(.scoped(.visit)) { () async in
                await Task.yield()
                return Meal()
            }
        }
        let (events, observation) = Self.observe(app)

        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    try await app.withScope(.visit) { scope in
                        _ = try scope.resolve(Park.self)
                        _ = try await scope.async.resolve(Meal.self)
                    }
                }
            }
            try await group.waitForAll()
        }
        observation.cancel()

        let scopes = Dictionary(grouping: events.entries, by: \.scopeNumber).mapValues {
            $0.map(Self.line)
        }
        #expect(scopes.count == 50)
        let all = [
            "scopeOpened", "began Park", "made Park", "began Meal", "made Meal", "disposed Park",
            "scopeClosed",
        ]
        for lines in scopes.values { #expect(lines == all) }
    }
}
