// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `install` {
    private struct Jammed: Error, Equatable {}
    private final class Pool: Sendable {}

    @Test func `publishes all definitions of the group`() throws {
        let container = Container()

        container.install {
            $0.register { 1 }
            $0.register(.singleton, tag: "a") { "text" }
            $0.register { (number: Int) in [number] }
        }

        #expect(try container.resolve(Int.self) == 1)
        #expect(try container.resolve(String.self, tag: "a") == "text")
        #expect(try container.resolve([Int].self) == [1])
    }

    @Test func `publishes nothing before its body is over`() throws {
        let container = Container { $0.register { "old" } }

        try container.install {
            $0.register { "new" }.replacing()
            $0.register { 1 }
            let text = try container.resolve(String.self)
            let number = try container.resolve(Int?.self)
            #expect(text == "old")
            #expect(number == nil)
        }

        #expect(try container.resolve(String.self) == "new")
    }

    @Test func `publishes nothing when its body throws`() throws {
        let container = Container { $0.register(.singleton) { Pool() } }
        let pool = try container.resolve(Pool.self)

        #expect(throws: Jammed()) {
            try container.install {
                $0.register(.singleton) { Pool() }.replacing()
                $0.register { 1 }
                throw Jammed()
            }
        }

        #expect(try container.resolve(Pool.self) === pool)
        #expect(try container.resolve(Int?.self) == nil)
        #expect(container.graph.nodes.count == 1)
    }

    @Test func `is atomic for a running resolve`() throws {
        let container = Container {
            $0.register(tag: 1) { "old" }
            $0.register(tag: 2) { "old" }
        }
        container.register { [unowned container] (resolver: inout Resolver) in
            let first = try resolver.resolve(String.self, tag: 1)
            container.install {
                $0.register(tag: 1) { "new" }.replacing()
                $0.register(tag: 2) { "new" }.replacing()
            }
            return [first, try resolver.resolve(String.self, tag: 2)]
        }

        #expect(try container.resolve([String].self) == ["old", "old"])
        #expect(try container.resolve([String].self) == ["new", "new"])
    }

    @Test func `takes refined definitions`() throws {
        let seen = Journal<String>()
        let container = Container()

        container.install {
            $0.register(.singleton) { Pool() }
                .implements(AnyObject.self) { $0 }
                .injecting { _, _ in seen.note("step") }
                .didResolve { _ in seen.note("did") }
            $0.register { 1 }.contributing()
            $0.register { 2 }.contributing()
        }

        let pool = try container.resolve(AnyObject.self)
        #expect(pool === (try container.resolve(Pool.self)))
        #expect(seen.entries == ["step", "did"])
        #expect(try container.resolveAll(Int.self) == [1, 2])
        #expect(container.validate().isValid)
    }

    @Test func `drops replaced instances`() throws {
        let container = Container { $0.register(.singleton) { Pool() } }
        weak let old = try container.resolve(Pool.self)
        #expect(old != nil)

        container.install { $0.register(.singleton) { Pool() }.replacing() }

        #expect(old == nil)
    }

    @Test func `returns definitions that can be removed afterwards`() throws {
        let container = Container()
        var definition: Definition<Int>?
        container.install { definition = $0.register { 1 } }

        container.remove(try #require(definition))

        #expect(try container.resolve(Int?.self) == nil)
    }

    @Test func `can be nested`() throws {
        let container = Container()

        container.install { outer in
            outer.register { 1 }
            outer.install { $0.register { "inner" } }
        }

        #expect(try container.resolve(Int.self) == 1)
        #expect(try container.resolve(String.self) == "inner")
    }

    @Test func `with a nested group publishes nothing of it when the outer body throws`() throws {
        let container = Container()

        #expect(throws: Jammed()) {
            try container.install { outer in
                outer.install { $0.register { "inner" } }
                throw Jammed()
            }
        }

        #expect(try container.resolve(String?.self) == nil)
    }

    @Test func `builds singletons with the container's view`() throws {
        let container = Container { $0.register { "text" } }
        container.install { $0.register(.singleton) { try [$0.resolve(String.self)] } }
        container.register { "changed" }.replacing()

        #expect(try container.resolve([String].self) == ["changed"])
    }

    @Test func `through a kept group registers in the container afterwards`() throws {
        let container = Container()
        var kept: Container?
        container.install { kept = $0 }

        kept?.register { "late" }

        #expect(try container.resolve(String.self) == "late")
    }

    @Test func `removes and registers atomically`() throws {
        let container = Container()
        let number = container.register { 1 }
        let text = container.register { "old" }

        container.install { group in
            group.remove(number)
            group.remove(text)
            group.register { "new" }
            #expect((try? container.resolve(Int.self)) == 1)
            #expect((try? container.resolve(String.self)) == "old")
        }

        #expect(try container.resolve(Int?.self) == nil)
        #expect(try container.resolve(String.self) == "new")
    }

    @Test func `removes nothing when its body throws`() throws {
        let container = Container()
        let number = container.register { 1 }

        #expect(throws: Jammed()) {
            try container.install { group in
                group.remove(number)
                throw Jammed()
            }
        }

        #expect(try container.resolve(Int.self) == 1)
    }

    @Test func `removes its own registrations`() throws {
        let container = Container()

        container.install { group in
            let number = group.register { 1 }.implements(Double.self) { Double($0) }
            group.remove(number)
        }

        #expect(try container.resolve(Int?.self) == nil)
        #expect(try container.resolve(Double?.self) == nil)
    }

    @Test func `can replace everything atomically`() throws {
        let container = Container {
            $0.register { 1 }
            $0.register(.singleton) { "old" }
        }
        _ = try container.resolve(String.self)

        container.install { group in
            group.register { 2.5 }
            group.reset()
            group.register(.singleton) { "new" }
            #expect((try? container.resolve(Int.self)) == 1)
        }

        #expect(try container.resolve(Int?.self) == nil)
        #expect(try container.resolve(Double?.self) == nil)
        #expect(try container.resolve(String.self) == "new")
    }

    @Test func `shows its container unchanged until it is published`() throws {
        let container = Container { $0.register { 1 } }
        let events = Tally()
        var observation: ObservationToken?

        container.install { group in
            group.register { "text" }
            observation = group.observe { _ in events.next() }
            #expect(group.graph.nodes.count == 1)
            #expect(group.validate().isValid)
        }
        _ = try container.resolve(String.self)

        #expect(events.count > 0)
        observation?.cancel()
    }

    @Test func `cannot be bootstrapped before it is published`() async {
        await #expect(processExitsWith: .failure) {
            try Container().install { try $0.bootstrap() }
        }
    }

    @Test func `on one thread leaves what others register alone`() throws {
        let container = Container()

        try container.install { group in
            group.register { "staged" }
            let other = ThreadTeam(1)
            try other.run { _ in container.register { 1 } }
            other.dismiss()
            #expect((try? container.resolve(Int.self)) == 1)
            #expect((try? container.resolve(String.self)) == nil)
        }

        #expect(try container.resolve(String.self) == "staged")
    }
}
