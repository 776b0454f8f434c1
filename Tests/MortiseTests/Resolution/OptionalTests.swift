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

    @Test func `with a tag falls back, and is nil without any definition`() throws {
        let container = Container {
            $0.register { "plain" }
            $0.register(tag: "a") { "tagged" }
            $0.register(tag: "a") { 1 }
        }

        #expect(try container.resolve(String?.self, tag: "a") == "tagged")
        #expect(try container.resolve(String?.self, tag: "b") == "plain")
        #expect(try container.resolve(Int?.self, tag: "b") == nil)
        #expect(try container.resolve(Int?.self) == nil)
        #expect(try container.resolve(Double?.self, tag: "b") == nil)
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
        #expect(try container.resolve(String?.self, tag: "none", arguments: 1) == "1")
    }

    @Test func `throws if only the arguments are wrong`() throws {
        let container = Container {
            $0.register { (_: inout Resolver, number: Int) in "\(number)" }
        }

        for tag in [Mortise.DefinitionTag?.none, .text("tag")] {
            let error = #expect(throws: ResolutionError.self) {
                try container.resolve(String?.self, tag: tag)
            }
            #expect(error?.code == .argumentMismatch)
        }
    }
}
