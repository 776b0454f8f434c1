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

    @Test func `falls back to the untagged definition`() throws {
        let container = Container { $0.register { "plain" } }

        #expect(try container.resolve(String.self, tag: "unknown") == "plain")
    }

    @Test func `falls back to the untagged instance of a singleton`() throws {
        final class Pool: Sendable {}
        let container = Container { $0.register(.singleton) { Pool() } }

        let tagged = try container.resolve(Pool.self, tag: "unknown")

        #expect(tagged === (try container.resolve(Pool.self)))
    }

    @Test func `falls back with arguments too`() throws {
        let container = Container { $0.register { (number: Int) in "\(number)" } }

        #expect(try container.resolve(String.self, tag: "unknown", arguments: 3) == "3")
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
