// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `Borrowing with a body` {
    private final class Settings: Sendable {
        let name: String
        private let onDeinit: @Sendable () -> Void
        init(_ name: String, onDeinit: @escaping @Sendable () -> Void = {}) {
            self.name = name
            self.onDeinit = onDeinit
        }
        deinit { onDeinit() }
    }

    private struct Refused: Error, Equatable {}

    @Test(arguments: 1...3)
    func `gives the singleton's value on first and later use`(times: Int) throws {
        let made = Tally()
        let container = Container {
            $0.register(.singleton) {
                made.next()
                return Settings("x")
            }
        }

        for _ in 0..<times { #expect(try container.with(Settings.self) { $0.name } == "x") }

        #expect(made.count == 1)
    }

    @Test func `gives the same instance as resolve`() throws {
        let container = Container { $0.register(.singleton) { Settings("x") } }
        let settings = try container.resolve(Settings.self)

        let isSame = try container.with(Settings.self) { (lent: borrowing Settings) in
            ObjectIdentifier(copy lent) == ObjectIdentifier(settings)
        }

        #expect(isSame)
    }

    @Test func `works for a value and for every other scope`() throws {
        let container = Container {
            $0.register(.singleton) { "value" }
            $0.register(.shared) { 1 }
            $0.register { 2.5 }
            $0.register(.weakSingleton) { Settings("weak") }
        }

        #expect(try container.with(String.self) { $0.count } == 5)
        #expect(try container.with(String.self) { $0.count } == 5)
        #expect(try container.with(Int.self) { $0 + 1 } == 2)
        #expect(try container.with(Double.self) { $0 * 2 } == 5)
        #expect(try container.with(Settings.self) { $0.name } == "weak")
    }

    @Test func `keeps the instance alive while it is replaced, and not longer`() async throws {
        let events = Journal<String>()
        let container = Container {
            $0.register(.singleton) { Settings("old") { events.note("old is gone") } }
        }
        _ = try container.resolve(Settings.self)

        try container.with(Settings.self) { settings in
            container.register(.singleton) { Settings("new") }
            let newer = try container.with(Settings.self) { $0.name }
            #expect(newer == "new")
            events.note("body with \(settings.name)")
        }

        // Threads of other tests may be in the way.
        await eventually { events.entries.count == 2 }
        #expect(events.entries == ["body with old", "old is gone"])
    }

    @Test func `keeps the instance alive while the container is reset`() async throws {
        let events = Journal<String>()
        let container = Container {
            $0.register(.singleton) { Settings("old") { events.note("old is gone") } }
        }
        _ = try container.resolve(Settings.self)

        try container.with(Settings.self) { settings in
            container.reset()
            events.note("body with \(settings.name)")
        }

        // Threads of other tests may be in the way.
        await eventually { events.entries.count == 2 }
        #expect(events.entries == ["body with old", "old is gone"])
    }

    @Test func `can be nested`() throws {
        let container = Container {
            $0.register(.singleton) { Settings("outer") }
            $0.register(.singleton) { "inner" }
        }
        _ = try container.resolve(Settings.self)
        _ = try container.resolve(String.self)

        let text = try container.with(Settings.self) { outer in
            let inner = try container.with(String.self) { inner in
                try container.with(Settings.self) { "\(inner) in \($0.name)" }
            }
            return "\(outer.name): \(inner)"
        }

        #expect(text == "outer: inner in outer")
    }

    @Test func `keeps both instances alive when it is nested and both are replaced`() throws {
        let events = Journal<String>()
        let container = Container {
            $0.register(.singleton, as: Settings.self) {
                Settings("a") { events.note("a is gone") }
            }
            $0.register(.singleton) { [Settings("b") { events.note("b is gone") }] }
        }
        _ = try container.resolve(Settings.self)
        _ = try container.resolve([Settings].self)

        try container.with(Settings.self) { first in
            try container.with([Settings].self) { second in
                container.reset()
                events.note("\(first.name) and \(second[0].name)")
            }
        }

        #expect(events.entries.first == "a and b")
        #expect(Set(events.entries) == ["a and b", "a is gone", "b is gone"])
    }

    @Test func `can resolve in the body`() throws {
        let container = Container {
            $0.register(.singleton) { Settings("x") }
            $0.register { "\(try $0.resolve(Settings.self).name)!" }
        }
        _ = try container.resolve(Settings.self)

        #expect(
            try container.with(Settings.self) { _ in try container.resolve(String.self) } == "x!"
        )
    }

    @Test func `passes on what the body throws, and works again`() throws {
        let container = Container { $0.register(.singleton) { Settings("x") } }
        _ = try container.resolve(Settings.self)

        #expect(throws: Refused()) {
            try container.with(Settings.self) { _ in throw Refused() }
        }
        weak let settings = try container.resolve(Settings.self)
        container.reset()

        #expect(settings == nil)
    }

    @Test func `throws for a missing definition`() {
        let error = #expect(throws: ResolutionError.self) {
            try Container().with(Settings.self) { $0.name }
        }

        #expect(error?.code == .missingBinding)
    }

    @Test func `works inside a factory`() throws {
        let container = Container { $0.register(.singleton) { Settings("x") } }
        container.register { [unowned container] in
            try container.with(Settings.self) { $0.name }
        }
        _ = try container.resolve(Settings.self)

        #expect(try container.resolve(String.self) == "x")
        #expect(try container.resolve(String.self) == "x")
    }

    @Test func `finds a tagged definition, or one for any tag`() throws {
        let container = Container {
            $0.register(.singleton) { Settings("plain") }.forAnyTag()
            $0.register(.singleton, tag: "tag") { Settings("tagged") }
        }

        for _ in 0..<2 {
            #expect(try container.with(Settings.self, tag: "tag") { $0.name } == "tagged")
            #expect(try container.with(Settings.self, tag: "none") { $0.name } == "plain")
            #expect(try container.with(Settings.self) { $0.name } == "plain")
        }
    }
}
