// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `Removing a definition` {
    private final class Pool: Sendable {}

    @Test func `makes its key unknown`() throws {
        let container = Container()
        let definition = container.register { 1 }
        _ = try container.resolve(Int.self)

        container.remove(definition)

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Int.self) }
        #expect(error?.code == .missingBinding)
    }

    @Test func `releases cached instances immediately`() throws {
        let container = Container()
        let definition = container.register(.singleton) { Pool() }
        weak let pool = try container.resolve(Pool.self)
        #expect(pool != nil)

        container.remove(definition)

        #expect(pool == nil)
    }

    @Test func `leaves everything else alone`() throws {
        let container = Container()
        container.register(.singleton, tag: "a") { Pool() }
        let definition = container.register(.singleton) { Pool() }
        let tagged = try container.resolve(Pool.self, tag: "a")

        container.remove(definition)

        #expect(try container.resolve(Pool.self, tag: "a") === tagged)
        #expect(throws: ResolutionError.self) { try container.resolve(Pool.self) }
    }

    @Test func `twice is harmless`() throws {
        let container = Container()
        let definition = container.register { 1 }

        container.remove(definition)
        container.remove(definition)

        #expect(container.graph.nodes.isEmpty)
    }

    @Test func `that was replaced changes nothing`() throws {
        let container = Container()
        let definition = container.register { 1 }
        container.register { 2 }

        container.remove(definition)

        #expect(try container.resolve(Int.self) == 2)
    }

    @Test func `uncovers definitions of the sources`() throws {
        let parent = Container { $0.register { "parent" } }
        let child = Container(parent: parent)
        let definition = child.register { "child" }
        #expect(try child.resolve(String.self) == "child")

        child.remove(definition)

        #expect(try child.resolve(String.self) == "parent")
    }

    @Test func `with arguments removes the wired key too`() throws {
        let container = Container()
        container.register { 1 }
        let definition = container.register { (number: Int) in "\(number)" }
        _ = try container.resolve(String.self)

        container.remove(definition)

        #expect(throws: ResolutionError.self) { try container.resolve(String.self) }
        #expect(throws: ResolutionError.self) { try container.resolve(String.self, arguments: 1) }
    }

    @Test func `of another container traps, and says which`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let other = Container(name: "other")
            Container(name: "mine").remove(other.register { 1 })
        }

        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains(#"Int was registered in "other""#))
    }

    @Test func `inside its own factory builds it once in that resolve`() throws {
        final class Part: Sendable {}
        let container = Container()
        let definition = Pocket<Definition<Part>>()
        definition.value = container.register(.singleton) {
            definition.value.map(container.remove)
            return Part()
        }
        container.register(.unique) { (try $0.resolve(Part.self), try $0.resolve(Part.self)) }

        let (first, second) = try container.resolve((Part, Part).self)

        #expect(first === second)
        #expect(try container.resolve(Part?.self) == nil)
        definition.value = nil
    }
}
