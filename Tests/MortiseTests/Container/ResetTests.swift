// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `reset` {
    private final class Pool: Sendable {}

    private static func container() -> Container {
        Container {
            $0.register(.singleton) { Pool() }
            $0.register(.singleton) { (_: inout Resolver, _: Int) in Pool() }
            $0.register(.singleton, tag: "a") { Pool() }
        }
    }

    @Test func `removes all definitions`() throws {
        let container = Self.container()

        container.reset()

        #expect(container.graph.nodes.isEmpty)
        #expect(throws: ResolutionError.self) { try container.resolve(Pool.self) }
        #expect(throws: ResolutionError.self) { try container.resolve(Pool.self, arguments: 1) }
    }

    @Test func `releases cached instances immediately`() throws {
        let container = Self.container()
        weak let plain = try container.resolve(Pool.self)
        weak let given = try container.resolve(Pool.self, arguments: 1)
        weak let tagged = try container.resolve(Pool.self, tag: "a")
        #expect(plain != nil && given != nil && tagged != nil)

        container.reset()

        #expect(plain == nil && given == nil && tagged == nil)
    }

    @Test func `leaves instances alive that others hold`() throws {
        let container = Self.container()
        let pool = try container.resolve(Pool.self)

        container.reset()
        container.register(.singleton) { Pool() }

        #expect(pool !== (try container.resolve(Pool.self)))
    }

    @Test func `forgets modules, so that they can be installed again`() throws {
        struct Basics: Module {
            func register(in container: Container) { container.register { 1 } }
        }
        let container = Container(modules: Basics())

        container.reset()
        container.install(Basics())

        #expect(try container.resolve(Int.self) == 1)
    }

    @Test func `keeps sources`() throws {
        let parent = Container { $0.register { "parent" } }
        let child = Container(parent: parent) { $0.register { "child" } }

        child.reset()

        #expect(try child.resolve(String.self) == "parent")
    }

    @Test func `of a parent leaves the child's instances alone`() throws {
        let parent = Self.container()
        let child = Container(parent: parent) { $0.register(.singleton, tag: "c") { Pool() } }
        let pool = try child.resolve(Pool.self, tag: "c")

        parent.reset()

        #expect(try child.resolve(Pool.self, tag: "c") === pool)
        #expect(throws: ResolutionError.self) { try child.resolve(Pool.self) }
    }

    @Test func `during a factory caches nothing, and the resolve goes on`() throws {
        let container = Container()
        let made = WeakPocket<Pool>()
        container.register { "part" }
        container.register(.singleton) { [unowned container] (resolver: inout Resolver) in
            container.reset()
            _ = try resolver.resolve(String.self)
            let pool = Pool()
            made.value = pool
            return pool
        }

        _ = try container.resolve(Pool.self)

        #expect(made.value == nil)
        #expect(throws: ResolutionError.self) { try container.resolve(Pool.self) }
    }

    @Test func `releases factories with their captures`() throws {
        var captured: Pool? = Pool()
        weak let pool = captured
        let container = Container { [captured] in $0.register { [captured] in captured } }
        _ = try container.resolve(Pool?.self)
        captured = nil
        #expect(pool != nil)

        container.reset()

        #expect(pool == nil)
    }

    @Test func `a hundred times leaves nothing behind`() throws {
        let container = Container()
        let gone = Tally()
        final class Counted: Sendable {
            let gone: Tally
            init(_ gone: Tally) { self.gone = gone }
            deinit { gone.next() }
        }

        for round in 1...100 {
            container.register(.singleton) { Counted(gone) }
            _ = try container.resolve(Counted.self)
            container.reset()
            #expect(gone.count == round)
        }
    }
}
