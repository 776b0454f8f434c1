// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// A mistake has the same text in the validation and in the run-time error.
@Suite struct `A mistake` {
    private final class Hen: Sendable {
        init(_ egg: Egg) {}
    }
    private final class Egg: Sendable {
        init(_ hen: Hen) {}
    }

    private static func texts(
        _ register: (Container) -> Void,
        resolve: (Container) throws -> Void
    ) throws -> (found: [String], thrown: String) {
        let container = Container(register)
        let found = container.validate().errors.map { $0.rendered() }
        let error = try #require(throws: ResolutionError.self) { try resolve(container) }
        return (found, error.description)
    }

    @Test func `of a missing definition reads the same in the validation and in the error`() throws
    {
        let (found, thrown) = try Self.texts {
            $0.register(file: "Town/Wiring.swift", line: 1, autowiring: VillageBakery.init)
            $0.register(file: "Town/Wiring.swift", line: 2, autowiring: Oven.init)
            $0.register(tag: "old", file: "Town/Wiring.swift", line: 3) { WaterMill() as any Mill }
        } resolve: {
            _ = try $0.resolve(VillageBakery.self)
        }

        #expect(found == [thrown])
    }

    @Test func `of a missing conformance reads the same`() throws {
        let (found, thrown) = try Self.texts {
            $0.register(file: "Town/Wiring.swift", line: 2, autowiring: Oven.init)
            $0.register(file: "Town/Wiring.swift", line: 3) { WaterMill() }
        } resolve: {
            _ = try $0.resolve(Oven.self)
        }

        #expect(found == [thrown])
    }

    @Test func `of arguments reads the same`() throws {
        let (found, thrown) = try Self.texts {
            $0.register(file: "Town/Wiring.swift", line: 2, autowiring: Oven.init)
            $0.register(file: "Town/Wiring.swift", line: 3) { (_: inout Resolver, name: String) in
                WaterMill(name: name) as any Mill
            }
        } resolve: {
            _ = try $0.resolve(Oven.self)
        }

        #expect(found == [thrown])
    }

    @Test func `of an ambiguous key reads the same`() throws {
        let (found, thrown) = try Self.texts {
            $0.register { 1 }
            $0.register { "text" }
            $0.register(file: "Town/Wiring.swift", line: 1, autowiring: { (_: Recipe) in Flour() })
            $0.register(file: "Town/Wiring.swift", line: 2) { (text: String) in Recipe(text: text) }
            $0.register(file: "Town/Wiring.swift", line: 3) { (number: Int) in
                Recipe(text: "\(number)")
            }
        } resolve: {
            _ = try $0.resolve(Flour.self)
        }

        #expect(found == [thrown])
    }

    @Test func `of a constructor cycle reads the same`() throws {
        let (found, thrown) = try Self.texts {
            $0.register(.singleton, file: "Town/Wiring.swift", line: 1, autowiring: Hen.init)
            $0.register(.singleton, file: "Town/Wiring.swift", line: 2, autowiring: Egg.init)
        } resolve: {
            _ = try $0.resolve(Hen.self)
        }

        #expect(found == [thrown])
    }
}
