// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `The validation of a container` {
    /// Fails the test if a factory runs.
    private static func unbuilt<T>(_ instance: @autoclosure () -> T) -> T {
        Issue.record("validating must not build anything")
        return instance()
    }

    /// Plants one mistake of each kind among correct definitions.
    private static func plant(in container: Container) {
        let file: StaticString = "Town/Wiring.swift"
        // Correct: wired, optional, deferred, forwarded, tagged, with arguments.
        container.register(.singleton, file: file, line: 1) { unbuilt(WaterMill()) }
            .implements((any Mill).self, file: file, line: 2) { $0 }
        container.register(file: file, line: 3, autowiring: Oven.init)
        container.register(file: file, line: 4) { (text: String) in unbuilt(Recipe(text: text)) }
        container.register(file: file, line: 5) { unbuilt("text") }
        container.register(file: file, line: 6, autowiring: BakeryShop.init)
        // Missing.
        container.register(file: file, line: 10, autowiring: NeedsFlour.init)
        // Other arguments.
        container.register(file: file, line: 20) { (_: inout Resolver, flag: Bool) in
            unbuilt(Set([flag]))
        }
        container.register(file: file, line: 21, autowiring: NeedsFlags.init)
        // Ambiguous.
        container.register(file: file, line: 30) { (mill: any Mill) in unbuilt(Bread(mill: mill)) }
        container.register(file: file, line: 31) { (oven: Oven) in unbuilt(Bread(mill: oven.mill)) }
        container.register(file: file, line: 32, autowiring: NeedsBread.init)
        // Registered twice.
        container.register(tag: "twice", file: file, line: 40) { unbuilt(1) }
        container.register(tag: "twice", file: file, line: 41) { unbuilt(2) }
        // A cycle of constructors.
        container.register(file: file, line: 50, autowiring: Hen.init)
        container.register(file: file, line: 51, autowiring: Egg.init)
        // A captive.
        container.register(.shared, file: file, line: 60) { unbuilt(Session()) }
        container.register(.singleton, file: file, line: 61, autowiring: Keeper.init)
        // Not verified, like the one with other arguments.
        container.register(file: file, line: 70) { resolver in
            let mill: any Mill = try resolver.resolve()
            return unbuilt(Opaque(mill: mill))
        }
        container.register(file: file, line: 71) { (number: Int) in unbuilt([number]) }
    }

    @Test func `finds every planted mistake and nothing else`() {
        let container = Container(name: "town", Self.plant)

        let codes = container.validate().findings.map(\.code)

        #expect(
            codes.sorted { $0.slug < $1.slug } == [
                .ambiguousBinding, .argumentMismatch, .captiveDependency, .cycle,
                .duplicateBinding, .missingBinding, .notProven, .notProven,
            ]
        )
    }

    @Test func `has a golden text`() throws {
        let container = Container(name: "town", Self.plant)

        try expectGolden(container.validate().description, "validation")
    }

    @Test func `sorts findings by severity`() {
        let validation = Container(name: "town", Self.plant).validate()

        #expect(!validation.isValid)
        #expect(validation.errors.count == 5)
        #expect(validation.warnings.map(\.code) == [.captiveDependency])
        #expect(validation.notVerified.map { $0.path.map { $0.site?.line } } == [[], [71]])
        #expect(throws: ValidationError.self) { try validation.check() }
    }

    @Test func `changes nothing`() throws {
        let container = Container(name: "town", Self.plant)
        let graph = container.graph

        _ = container.validate()
        container.register { 1.5 }

        #expect(!container.isBootstrapped)
        #expect(container.graph.nodes.count == graph.nodes.count + 1)
    }

    @Test func `finds nothing in a correct container`() throws {
        let container = Container {
            $0.register(.singleton) { WaterMill() }.implements((any Mill).self) { $0 }
            $0.register(autowiring: Oven.init)
        }

        let validation = container.validate()

        #expect(validation.isValid && validation.findings.isEmpty)
        #expect(validation.description == "No findings")
        try validation.check()
    }

    @Test func `requires a closure's parameters only if a dependent does not pass them`() {
        let container = Container {
            $0.register { (_: Flour) in Recipe(text: "") }
        }
        #expect(container.validate().isValid)

        container.register(autowiring: Book.init)

        #expect(container.validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `needs nothing for a provider parameter with arguments`() {
        let container = Container {
            $0.register { (_: inout Resolver, text: String) in Recipe(text: text) }
            $0.register { (_: Provider<Recipe>) in Flour() }
            $0.register(autowiring: { (_: Flour) in Flours() })
        }

        #expect(container.validate().isValid)
    }

    @Test func `reports a provider parameter's missing type`() {
        let container = Container {
            $0.register(autowiring: { (_: Provider<Recipe>) in Flour() })
        }

        #expect(container.validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `looks up what a source's definition needs where it would be made`() throws {
        let parent = Container { $0.register(autowiring: Oven.init) }
        let child = Container(parent: parent) { $0.register { WaterMill() as any Mill } }

        #expect(parent.validate().errors.map(\.code) == [.missingBinding])
        #expect(child.validate().errors == [])
        _ = try child.resolve(Oven.self)

        parent.register(.singleton, autowiring: Oven.init).replacing()
        #expect(child.validate().errors.map(\.code) == [.missingBinding])
        let overlay = parent.overriding { $0.register { WaterMill() as any Mill } }
        #expect(overlay.validate().errors == [])
        _ = try overlay.resolve(Oven.self)
    }

    @Test func `sees what an overlay hides from its base`() throws {
        let base = Container {
            $0.register { WaterMill() as any Mill }
            $0.register(.singleton, autowiring: Oven.init)
        }
        let overlay = base.overriding {
            $0.register { (_: inout Resolver, _: Int) in WaterMill() as any Mill }.replacing()
        }

        #expect(overlay.validate().errors.map(\.code) == [.argumentMismatch])
        #expect(throws: ResolutionError.self) { try overlay.resolve(Oven.self) }
    }

    @Test func `notes how many factories have not run yet`() throws {
        let container = Container {
            $0.register(.singleton) { WaterMill() as any Mill }
            $0.register { Oven(mill: try $0.resolve()) }
        }
        let before = container.validate().notVerified.map(\.fact)

        _ = try container.resolve(Oven.self)

        #expect(before == ["1 of 2 factories not seen yet: Oven"])
        #expect(container.validate().notVerified.isEmpty)
    }

    @Test func `counts factories alone`() throws {
        let container = Container {
            $0.expects(String.self)
            $0.declaresCollection(of: Flour.self)
            $0.register(tag: "wind") { WaterMill() as any Mill }.selectable()
            $0.register(tag: "water") { WaterMill() }
                .implements((any Mill).self, tag: "water") { $0 }.selectable()
            $0.register { Oven(mill: try $0.resolve()) }
            $0.register(autowiring: { (_: [Flour]) in 1 })
        }

        #expect(
            container.validate().findings.map(\.fact)
                == ["1 of 4 factories not seen yet: Oven"]
        )
    }

    @Test func `allows a cycle with a property, once it was observed`() throws {
        let container = Container {
            $0.register(.shared) { Flour() }
                .injecting { resolver, _ in _ = try resolver.resolve(Recipe.self) }
            $0.register(.shared) { resolver in
                _ = try resolver.resolve(Flour.self)
                return Recipe(text: "")
            }
        }
        _ = try container.resolve(Recipe.self)

        #expect(container.validate().isValid)
    }
}
