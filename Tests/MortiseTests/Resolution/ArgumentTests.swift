// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `Run-time arguments` {
    private final class Room: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private struct Opaque: Sendable { let number: Int }

    @Test func `reach the factory in order`() throws {
        let container = Container {
            $0.register { (first: Int, second: Int) in "\(first)-\(second)" }
        }

        #expect(try container.resolve(String.self, arguments: 1, 2) == "1-2")
    }

    @Test func `reach the factory from another factory`() throws {
        let container = Container {
            $0.register { (number: Int) in "\(number)" }
            $0.register { [try $0.resolve(String.self, arguments: 5)] }
        }

        #expect(try container.resolve([String].self) == ["5"])
        #expect(try container.resolve([String].self) == ["5"])
    }

    @Test func `find the definition by their static types`() throws {
        let container = Container {
            $0.register { (number: Int) in "int \(number)" }
            $0.register { (number: Int?) in "optional \(number ?? 0)" }
            $0.register { (number: any Sendable) in "any" }
        }

        #expect(try container.resolve(String.self, arguments: 1) == "int 1")
        #expect(try container.resolve(String.self, arguments: 1 as Int?) == "optional 1")
        #expect(try container.resolve(String.self, arguments: 1 as any Sendable) == "any")
    }

    @Test func `that match no definition are a mismatch`() {
        let container = Container { $0.register { (number: Int) in "\(number)" } }

        let error = #expect(throws: ResolutionError.self) {
            try container.resolve(String.self, arguments: "text")
        }

        #expect(error?.code == .argumentMismatch)
        #expect(error?.key == Key("Swift.String", arguments: ["Swift.String"]))
    }

    @Test func `of a type that is not registered are missing`() {
        let error = #expect(throws: ResolutionError.self) {
            try Container().resolve(String.self, arguments: 1)
        }

        #expect(error?.code == .missingBinding)
    }

    @Test func `go with a tag`() throws {
        let container = Container {
            $0.register { (number: Int) in "plain \(number)" }
            $0.register(tag: "a") { (number: Int) in "tagged \(number)" }
        }

        #expect(try container.resolve(String.self, tag: "a", arguments: 1) == "tagged 1")
        #expect(try container.resolve(String.self, arguments: 1) == "plain 1")
    }

    @Test func `make an instance per value in a singleton`() throws {
        let container = Container {
            $0.register(.singleton) { (_: inout Resolver, name: String, floor: Int) in
                Room("\(name)\(floor)")
            }
        }

        let first = try container.resolve(Room.self, arguments: "a", 1)

        #expect(first === (try container.resolve(Room.self, arguments: "a", 1)))
        #expect(first !== (try container.resolve(Room.self, arguments: "a", 2)))
        #expect(first !== (try container.resolve(Room.self, arguments: "b", 1)))
    }

    @Test func `make an instance per value inside one resolve in the shared scope`() throws {
        let container = Container {
            $0.register(.shared) { (_: inout Resolver, name: String) in Room(name) }
            $0.register { resolver in
                [
                    try resolver.resolve(Room.self, arguments: "a"),
                    try resolver.resolve(Room.self, arguments: "b"),
                    try resolver.resolve(Room.self, arguments: "a"),
                ]
            }
        }

        let rooms = try container.resolve([Room].self)

        #expect(rooms.map(\.name) == ["a", "b", "a"])
        #expect(rooms[0] === rooms[2])
    }

    @Test func `make a new instance each time in the unique scope`() throws {
        let container = Container { $0.register { (name: String) in Room(name) } }

        let first = try container.resolve(Room.self, arguments: "a")

        #expect(first !== (try container.resolve(Room.self, arguments: "a")))
    }

    @Test func `need not be hashable in the unique scope`() throws {
        let container = Container { $0.register { (value: Opaque) in "\(value.number)" } }

        #expect(try container.resolve(String.self, arguments: Opaque(number: 3)) == "3")
    }

    @Test func `must be hashable in a caching scope`() {
        let made = Tally()
        let container = Container {
            $0.register(.singleton) { (_: inout Resolver, value: Opaque) in
                made.next()
                return "\(value.number)"
            }
        }

        let error = #expect(throws: ResolutionError.self) {
            try container.resolve(String.self, arguments: Opaque(number: 3))
        }

        #expect(error?.code == .argumentNotHashable)
        #expect(made.count == 0)
    }

    @Test func `must be hashable in the shared scope`() {
        let container = Container {
            $0.register(.shared) { (_: inout Resolver, value: Opaque) in "\(value.number)" }
        }

        let error = #expect(throws: ResolutionError.self) {
            try container.resolve(String.self, arguments: Opaque(number: 3))
        }

        #expect(error?.code == .argumentNotHashable)
    }

    @Test func `may be a weak singleton's`() throws {
        let container = Container {
            $0.register(.weakSingleton) { (_: inout Resolver, name: String) in Room(name) }
        }

        var room: Room? = try container.resolve(Room.self, arguments: "a")
        #expect(room === (try container.resolve(Room.self, arguments: "a")))
        let identity = room.map(ObjectIdentifier.init)
        weak let gone = room
        room = nil

        #expect(identity != nil)
        #expect(gone == nil)
        #expect(try container.resolve(Room.self, arguments: "a").name == "a")
    }

    @Test func `may end a chain that would be a cycle without them`() throws {
        let container = Container {
            $0.register { (resolver: inout Resolver, depth: Int) in
                depth == 0
                    ? [0] : try [depth] + resolver.resolve([Int].self, arguments: depth - 1)
            }
        }

        #expect(try container.resolve([Int].self, arguments: 400).count == 401)
    }

    @Test func `in a single tuple are one argument`() throws {
        let container = Container {
            $0.register { (_: inout Resolver, pair: (Int, String)) in "\(pair.0)\(pair.1)" }
        }

        #expect(try container.resolve(String.self, arguments: (1, "a")) == "1a")
    }
}
