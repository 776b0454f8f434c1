// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// A late change is a programmer's error: it traps with the definition and its source location.
@Suite struct `A bootstrapped container` {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `traps when something is registered`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = Container(name: "app")
            try container.bootstrap()
            container.register(file: "App/Late.swift", line: 7) { 1 }
        }

        let text = Self.text(try #require(result).standardErrorContent)
        #expect(text.contains("app was bootstrapped"))
        #expect(text.contains("register Int at App/Late.swift:7"))
    }

    @Test func `traps when something is registered with arguments or auto-wired`() async {
        await #expect(processExitsWith: .failure) {
            let container = Container()
            try container.bootstrap()
            container.register { (number: Int) in "\(number)" }
        }
    }

    @Test func `traps when something is removed`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = Container(name: "app")
            let definition = container.register(file: "App/Wiring.swift", line: 3) { 1 }
            try container.bootstrap()
            container.remove(definition)
        }

        let text = Self.text(try #require(result).standardErrorContent)
        #expect(text.contains("remove Int at App/Wiring.swift:3"))
    }

    @Test func `traps when a definition gets a step`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = Container(name: "app")
            let definition = container.register(file: "App/Wiring.swift", line: 3) { 1 }
            try container.bootstrap()
            definition.injecting { _, _ in }
        }

        let text = Self.text(try #require(result).standardErrorContent)
        #expect(text.contains("app was bootstrapped"))
        #expect(text.contains("too late to change Int at App/Wiring.swift:3 with .injecting()."))
    }

    @Test func `traps when a definition forwards a type`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = Container(name: "app")
            let definition = container.register(file: "App/Wiring.swift", line: 3) { 1 }
            try container.bootstrap()
            definition.implements(Double.self) { Double($0) }
        }

        let text = Self.text(try #require(result).standardErrorContent)
        #expect(text.contains("app was bootstrapped"))
        #expect(text.contains("Double"))
    }

    @Test func `traps when a group is installed`() async {
        await #expect(processExitsWith: .failure) {
            let container = Container()
            try container.bootstrap()
            container.install { $0.register { 1 } }
        }
    }

    @Test func `traps when a definition is marked`() async {
        await #expect(processExitsWith: .failure) {
            let container = Container()
            let definition = container.register { 1 }
            try container.bootstrap()
            definition.contributing()
        }
        await #expect(processExitsWith: .failure) {
            let container = Container()
            let definition = container.register { 1 }
            try container.bootstrap()
            definition.replacing()
        }
    }

    @Test func `may install a module again that is installed already`() throws {
        struct Basics: Module {
            func register(in container: Container) { container.register { 1 } }
        }
        let container = Container(modules: Basics())
        try container.bootstrap()

        container.install(Basics())

        #expect(try container.resolve(Int.self) == 1)
    }

    @Test func `thaws with a reset`() throws {
        let container = Container { $0.register { 1 } }
        try container.bootstrap()

        container.reset()
        container.register { 2 }

        #expect(!container.isBootstrapped)
        #expect(try container.resolve(Int.self) == 2)
    }
}
