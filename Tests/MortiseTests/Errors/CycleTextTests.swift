// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `The text of a cycle` {
    private static func text(
        _ register: (Container) -> Void,
        resolve: (Container) throws -> Void
    ) throws -> String {
        let container = Container(name: "town", register)
        let error = try #require(throws: ResolutionError.self) { try resolve(container) }
        #expect(error.code == .cycle)
        return error.description
    }

    @Test func `of singletons shows the cycle`() throws {
        let text = try Self.text {
            $0.register(.singleton, file: "Town/Wiring.swift", line: 1) {
                VillageBakery(oven: try $0.resolve()) as any Bakery
            }
            $0.register(.singleton, file: "Town/Wiring.swift", line: 2, autowiring: Oven.init)
            $0.register(.singleton, file: "Town/Wiring.swift", line: 3) { resolver -> any Mill in
                _ = try resolver.resolve((any Bakery).self)
                return WaterMill()
            }
        } resolve: {
            _ = try $0.resolve((any Bakery).self)
        }

        try expectGolden(text, "error-cycle-singletons")
    }

    @Test func `shows the path into the cycle`() throws {
        let text = try Self.text {
            $0.register(file: "Town/Wiring.swift", line: 1) {
                VillageBakery(oven: try $0.resolve()) as any Bakery
            }
            $0.register(.shared, file: "Town/Wiring.swift", line: 2, autowiring: Oven.init)
            $0.register(.shared, file: "Town/Wiring.swift", line: 3) { resolver -> any Mill in
                _ = try resolver.resolve(Oven.self)
                return WaterMill()
            }
        } resolve: {
            _ = try $0.resolve((any Bakery).self)
        }

        try expectGolden(text, "error-cycle-way")
    }

    @Test(arguments: ["unique", "shared", "singleton"])
    func `of one that needs itself`(scope: String) throws {
        let text = try Self.text {
            let factory: @Sendable (inout Resolver) throws -> Recipe = { try $0.resolve() }
            if scope == "singleton" {
                $0.register(.singleton, file: "Town/Wiring.swift", line: 1, factory: factory)
            } else {
                $0.register(
                    scope == "shared" ? .shared : .unique,
                    file: "Town/Wiring.swift",
                    line: 1,
                    factory: factory
                )
            }
        } resolve: {
            _ = try $0.resolve(Recipe.self)
        }

        try expectGolden(text, "error-cycle-self")
    }

    @Test func `through a forwarded type and a tag shows both`() throws {
        let text = try Self.text {
            $0.register(.singleton, tag: "old", file: "Town/Wiring.swift", line: 1) {
                resolver -> WaterMill in
                _ = try resolver.resolve(Oven.self)
                return WaterMill()
            }.implements((any Mill).self, file: "Town/Wiring.swift", line: 2) { $0 }
            $0.register(.singleton, file: "Town/Wiring.swift", line: 3, autowiring: Oven.init)
        } resolve: {
            _ = try $0.resolve(Oven.self)
        }

        try expectGolden(text, "error-cycle-forwarded")
    }

    @Test func `of unique instances through a property that never ends`() throws {
        let text = try Self.text {
            $0.register(file: "Town/Wiring.swift", line: 1) { Flour() }
                .injecting { resolver, _ in _ = try resolver.resolve(Recipe.self) }
            $0.register(file: "Town/Wiring.swift", line: 2) { resolver in
                _ = try resolver.resolve(Flour.self)
                return Recipe(text: "")
            }
        } resolve: {
            _ = try $0.resolve(Flour.self)
        }

        try expectGolden(text, "error-cycle-endless")
    }
}
