// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `An instance that outlives a failure or a change` {
    private struct Broken: Error {}
    private final class Lamp: Sendable {
        let number: Int
        init(number: Int = 0) { self.number = number }
    }
    private struct Wire: Sendable {}
    private struct Fuse {}
    private struct House {
        let lamp: Lamp
    }

    @Test func `gets didResolve if it is shared`() throws {
        let calls = Tally()
        let container = Container {
            $0.register(.shared) { Lamp() }.didResolve { _ in calls.next() }
            $0.register { (resolver: inout Resolver) -> Fuse in
                _ = try resolver.resolve(Lamp.self)
                throw Broken()
            }
            $0.register { (resolver: inout Resolver) in
                _ = try? resolver.resolve(Fuse.self)
                return House(lamp: try resolver.resolve())
            }
        }

        _ = try container.resolve(House.self)

        #expect(calls.count == 1)
    }

    @Test func `is a contributing singleton after another one is registered`() throws {
        let made = Tally()
        let container = Container { $0.register { Wire() } }
        container.register(.singleton) { (_: Wire) in Lamp(number: made.next()) }.contributing()
        let before = try container.resolveAll(Lamp.self)

        container.register(.singleton) { (_: Wire, _: Wire) in Lamp() }.contributing()
        let after = try container.resolveAll(Lamp.self)

        #expect(after.count == 2)
        #expect(after.first === before.first)
        #expect(made.count == 1)
    }

    @Test func `is no contributing singleton that was removed`() async throws {
        let container = Container { $0.register { Wire() } }
        let definition = container.register(.singleton) { (_: Wire) in Lamp() }.contributing()
        container.register(.singleton) { (_: Wire, _: Wire) in Lamp() }.contributing()
        let lamp = WeakPocket<Lamp>()
        lamp.value = try container.resolveAll(Lamp.self).first
        #expect(lamp.value != nil)

        // The definition is still referenced; its cached instance is not.
        container.remove(definition)
        // Threads of other tests may be in the way.
        await eventually { lamp.value == nil }
        #expect(lamp.value == nil)
        withExtendedLifetime(definition) {}
    }

    @Test func `is a provider that was resolved while a group was being installed`() throws {
        final class Shop: Sendable {
            let lamps: Provider<Lamp>
            init(_ lamps: Provider<Lamp>) { self.lamps = lamps }
        }
        let container = Container { $0.register { Shop($0) } }
        let shop = Pocket<Shop>()

        try container.install {
            $0.register { Lamp() }
            shop.value = try $0.resolve(Shop.self)
        }

        #expect(throws: Never.self) { try shop.value?.lamps() }
    }
}

@Suite struct `An optional with arguments` {
    private final class Lamp: Sendable {
        let watts: Int
        init(watts: Int) { self.watts = watts }
    }

    @Test func `that is inferred resolves the wrapped type`() throws {
        let container = Container {
            $0.register(.singleton) { (_: inout Resolver, watts: Int) in Lamp(watts: watts) }
        }

        var lamp: Lamp?
        lamp = try container.resolve(arguments: 40)

        #expect(lamp?.watts == 40)
        #expect(lamp === (try container.resolve(Lamp.self, arguments: 40)))
    }

    @Test func `that is inferred throws for what is not registered`() {
        let container = Container()

        let error = #expect(throws: ResolutionError.self) {
            let lamp: Lamp? = try container.resolve(arguments: 40)
            _ = lamp
        }

        #expect(error?.code == .missingBinding)
    }
}
