// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `An optional` {
    private protocol Lamp: AnyObject, Sendable {}
    private final class Bulb: Lamp {}
    private struct Broken: Error {}

    @Test func `that is explicit is nil without a definition`() throws {
        let container = Container()

        let lamp = try container.resolve((any Lamp)?.self)

        #expect(lamp == nil)
    }

    @Test func `that is explicit gives the registered instance`() throws {
        let container = Container { $0.register(.singleton) { Bulb() as any Lamp } }

        let lamp = try container.resolve((any Lamp)?.self)

        #expect(lamp === (try container.resolve((any Lamp).self)))
    }

    @Test func `of anything is not wrapped twice`() throws {
        let container = Container { $0.register { 7 as any Sendable } }
        let explicit = try container.resolve((any Sendable)?.self)
        let inferred: (any Sendable)? = try container.resolve()
        for found in [explicit, inferred] {
            #expect(String(describing: found) == "Optional(7)")
            #expect(found.map { type(of: $0) == Int.self } == true)
        }
        let none = try Container().resolve((any Sendable)?.self)
        #expect(none == nil)
    }

    @Test func `that is only inferred throws without a definition`() {
        let container = Container()

        let error = #expect(throws: ResolutionError.self) {
            let lamp: (any Lamp)? = try container.resolve()
            _ = lamp
        }

        #expect(error?.code == .missingBinding)
    }

    @Test func `that is only inferred gives the registered instance`() throws {
        let container = Container { $0.register { Bulb() as any Lamp } }

        let lamp: (any Lamp)? = try container.resolve()

        #expect(lamp != nil)
    }

    @Test func `property that is assigned in a step throws without a definition`() {
        final class Room { var lamp: (any Lamp)? }
        let container = Container {
            $0.register { Room() }.injecting { $1.lamp = try $0.resolve() }
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Room.self) }

        #expect(error?.code == .missingBinding)
    }

    @Test func `inside a factory is nil only if it is explicit`() throws {
        let container = Container {
            $0.register { try $0.resolve((any Lamp)?.self) == nil ? "dark" : "light" }
            $0.register { resolver in
                let lamp: (any Lamp)? = try resolver.resolve()
                return lamp == nil ? 0 : 1
            }
        }

        #expect(try container.resolve(String.self) == "dark")
        #expect(throws: ResolutionError.self) { try container.resolve(Int.self) }
    }

    @Test func `with a tag is nil if nobody has the tag`() throws {
        let container = Container {
            $0.register { "plain" }
            $0.register(tag: "a") { "tagged" }
            $0.register(tag: "a") { 1 }
            $0.register { Character("c") }.forAnyTag()
        }

        #expect(try container.resolve(String?.self, tag: "a") == "tagged")
        #expect(try container.resolve(String?.self, tag: "b") == nil)
        #expect(try container.resolve(String?.self) == "plain")
        #expect(try container.resolve(Character?.self, tag: "b") == "c")
        #expect(try container.resolve(Int?.self, tag: "b") == nil)
        #expect(try container.resolve(Int?.self) == nil)
        #expect(try container.resolve(Double?.self, tag: "b") == nil)
    }

    @Test func `with a tag that nobody has is noted if there is a definition without one`() throws {
        let container = Container {
            $0.register { "plain" }
            $0.register { Character("c") }.forAnyTag()
            $0.register { (resolver: inout Resolver) throws -> [Bool] in
                [
                    try resolver.resolve(String?.self, tag: "b") == nil,
                    try resolver.resolve(Character?.self, tag: "b") == "c",
                    try resolver.resolve(Int?.self, tag: "b") == nil,
                    try resolver.resolve(Int?.self) == nil,
                ]
            }
        }
        #expect(container.validate().findings.map(\.code) == [.notProven])

        #expect(try container.resolve([Bool].self) == [true, true, true, true])

        let validation = container.validate()
        let notes = validation.findings.filter { $0.code == .missingBinding }
        try #require(notes.count == 1)
        #expect(validation.isValid)
        #expect(notes[0].severity == .note)
        #expect(notes[0].rendered().contains(#"Nothing provides String "b", so it is nil"#))
        #expect(notes[0].rendered().contains("forAnyTag()"))
    }

    @Test func `throws for any other error`() {
        let container = Container {
            $0.register { () throws -> Bulb in throw Broken() }
            $0.register { try Set([$0.resolve(Character.self)]) }
        }

        let broken = #expect(throws: ResolutionError.self) { try container.resolve(Bulb?.self) }
        let missing = #expect(throws: ResolutionError.self) {
            try container.resolve(Set<Character>?.self)
        }

        #expect(broken?.code == .factoryThrew)
        #expect(missing?.code == .missingBinding)
    }

    @Test func `is made asynchronously and kept as it is registered`() async throws {
        @Sendable func make() async -> String? {
            await Task.yield()
            return "made"
        }
        let containers = [Container(), Container(), Container()]
        containers[0].register(.singleton) { await make() }
        containers[1].register(.shared) { await make() }
        containers[2].register { await make() }
        for container in containers {
            let error = #expect(throws: ResolutionError.self) {
                try container.resolve(String?.self)
            }
            #expect(error?.code == .needsAsync)
            #expect(try await container.async.resolve(String?.self) == "made")
        }
    }

    @Test func `throws if the optional is registered with arguments only`() {
        let container = Container {
            $0.register { (_: inout Resolver, number: Int) -> String? in "\(number)" }
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(String?.self) }

        #expect(error?.code == .argumentMismatch)
    }

    @Test func `throws if the type is registered with arguments only`() {
        let container = Container {
            $0.register { (_: inout Resolver, number: Int) in "\(number)" }
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(String?.self) }

        #expect(error?.code == .argumentMismatch)
    }

    @Test func `may be registered itself`() throws {
        let container = Container {
            $0.register { String?.none }
            $0.register { "wrapped" }
        }

        #expect(try container.resolve(String?.self) == nil)
        let inferred: String? = try container.resolve()
        #expect(inferred == nil)
        #expect(try container.resolve(String.self) == "wrapped")
    }

    @Test func `is found in sources`() throws {
        let parent = Container { $0.register { "parent" } }
        let child = Container(parent: parent)

        #expect(try child.resolve(String?.self) == "parent")
        #expect(try child.resolve(Int?.self) == nil)
    }

    @Test func `of an optional or of a provider is nil only without its definition`() throws {
        let container = Container { $0.register { 1 } }

        #expect(try container.resolve(Int??.self) == 1)
        #expect(try container.resolve(String??.self) == nil as String??)
        #expect(try container.resolve(Provider<Int>?.self) != nil)
        #expect(try container.resolve(Provider<String>?.self) == nil)
    }

    @Test func `is nil in every form of request`() throws {
        let container = Container {
            $0.register(tag: "asked") { (resolver: inout Resolver) throws -> [Bool] in
                [
                    try resolver.resolve(String?.self, tag: nil) == nil,
                    try resolver.resolve(String?.self, tag: .inherited) == nil,
                    try resolver.resolve(String?.self, tag: "tag") == nil,
                    try resolver.resolve(String?.self, arguments: 1) == nil,
                    try resolver.resolve(String?.self, tag: "tag", arguments: 1, true) == nil,
                ]
            }
        }

        let answers = try container.resolve([Bool].self, tag: "asked")

        #expect(answers == [true, true, true, true, true])
        #expect(try container.resolve(String?.self, tag: nil) == nil)
        #expect(try container.resolve(String?.self, arguments: 1) == nil)
        #expect(try container.resolve(String?.self, tag: "tag", arguments: 1) == nil)
    }

    @Test func `is made with arguments`() throws {
        let container = Container {
            $0.register { (number: Int) in "\(number)" }
            $0.register(tag: "long") { (number: Int) in "number \(number)" }
        }

        #expect(try container.resolve(String?.self, arguments: 1) == "1")
        #expect(try container.resolve(String?.self, tag: "long", arguments: 1) == "number 1")
        #expect(try container.resolve(String?.self, tag: "none", arguments: 1) == nil)
        container.register { (number: Int) in "any \(number)" }.replacing().forAnyTag()
        #expect(try container.resolve(String?.self, tag: "none", arguments: 1) == "any 1")
    }

    @Test func `throws if only the arguments are wrong`() throws {
        let container = Container {
            $0.register { (_: inout Resolver, number: Int) in "\(number)" }.forAnyTag()
            $0.register { (_: inout Resolver, number: Int) in [number] }
        }

        #expect(try container.resolve([Int]?.self, tag: "tag") == nil)
        for tag in [Mortise.DefinitionTag?.none, .text("tag")] {
            let error = #expect(throws: ResolutionError.self) {
                try container.resolve(String?.self, tag: tag)
            }
            #expect(error?.code == .argumentMismatch)
        }
    }

    @Test func `that is written out means the same asynchronously`() async throws {
        let container = Container {
            $0.register { "plain" }
            $0.register(tag: "a") { await Self.later("tagged") }
            $0.register { (number: Int) in [number] }
            $0.register { () throws -> Bulb in throw Broken() }
        }

        #expect(try await container.async.resolve(Int?.self) == nil)
        #expect(try await container.async.resolve(Int?.self, tag: "a") == nil)
        #expect(try await container.async.resolve(Int?.self, tag: nil) == nil)
        #expect(try await container.async.resolve(Int?.self, arguments: 1) == nil)
        #expect(try await container.async.resolve(String?.self) == "plain")
        #expect(try await container.async.resolve(String?.self, tag: "a") == "tagged")
        #expect(try await container.async.resolve(String?.self, tag: "b") == nil)
        #expect(try await container.async.resolve([Int]?.self, arguments: 1) == [1])
        await #expect(throws: ResolutionError.self) {
            let inferred: Int? = try await container.async.resolve()
            _ = inferred
        }
        await #expect(throws: ResolutionError.self) {
            try await container.async.resolve(Bulb?.self)
        }
    }

    @Test @MainActor func `that is written out means the same on the main actor`() throws {
        let container = Container {
            $0.main.register { "plain" }
            $0.main.register(tag: "a") { "tagged" }
            $0.main.register { (_: inout Resolver, number: Int) in [number] }
            $0.main.register { try $0.resolve(Int?.self) == nil ? Character("d") : "l" }
        }

        #expect(try container.main.resolve(Int?.self) == nil)
        #expect(try container.main.resolve(Int?.self, tag: "a") == nil)
        #expect(try container.main.resolve(Int?.self, tag: nil) == nil)
        #expect(try container.main.resolve(Int?.self, arguments: 1) == nil)
        #expect(try container.main.resolve(String?.self) == "plain")
        #expect(try container.main.resolve(String?.self, tag: "a") == "tagged")
        #expect(try container.main.resolve([Int]?.self, arguments: 1) == [1])
        #expect(throws: ResolutionError.self) {
            let inferred: Int? = try container.main.resolve()
            _ = inferred
        }
    }

    @Test func `that is written out means the same in an asynchronous factory`() async throws {
        let container = Container {
            $0.register { await Self.later("plain") }
            $0.register(tag: "a") { "tagged" }
            $0.register { (number: Int) in [number] }
            $0.register { Character?.some("c") }
            $0.register { (resolver: inout AsyncResolver) async throws -> [Bool] in
                [
                    try await resolver.resolve(Int?.self) == nil,
                    try await resolver.resolve(Int?.self, tag: "a") == nil,
                    try await resolver.resolve(Int?.self, arguments: 1) == nil,
                    try await resolver.resolve(String?.self) == "plain",
                    try await resolver.resolve(String?.self, tag: "a") == "tagged",
                    try await resolver.resolve([Int]?.self, arguments: 1) == [1],
                    try await resolver.resolve(Character?.self) == "c",
                ]
            }
        }

        let answers = try await container.async.resolve([Bool].self)

        #expect(answers == Array(repeating: true, count: 7))
        #expect(container.validate().isValid)
    }

    private static func later<Value: Sendable>(_ value: Value) async -> Value {
        await Task.yield()
        return value
    }
}
