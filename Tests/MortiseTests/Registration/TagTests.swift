// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A tag` {
    private enum Database: String, TagConvertible { case primary, replica }
    private enum Shelf: Int, TagConvertible { case top = 1, bottom = 2 }
    private struct Region: TagConvertible {
        let country: String
        let zone: Int
        var tag: MortiseGraph.DefinitionTag { .text("\(country)-\(zone)") }
    }

    private static func container(_ tags: any TagConvertible...) -> Container {
        Container { container in
            for (index, tag) in tags.enumerated() {
                container.register(tag: tag) { index }
            }
        }
    }

    @Test func `may be a string or a number`() throws {
        let container = Self.container("a", 7)

        #expect(try container.resolve(Int.self, tag: "a") == 0)
        #expect(try container.resolve(Int.self, tag: 7) == 1)
    }

    @Test func `may be an enumeration with raw values`() throws {
        let container = Self.container(Database.primary, Database.replica, Shelf.top, Shelf.bottom)

        #expect(try container.resolve(Int.self, tag: Database.replica) == 1)
        #expect(try container.resolve(Int.self, tag: Shelf.bottom) == 3)
        #expect(try container.resolve(Int.self, tag: "primary") == 0)
        #expect(try container.resolve(Int.self, tag: 1) == 2)
    }

    @Test func `may be a custom type`() throws {
        let container = Self.container(
            Region(country: "de", zone: 1),
            Region(country: "de", zone: 2)
        )

        #expect(try container.resolve(Int.self, tag: Region(country: "de", zone: 2)) == 1)
    }

    @Test func `may be an engine's tag, or nil`() throws {
        let container = Container {
            $0.register { "plain" }
            $0.register(tag: "a") { "tagged" }
        }
        let some: MortiseGraph.DefinitionTag? = "a"
        let none: MortiseGraph.DefinitionTag? = nil

        #expect(try container.resolve(String.self, tag: some) == "tagged")
        #expect(try container.resolve(String.self, tag: none) == "plain")
    }

    @Test func `that is a string does not equal the number with its digits`() throws {
        let container = Self.container("1", 1)

        #expect(try container.resolve(Int.self, tag: "1") == 0)
        #expect(try container.resolve(Int.self, tag: 1) == 1)
    }

    @Test func `that no definition has is missing, and the error names those that exist`() throws {
        let container = Container {
            $0.register(tag: "metric") { "tagged" }
            $0.register { "plain" }
        }

        let error = try #require(throws: ResolutionError.self) {
            try container.resolve(String.self, tag: "unknown")
        }

        #expect(error.code == .missingBinding)
        #expect(error.description.contains(#"String "metric" is registered"#))
        #expect(error.description.contains("ask for it with that tag"))
        #expect(error.description.contains("ask for it without a tag"))
    }

    @Test func `that no definition has is missing in every form of request`() {
        final class Pool: Sendable {}
        let container = Container {
            $0.register(.singleton) { Pool() }
            $0.register { (number: Int) in "\(number)" }
            $0.register { (pool: Pool) in [pool] }
            $0.register { try Set([$0.resolve(String.self, tag: "unknown", arguments: 3)]) }
            $0.register { _ = try $0.resolve(Pool.self, tag: "unknown") }
        }
        let child = Container(parent: container)

        for asked in [container, child] {
            expectRefusal(.missingBinding) { try asked.resolve(Pool.self, tag: "unknown") }
            expectRefusal(.missingBinding) {
                try asked.resolve(String.self, tag: "unknown", arguments: 3)
            }
            expectRefusal(.missingBinding) { try asked.resolve([Pool].self, tag: "unknown") }
            expectRefusal(.missingBinding) { try asked.resolve(Set<String>.self) }
            expectRefusal(.missingBinding) { try asked.resolve(Void.self) }
            expectRefusal(.missingBinding) {
                try asked.resolve(dynamically: Pool.self, tag: "unknown")
            }
            expectRefusal(.missingBinding) {
                try asked.provider(of: Pool.self, tag: "unknown")()
            }
        }
    }

    @Test func `is found in a source before the untagged definition of the container`() throws {
        let parent = Container { $0.register(tag: "a") { "tagged in parent" } }
        let child = Container(parent: parent) { $0.register { "plain in child" } }

        #expect(try child.resolve(String.self, tag: "a") == "tagged in parent")
    }

    @Test func `is needed for a tagged definition`() {
        let container = Self.container("a")

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Int.self) }

        #expect(error?.code == .missingBinding)
    }

    @Test func `does not travel to dependencies`() throws {
        let container = Container {
            $0.register { "plain" }
            $0.register(tag: "a") { "tagged" }
            $0.register(tag: "a") { try [$0.resolve(String.self)] }
            $0.register(tag: "a") { (text: String) in Set([text]) }
        }

        #expect(try container.resolve([String].self, tag: "a") == ["plain"])
        #expect(try container.resolve(Set<String>.self, tag: "a") == ["plain"])
    }

    @Test func `works with every scope`() throws {
        final class Pool: Sendable {}
        let container = Container {
            $0.register(.singleton, tag: "a") { Pool() }
            $0.register(.singleton, tag: "b") { Pool() }
        }

        let pool = try container.resolve(Pool.self, tag: "a")

        #expect(pool === (try container.resolve(Pool.self, tag: "a")))
        #expect(pool !== (try container.resolve(Pool.self, tag: "b")))
    }

    @Test(arguments: [
        "", "a", "fifteen letters", "sixteen letters!", "a much longer text than fits",
    ])
    func `is equal in every string representation`(text: String) throws {
        let container = Self.container(text)
        let slice = String("<\(text)>".dropFirst().dropLast())
        var grown = ""
        for character in text { grown.append(character) }
        var reserved = String()
        reserved.reserveCapacity(200)
        reserved += text

        #expect(try container.resolve(Int.self, tag: slice) == 0)
        #expect(try container.resolve(Int.self, tag: grown) == 0)
        #expect(try container.resolve(Int.self, tag: reserved) == 0)
        #expect(
            try container.resolve(Int.self, tag: String(decoding: text.utf8, as: UTF8.self)) == 0
        )
    }

    @Test(arguments: [
        ("caf\u{E9}", "cafe\u{301}"),
        ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
        ("a long name with an \u{E9} in it", "a long name with an e\u{301} in it"),
    ])
    func `is equal for equal strings`(composed: String, decomposed: String) throws {
        let container = Self.container(composed)
        #expect(composed == decomposed)

        #expect(try container.resolve(Int.self, tag: decomposed) == 0)
    }

    @Test func `that is one of many is found`() throws {
        let container = Container { container in
            for number in 0..<500 {
                container.register(tag: number) { number }
                container.register(tag: "text \(number)") { -number }
            }
        }

        for number in 0..<500 {
            #expect(try container.resolve(Int.self, tag: number) == number)
            #expect(try container.resolve(Int.self, tag: "text \(number)") == -number)
        }
    }
}
