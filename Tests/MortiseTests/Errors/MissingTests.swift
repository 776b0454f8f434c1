// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `The text of a missing binding` {
    /// Resolves in a container whose bakery needs an oven, which needs a mill.
    private static func text(
        _ register: (Container) -> Void,
        resolve: (Container) throws -> Void
    ) throws -> String {
        let container = Container(name: "town") {
            $0.register(file: "Town/Wiring.swift", line: 10) {
                VillageBakery(oven: try $0.resolve()) as any Bakery
            }
            $0.register(.singleton, file: "Town/Wiring.swift", line: 11, autowiring: Oven.init)
            register($0)
        }
        let error = try #require(throws: ResolutionError.self) { try resolve(container) }
        #expect(error.diagnostic.code == error.code)
        return error.description
    }

    private static func bakery(_ container: Container) throws {
        _ = try container.resolve((any Bakery).self)
    }

    @Test func `shows the path`() throws {
        let text = try Self.text({ _ in }, resolve: Self.bakery)

        try expectGolden(text, "error-missing-path")
    }

    @Test func `shows the key alone without a path`() throws {
        let text = try Self.text({ _ in }, resolve: { _ = try $0.resolve(Flour.self) })

        try expectGolden(text, "error-missing-alone")
    }

    @Test func `shows a step on the path`() throws {
        let text = try Self.text(
            { container in
                container.register(file: "Town/Wiring.swift", line: 12) { Recipe(text: "") }
                    .injecting { resolver, _ in _ = try resolver.resolve((any Bakery).self) }
            },
            resolve: { _ = try $0.resolve(Recipe.self) }
        )

        try expectGolden(text, "error-missing-step")
    }

    @Test func `suggests the tag`() throws {
        let text = try Self.text(
            { container in
                container.register(tag: "old", file: "Town/Wiring.swift", line: 12) {
                    WaterMill() as any Mill
                }
                container.register(tag: 7, file: "Town/Wiring.swift", line: 13) {
                    WaterMill() as any Mill
                }
            },
            resolve: Self.bakery
        )

        try expectGolden(text, "error-missing-tag")
    }

    @Test func `suggests another tag`() throws {
        let text = try Self.text(
            { container in
                container.register(tag: "old", file: "Town/Wiring.swift", line: 12) { Flour() }
            },
            resolve: { _ = try $0.resolve(Flour.self, tag: "odl") }
        )

        try expectGolden(text, "error-missing-other-tag")
    }

    @Test func `suggests a conforming type`() throws {
        let text = try Self.text(
            { container in
                container.register(.singleton, file: "Town/Wiring.swift", line: 12) { WaterMill() }
            },
            resolve: Self.bakery
        )

        try expectGolden(text, "error-missing-conforming")
    }

    @Test func `suggests a similar name`() throws {
        let text = try Self.text(
            { container in
                container.register(file: "Town/Wiring.swift", line: 12) { Flours() }
            },
            resolve: { _ = try $0.resolve(Flour.self) }
        )

        try expectGolden(text, "error-missing-similar")
    }

    @Test func `suggests the same name in another module`() throws {
        let text = try Self.text(
            { container in
                container.register(file: "Town/Wiring.swift", line: 12) { MortiseTests.Bug() }
            },
            resolve: { _ = try $0.resolve(Testing.Bug.self) }
        )

        try expectGolden(text, "error-missing-namesake")
    }

    @Test func `suggests a source's definition`() throws {
        let parent = Container(name: "country") {
            $0.register(tag: "fine", file: "Country/Wiring.swift", line: 3) { Flour() }
        }
        let child = Container(name: "town", parent: parent) {
            $0.register(file: "Town/Wiring.swift", line: 4) { [try $0.resolve(Flour.self)] }
        }

        let error = try #require(throws: ResolutionError.self) {
            try child.resolve([Flour].self)
        }

        try expectGolden(error.description, "error-missing-source")
    }

    @Test func `shows an optional that was inferred`() throws {
        let text = try Self.text(
            { container in
                container.register(file: "Town/Wiring.swift", line: 12) { (flour: Flour?) in
                    Recipe(text: flour == nil ? "none" : "some")
                }
            },
            resolve: { _ = try $0.resolve(Recipe.self) }
        )

        try expectGolden(text, "error-missing-optional")
    }

    @Test func `shows the path through a forwarded type`() throws {
        let text = try Self.text(
            { container in
                container.register(.singleton, file: "Town/Wiring.swift", line: 12) {
                    WaterMill(name: try $0.resolve())
                }.implements((any Mill).self, file: "Town/Wiring.swift", line: 13) { $0 }
            },
            resolve: Self.bakery
        )

        try expectGolden(text, "error-missing-forwarded")
    }

    @Test func `keeps its hint after the container is released`() throws {
        func make() throws -> String {
            let container = Container { $0.register(tag: "disk") { "disk" } }
            return try container.resolve()
        }

        let error = #expect(throws: ResolutionError.self) { try make() }

        #expect(error?.description.contains("ask for it with its tag") == true)
    }
}

/// Has the name of another module's type.
struct Bug {}
