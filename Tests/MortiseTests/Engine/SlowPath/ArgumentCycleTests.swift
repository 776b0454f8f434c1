// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A cycle through arguments` {
    private final class Room: Sendable {
        let door: Door
        let number: Int
        init(number: Int, door: Door) {
            self.number = number
            self.door = door
        }
    }
    private final class Door: Sendable {
        let room = WeakPocket<Room>()
    }

    @Test func `with a property is closed for shared instances`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.shared) { (resolver: inout Resolver, number: Int) in
                made.next()
                return Room(number: number, door: try resolver.resolve())
            }
            $0.register(.shared) { Door() }
                .injecting { $1.room.value = try $0.resolve(Room.self, arguments: 7) }
        }

        let room = try container.resolve(Room.self, arguments: 7)

        #expect(room.door.room.value === room)
        #expect(made.count == 1)
    }

    @Test func `with a property is closed for singletons`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.singleton) { (resolver: inout Resolver, number: Int) in
                made.next()
                return Room(number: number, door: try resolver.resolve())
            }
            $0.register(.singleton) { Door() }
                .injecting { $1.room.value = try $0.resolve(Room.self, arguments: 7) }
        }

        let room = try container.resolve(Room.self, arguments: 7)

        #expect(room.door.room.value === room)
        #expect(made.count == 1)
        #expect(room === (try container.resolve(Room.self, arguments: 7)))
    }

    @Test func `with a property for another value is no cycle`() throws {
        let container = Container {
            $0.register(.shared) { (resolver: inout Resolver, number: Int) in
                Room(number: number, door: try resolver.resolve())
            }
            $0.register(.shared) { Door() }.injecting { resolver, door in
                let room = try resolver.resolve(Room.self, arguments: 8)
                door.room.value = room
            }
            $0.register { resolver in
                let first = try resolver.resolve(Room.self, arguments: 7)
                let second = try resolver.resolve(Room.self, arguments: 8)
                return (first, second)
            }
        }

        let (first, second) = try container.resolve((Room, Room).self)

        #expect(first.door === second.door)
        #expect(first.door.room.value === second)
    }

    @Test(arguments: [true, false])
    func `of constructors is an error`(isShared: Bool) {
        let container = Container {
            let room: @Sendable (inout Resolver, Int) throws -> Room = { resolver, number in
                Room(number: number, door: try resolver.resolve())
            }
            let door: @Sendable (inout Resolver) throws -> Door = { resolver in
                _ = try resolver.resolve(Room.self, arguments: 7)
                return Door()
            }
            if isShared {
                $0.register(.shared, factory: room)
                $0.register(.shared, factory: door)
            } else {
                $0.register(.singleton, factory: room)
                $0.register(.singleton, factory: door)
            }
        }

        let error = #expect(throws: ResolutionError.self) {
            try container.resolve(Room.self, arguments: 7)
        }

        #expect(error?.code == .cycle)
    }

    @Test func `of constructors that all take some is an error, not a stack overflow`() {
        let container = Container {
            $0.register(.shared) { (resolver: inout Resolver, number: Int) in
                "\(try resolver.resolve(Double.self, arguments: number))"
            }
            $0.register(.shared) { (resolver: inout Resolver, number: Int) in
                Double(try resolver.resolve(String.self, arguments: number)) ?? 0
            }
        }

        let error = #expect(throws: ResolutionError.self) {
            try container.resolve(String.self, arguments: 7)
        }

        #expect(error?.code == .cycle)
        #expect(error?.path.count == 3)
    }
}
