// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private struct Mills: Assembly {
    let container: Container
    func mill(id: Int) throws -> [Int] { try define { try mill(id: id) } }
}

@Suite struct `The text of an error` {
    private struct Opaque: Sendable {}

    /// The error of a resolve in a new container.
    private static func error(
        _ register: (Container) -> Void,
        resolve: (Container) throws -> Void
    ) throws -> (ResolutionError, text: String) {
        let container = Container(name: "town", register)
        let error = try #require(throws: ResolutionError.self) { try resolve(container) }
        return (error, error.description)
    }

    @Test func `for other arguments lists the existing ones`() throws {
        let (error, text) = try Self.error {
            $0.register(file: "Town/Wiring.swift", line: 1) { (text: String) in Recipe(text: text) }
            $0.register(file: "Town/Wiring.swift", line: 2) {
                [try $0.resolve(Recipe.self, arguments: 1, true)]
            }
        } resolve: {
            _ = try $0.resolve([Recipe].self)
        }

        #expect(error.code == .argumentMismatch)
        try expectGolden(text, "error-argument-mismatch")
    }

    @Test func `for missing arguments lists the needed ones`() throws {
        let (error, text) = try Self.error {
            $0.register(file: "Town/Wiring.swift", line: 1) { (_: inout Resolver, text: String) in
                Recipe(text: text)
            }
        } resolve: {
            _ = try $0.resolve(Recipe.self)
        }

        #expect(error.code == .argumentMismatch)
        try expectGolden(text, "error-argument-missing")
    }

    @Test func `for unexpected arguments says so`() throws {
        let (error, text) = try Self.error {
            $0.register(file: "Town/Wiring.swift", line: 1) { Flour() }
        } resolve: {
            _ = try $0.resolve(Flour.self, arguments: 1)
        }

        #expect(error.code == .argumentMismatch)
        try expectGolden(text, "error-argument-superfluous")
    }

    @Test func `for an ambiguous key names the candidates`() throws {
        let (error, text) = try Self.error {
            $0.register { 1 }
            $0.register { "text" }
            $0.register(file: "Town/Wiring.swift", line: 1) { (text: String) in Recipe(text: text) }
            $0.register(file: "Town/Wiring.swift", line: 2) { (number: Int) in
                Recipe(text: "\(number)")
            }
            $0.register(file: "Town/Wiring.swift", line: 3) { [try $0.resolve(Recipe.self)] }
        } resolve: {
            _ = try $0.resolve([Recipe].self)
        }

        #expect(error.code == .ambiguousBinding)
        try expectGolden(text, "error-ambiguous")
    }

    @Test func `for an argument that is not hashable names its type`() throws {
        let (error, text) = try Self.error {
            $0.register(.singleton, file: "Town/Wiring.swift", line: 1) {
                (_: inout Resolver, _: Int, _: Opaque) in Recipe(text: "")
            }
        } resolve: {
            _ = try $0.resolve(Recipe.self, arguments: 1, Opaque())
        }

        #expect(error.code == .argumentNotHashable)
        try expectGolden(text, "error-argument-not-hashable")
    }

    @Test func `for a factory that threw shows the error and the path`() throws {
        let (error, text) = try Self.error {
            $0.register(file: "Town/Wiring.swift", line: 1) { () throws -> any Mill in throw Burnt()
            }
            $0.register(file: "Town/Wiring.swift", line: 2, autowiring: Oven.init)
            $0.register(file: "Town/Wiring.swift", line: 3) {
                VillageBakery(oven: try $0.resolve()) as any Bakery
            }
        } resolve: {
            _ = try $0.resolve((any Bakery).self)
        }

        #expect(error.code == .factoryThrew)
        #expect(error.underlying is Burnt)
        try expectGolden(text, "error-factory-threw")
    }

    @Test func `for a step that threw shows the error and the path`() throws {
        let (error, text) = try Self.error {
            $0.register(.singleton, file: "Town/Wiring.swift", line: 1) { Flour() }
                .injecting { _, _ in throw Burnt() }
            $0.register(file: "Town/Wiring.swift", line: 2) { [try $0.resolve(Flour.self)] }
        } resolve: {
            _ = try $0.resolve([Flour].self)
        }

        #expect(error.code == .injectionFailed)
        #expect(error.underlying is Burnt)
        try expectGolden(text, "error-injection-failed")
    }

    @Test func `for a property that throws names it`() throws {
        let (error, text) = try Self.error {
            $0.register(.singleton, file: "Town/Wiring.swift", line: 1) { Cellar() }
            $0.register(file: "Town/Wiring.swift", line: 2) { [try $0.resolve(Cellar.self)] }
        } resolve: {
            _ = try $0.resolve([Cellar].self)
        }

        #expect(error.code == .injectionFailed)
        #expect(error.underlying is Burnt)
        try expectGolden(text, "error-property-failed")
    }

