// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `An observer of drops` {
    private final class Core: Sendable {
        let gone: Journal<String>
        init(_ gone: Journal<String>) { self.gone = gone }
        deinit { gone.note("gone") }
    }

    private static func observe(_ container: Container) -> (Journal<String>, ObservationToken) {
        let heard = Journal<String>()
        let observation = container.observe { event in
            if case .dropped = event.kind { heard.note("\(event.key)") }
        }
        return (heard, observation)
    }

    @Test func `sees a replaced definition's instance`() throws {
        let container = Container { $0.register(.singleton) { 1 } }
        _ = try container.resolve(Int.self)
        let (heard, observation) = Self.observe(container)

        container.register(.singleton) { 2 }

        #expect(heard.entries == ["Int"])
        observation.cancel()
    }

    @Test func `sees a removed definition's instance`() throws {
        let container = Container()
        let definition = container.register(.singleton, tag: "a") { 1 }
        let (heard, observation) = Self.observe(container)
        _ = try container.resolve(Int.self, tag: "a")

        container.remove(definition)

        #expect(heard.entries == [#"Int "a""#])
        observation.cancel()
    }

    @Test func `sees every instance when all is reset`() throws {
        let container = Container {
            $0.register(.singleton) { "text" }
            $0.register(.singleton) { (_: inout Resolver, number: Int) in Double(number) }
            $0.register { true }
        }
        let (heard, observation) = Self.observe(container)
        _ = try container.resolve(String.self)
        _ = try container.resolve(Double.self, arguments: 1)
        _ = try container.resolve(Double.self, arguments: 2)
        _ = try container.resolve(Bool.self)

        container.reset()

        #expect(heard.entries.sorted() == ["Double (Int)", "Double (Int)", "String"])
        observation.cancel()
    }

    @Test func `sees nothing if nothing was made`() {
        let container = Container { $0.register(.singleton) { 1 } }
        let (heard, observation) = Self.observe(container)

        container.register(.singleton) { 2 }
        container.reset()

        #expect(heard.entries.isEmpty)
        observation.cancel()
    }

    @Test func `is called before the instance is released, and may use the container`() throws {
        let gone = Journal<String>()
        let container = Container {
            $0.register(.singleton) { Core(gone) }
            $0.register { 1 }
        }
        _ = try container.resolve(Core.self)
        let observation = container.observe { [unowned container] event in
            guard case .dropped = event.kind else { return }
            gone.note("heard with \((try? container.resolve(Int.self)) ?? 0)")
        }

        container.register(.singleton) { Core(gone) }.replacing()

        #expect(gone.entries == ["heard with 1", "gone"])
        observation.cancel()
    }

    @Test func `sees an installed group's replacements`() throws {
        let container = Container {
            $0.register(.singleton) { 1 }
            $0.register(.singleton) { "a" }
        }
        _ = try (container.resolve(Int.self), container.resolve(String.self))
        let (heard, observation) = Self.observe(container)

        container.install {
            $0.register(.singleton) { 2 }.replacing()
            $0.register(.singleton) { "b" }.replacing()
        }

        #expect(heard.entries.sorted() == ["Int", "String"])
        observation.cancel()
    }
}
