// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `The graph of a container` {
    private static func node(_ key: String, in container: Container) throws -> Graph.Node {
        try #require(container.graph.nodes.first { $0.key.description == key })
    }

    /// The dependencies of a node: `kind evidence key`, with `?` for an optional one.
    private static func edges(_ key: String, in container: Container) throws -> [String] {
        try node(key, in: container).dependencies.map {
            "\($0.kind) \($0.evidence) \($0.key)\($0.isOptional ? " ?" : "")"
        }
    }

    @Test func `has the definitions in the order registered`() {
        let container = Container(name: "town") {
            $0.register(.singleton, tag: "b", file: "Town/Wiring.swift", line: 3) { 1 }
            $0.register { (text: String) in Recipe(text: text) }
            $0.register(.shared) { "text" }
        }

        let graph = container.graph

        #expect(graph.nodes.map(\.key.description) == ["Int \"b\"", "Recipe (String)", "String"])
        #expect(graph.nodes.map(\.lifetime) == [.singleton, .unique, .shared])
        #expect(graph.nodes[0].site == SourceSite(file: "Town/Wiring.swift", line: 3))
        #expect(graph.containers.map(\.name) == ["town"])
    }

    @Test func `knows the parameters of auto-wired definitions before anything is built`() throws {
        let container = Container {
            $0.register(autowiring: Oven.init)
            $0.register { (oven: Oven, flour: Provider<Flour>) in Recipe(text: "") }
        }

        #expect(
            try Self.edges("Oven (any Mill)", in: container) == ["constructor declared any Mill"]
        )
        #expect(
            try Self.edges("Recipe (Oven, Provider<Flour>)", in: container)
                == ["constructor declared Oven", "deferred declared Flour"]
        )
        #expect(try Self.node("Oven (any Mill)", in: container).transparency == .declared)
    }

    @Test func `learns the requests of opaque factories and steps`() throws {
        let container = Container {
            $0.register(.singleton) { WaterMill() as any Mill }
            $0.register(tag: "fine") { Flour() }
            $0.register { (number: Int) in [number] }
            $0.register { resolver in
                _ = try resolver.resolve((any Mill).self)
                _ = try resolver.resolve(Flour.self, tag: "fine")
                _ = try resolver.resolve([Int].self, arguments: 1)
                _ = try resolver.resolve(Flours?.self)
                _ = resolver.provider(of: Oven.self)
                return Recipe(text: "")
            }
            .injecting { resolver, _ in _ = try resolver.resolve((any Mill).self) }
        }
        #expect(try Self.edges("Recipe", in: container).isEmpty)

        _ = try container.resolve(Recipe.self)
        _ = try container.resolve(Recipe.self)

        #expect(
            try Self.edges("Recipe", in: container) == [
                "constructor observed any Mill",
                "constructor observed Flour \"fine\"",
                "constructor observed [Int] (Int)",
                "constructor observed Flours ?",
                "deferred observed Oven",
                "property observed any Mill",
            ]
        )
        #expect(try Self.node("Recipe", in: container).transparency == .observed)
    }

    @Test func `learns a factory's requests to a captured container`() throws {
        let container = Container { $0.register { Flour() } }
        container.register { [unowned container] in
            _ = try container.resolve(Flour.self)
            return Recipe(text: "")
        }
        _ = try container.resolve(Recipe.self)

        #expect(try Self.edges("Recipe", in: container) == ["constructor observed Flour"])
    }

    @Test func `keeps the requests seen before a factory failed`() throws {
        let container = Container {
            $0.register { resolver -> Recipe in
                _ = try resolver.resolve(Flour.self)
                return Recipe(text: "")
            }
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Recipe.self) }

        #expect(try Self.edges("Recipe", in: container) == ["constructor observed Flour"])
        #expect(container.validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `shows forwarding types and their targets`() throws {
        let container = Container {
            $0.register(.singleton) { WaterMill() }.implements((any Mill).self, tag: "old") { $0 }
        }

        let node = try Self.node("any Mill \"old\"", in: container)

        #expect(node.forwardsTo?.description == "WaterMill")
    }

    @Test func `shows contributing, replacing and replaced definitions`() {
        let container = Container {
            $0.register(tag: 1) { 1 }.contributing()
            $0.register(tag: 1) { 2 }.contributing()
            $0.register(tag: 2, file: "Town/Wiring.swift", line: 3) { 3 }
            $0.register(tag: 2) { 4 }
            $0.register(tag: 3, file: "Town/Wiring.swift", line: 5) { 5 }
            $0.register(tag: 3) { 6 }.replacing()
        }

        let nodes = container.graph.nodes

        #expect(nodes.map(\.isContributing) == [true, true, false, false])
        #expect(nodes.map(\.replacing) == [nil, nil, nil, .anyParameters])
        #expect(nodes[2].replaced == [SourceSite(file: "Town/Wiring.swift", line: 3)])
        #expect(nodes[3].replaced == [SourceSite(file: "Town/Wiring.swift", line: 5)])
    }

    @Test func `shows the searched containers, each once, with their definitions`() {
        let root = Container(name: "root") { $0.register { 1 } }
        let left = Container(name: "left", parent: root) { $0.register { "a" } }
        let right = Container(name: "right", parent: root) { $0.register { 1.5 } }
        let child = Container(name: "child", sources: [left, right])

        let graph = child.graph

        #expect(graph.containers.map(\.name) == ["child", "left", "root", "right"])
        #expect(graph.containers[0].sources == [1, 3])
        #expect(graph.containers[1].sources == [2])
        #expect(graph.nodes.map(\.container) == [1, 2, 3])
    }

    @Test func `is a value: it does not change with the container`() {
        let container = Container { $0.register { 1 } }
        let graph = container.graph

        container.register { "a" }

        #expect(graph.nodes.count == 1)
        #expect(graph != container.graph)
    }

    @Test func `forgets removed definitions`() {
        let container = Container()
        let definition = container.register { (text: String) in Recipe(text: text) }

        container.remove(definition)

        #expect(container.graph == Container().graph)
    }

    @Test func `leads from a resolver of all to each contributing definition`() throws {
        final class Host: Sendable {
            init(_ plugins: [String]) {}
        }
        let container = Container {
            $0.register(.shared) { "a" }.contributing()
            $0.register { "b" }.contributing()
            $0.register { (number: Int) in "\(number)" }.contributing()
            $0.register { 1 }
            $0.register(.singleton) { Host(try $0.resolveAll()) }
        }
        _ = try container.resolve(Host.self)

        let drawing = container.graph.mermaid()
        let warnings = container.validate().warnings

        for end in ["n0", "n1", "n2"] { #expect(drawing.contains("n4 --> \(end)")) }
        #expect(warnings.map(\.code) == [.captiveDependency])
    }

    @Test func `shows an optional that is set once`() throws {
        final class View { weak var presenter: Presenter? }
        final class Presenter {}
        let container = Container {
            $0.register(.shared) { Presenter() }
            $0.register(.shared) { View() }
                .injecting { $1.presenter = try $0.resolve() }
        }
        _ = try container.resolve(View.self)

        let node = try #require(container.graph.nodes.last)

        #expect(node.dependencies.count == 1)
        #expect(node.dependencies.first?.key.description.hasSuffix("Presenter") == true)
    }

    @Test func `leads through a provider to a definition with arguments`() throws {
        struct Router { let detail: Provider<String> }
        let container = Container {
            $0.register { (_: inout Resolver, number: Int) in "\(number)" }
            $0.register { Router(detail: $0) }
        }

        #expect(container.graph.mermaid().contains("n1 -- provider --> n0"))
        #expect(container.validate().isValid)
    }
}