    @Test func `for a weak property of a value names it, and says what to do`() throws {
        let (error, text) = try Self.error {
            $0.register { 1 }
            $0.register(file: "Town/Wiring.swift", line: 1) { Attic() }
        } resolve: {
            _ = try $0.resolve(Attic.self)
        }

        #expect(error.code == .typeMismatch)
        try expectGolden(text, "error-weak-value")
    }

    @Test func `for an object that is adopted as another type says what to do`() throws {
        let (error, text) = try Self.error {
            $0.register(file: "Town/Wiring.swift", line: 1) {
                VillageBakery(oven: Oven(mill: WaterMill()))
            }
            .implements((any Bakery).self, file: "Town/Wiring.swift", line: 2) { $0 }
        } resolve: {
            try $0.adopt(Caravan() as any Bakery)
        }

        #expect(error.code == .typeMismatch)
        try expectGolden(text, "error-adopted-as-another-type")
    }

    @Test func `for an adopted nil says so`() throws {
        let (error, text) = try Self.error {
            $0.register(file: "Town/Wiring.swift", line: 1) { Flour() }
        } resolve: {
            try $0.adopt(nil as Flour?)
        }

        #expect(error.code == .typeMismatch)
        try expectGolden(text, "error-adopted-nothing")
    }

    @Test func `for a second instance to be kept says what to do`() throws {
        let (error, text) = try Self.error {
            $0.register(.singleton, file: "Town/Wiring.swift", line: 1) { Flour() }
        } resolve: {
            _ = try $0.resolve(Flour.self)
            try $0.adopt(keeping: Flour())
        }

        #expect(error.code == .duplicateBinding)
        try expectGolden(text, "error-kept-already")
    }

    @Test func `for a builder of another type says what to do`() throws {
        let (error, text) = try Self.error {
            $0.register(file: "Town/Wiring.swift", line: 1) { Flour() }
        } resolve: {
            _ = try $0.resolve(
                dynamically: Flour.self as Any.Type,
                tag: nil,
                arguments: Void.self
            ) { (_: (()) throws -> Any) in 1 }
        }

        #expect(error.code == .typeMismatch)
        try expectGolden(text, "error-built-as-another-type")
    }

    @Test func `for an empty property names the property`() throws {
        let (error, text) = try Self.error {
            $0.register(file: "Town/Wiring.swift", line: 1) { Kitchen() }
            $0.register(file: "Town/Wiring.swift", line: 2) { [try $0.resolve(Kitchen.self)] }
            $0.register(file: "Town/Wiring.swift", line: 3) { Oven(mill: try $0.resolve()) }
                .forAnyTag()
        } resolve: {
            _ = try $0.resolve([Kitchen].self)
        }

        #expect(error.code == .missingBinding)
        try expectGolden(text, "error-missing-property")
    }

    @Test func `for a released container names the requested type`() throws {
        let provider = Container().provider(of: Flour.self, tag: "fine")

        let error = try #require(throws: ResolutionError.self) { try provider() }

        #expect(error.code == .containerGone)
        try expectGolden(error.description, "error-container-gone")
    }

    @Test func `for a chain that never ends shows both its ends`() throws {
        let (error, text) = try Self.error {
            $0.register(file: "Town/Wiring.swift", line: 1) {
                (resolver: inout Resolver, depth: Int) in
                Recipe(text: try resolver.resolve(Recipe.self, arguments: depth + 1).text)
            }
            $0.register(file: "Town/Wiring.swift", line: 2) {
                [try $0.resolve(Recipe.self, arguments: 0)]
            }
        } resolve: {
            _ = try $0.resolve([Recipe].self)
        }

        #expect(error.code == .tooDeep)
        // The number depends on the stack.
        let stable = text.replacing(/… [0-9 ]+ more …/, with: "… many more …")
        try expectGolden(stable, "error-too-deep")
    }

    @Test func `for members with arguments that never end says how to distinguish them`() throws {
        let error = try #require(throws: ResolutionError.self) {
            try Mills(container: Container()).mill(id: 1)
        }
        #expect(error.code == .tooDeep)
        let stable = error.description.replacing(/… [0-9 ]+ more …/, with: "… many more …")
            .replacing(/swift:[0-9]+/, with: "swift:LINE")
        try expectGolden(stable, "error-too-deep-members")
    }

    @Test func `equals its diagnostic's, and outlives its container`() throws {
        var container: Container? = Container()
        let error = try #require(throws: ResolutionError.self) {
            try container?.resolve(Flour.self)
        }

        let diagnostic = error.diagnostic
        container = nil

        #expect(container == nil)
        #expect(diagnostic.rendered() == error.description)
        #expect(error.debugDescription == error.description)
        #expect("\(error)" == error.description)
    }
}
