// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A shared instance` {
    private final class Core {}
    private final class Left {
        let core: Core
        init(_ core: Core) { self.core = core }
    }
    private final class Right {
        let core: Core
        let left: Left
        init(_ core: Core, _ left: Left) {
            self.core = core
            self.left = left
        }
    }

    @Test(arguments: 1...3)
    func `is one for all instances of one resolve`(round: Int) throws {
        let made = Tally()
        let container = Container {
            $0.register(.shared) {
                made.next()
                return Core()
            }
            $0.register(.shared) { Left(try $0.resolve()) }
            $0.register { Right(try $0.resolve(), try $0.resolve()) }
        }

        for _ in 1..<round { _ = try container.resolve(Right.self) }
        let right = try container.resolve(Right.self)

        #expect(right.core === right.left.core)
        #expect(made.count == round)
    }

    @Test func `is a new one for every outermost resolve`() throws {
        let container = Container { $0.register(.shared) { Core() } }

        let first = try container.resolve(Core.self)

        #expect(first !== (try container.resolve(Core.self)))
    }

    @Test func `is released with the resolve, unless it is held`() throws {
        let container = Container {
            $0.register(.shared) { Core() }
            $0.register { try ObjectIdentifier($0.resolve(Core.self)) }
        }
        weak let core = try container.resolve(Core.self)

        _ = try container.resolve(ObjectIdentifier.self)

        #expect(core == nil)
    }

    @Test func `is the same with any tag, if its definition answers it`() throws {
        let container = Container {
            $0.register(.shared) { Core() }.forAnyTag()
            $0.register { try [$0.resolve(Core.self), $0.resolve(Core.self, tag: "unknown")] }
        }

        let cores = try container.resolve([Core].self)

        #expect(cores[0] === cores[1])
    }

    @Test func `is the same through an optional and a dynamic type`() throws {
        let container = Container {
            $0.register(.shared) { Core() }
            $0.register { resolver in
                let plain = try resolver.resolve(Core.self)
                let optional = try resolver.resolve(Core?.self)
                let dynamic = try resolver.resolve(dynamically: Core.self)
                return (plain === optional, plain === dynamic as? Core)
            }
        }

        #expect(try container.resolve((Bool, Bool).self) == (true, true))
    }

    @Test func `need not be sendable, nor an object`() throws {
        struct Config { var number: Int }
        let made = Tally()
        let container = Container {
            $0.register(.shared) { Config(number: made.next()) }
            $0.register { try [$0.resolve(Config.self).number, $0.resolve(Config.self).number] }
        }

        #expect(try container.resolve([Int].self) == [1, 1])
    }

    @Test func `is made again after its factory failed in the same resolve`() throws {
        struct Jammed: Error {}
        let made = Tally()
        let container = Container {
            $0.register(.shared) { () throws -> Core in
                if made.next() == 1 { throw Jammed() }
                return Core()
            }
            $0.register { resolver in
                let first = try? resolver.resolve(Core.self)
                let second = try resolver.resolve(Core.self)
                let third = try resolver.resolve(Core.self)
                return first == nil && second === third
            }
        }

        #expect(try container.resolve(Bool.self))
        #expect(made.count == 2)
    }

    @Test func `that a singleton holds belongs to the resolve that made the singleton`() throws {
        let container = Container {
            $0.register(.shared) { Pool() }
            $0.register(.singleton) { Keeper(try $0.resolve()) }
            $0.register { try [$0.resolve(Keeper.self).pool, $0.resolve(Pool.self)] }
        }

        let first = try container.resolve([Pool].self)
        let second = try container.resolve([Pool].self)

        #expect(first[0] === first[1])
        #expect(second[0] === first[0])
        #expect(second[1] !== first[0])
    }

    private final class Pool: Sendable {}
    private final class Keeper: Sendable {
        let pool: Pool
        init(_ pool: Pool) { self.pool = pool }
    }
}
