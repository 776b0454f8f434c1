// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `didResolve` {
    private struct Jammed: Error {}
    private final class Root: Sendable {
        init(_ branch: Branch) {}
    }
    private final class Branch: Sendable {
        init(_ leaf: Leaf) {}
    }
    private final class Leaf: Sendable {}

    private static func tree(_ seen: Journal<String>) -> Container {
        Container {
            $0.register { Root($0) }.didResolve { _ in seen.note("root") }
            $0.register { Branch($0) }.didResolve { _ in seen.note("branch") }
            $0.register { Leaf() }.didResolve { _ in seen.note("leaf") }
        }
    }

    @Test func `is called in reverse order of creation, once each`() throws {
        let seen = Journal<String>()
        let container = Self.tree(seen)

        _ = try container.resolve(Root.self)

        #expect(seen.entries == ["root", "branch", "leaf"])
    }

    @Test func `is called each time something is made`() throws {
        let seen = Journal<String>()
        let container = Self.tree(seen)

        for _ in 1...3 { _ = try container.resolve(Branch.self) }

        #expect(seen.entries == ["branch", "leaf", "branch", "leaf", "branch", "leaf"])
    }

    @Test func `is called when the outermost resolve ends`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { Leaf() }.didResolve { _ in seen.note("leaf") }
            $0.register { resolver in
                let branch = Branch(try resolver.resolve())
                seen.note("made")
                return branch
            }
        }

        _ = try container.resolve(Branch.self)

        #expect(seen.entries == ["made", "leaf"])
    }

    @Test func `gets the resolved instance, after its steps`() throws {
        final class Page { var title = "" }
        let seen = Journal<String>()
        let container = Container {
            $0.register { Page() }
                .injecting { $1.title = "step" }
                .didResolve { seen.note($0.title) }
        }

        _ = try container.resolve(Page.self)

        #expect(seen.entries == ["step"])
    }

    @Test func `calls its callbacks in the order written`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { Leaf() }
                .didResolve { _ in seen.note("first") }
                .didResolve { _ in seen.note("second") }
        }

        _ = try container.resolve(Leaf.self)

        #expect(seen.entries == ["first", "second"])
    }

    @Test func `is called once for a singleton with any number of requesters`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register(.singleton) { Leaf() }.didResolve { _ in seen.note("leaf") }
            $0.register { Branch($0) }
        }

        _ = try container.resolve(Branch.self)
        _ = try container.resolve(Leaf.self)
        _ = try container.resolve(Branch.self)

        #expect(seen.entries == ["leaf"])
    }

    @Test func `is called once for each shared instance`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register(.shared) { Leaf() }.didResolve { _ in seen.note("leaf") }
            $0.register { try [$0.resolve(Leaf.self), $0.resolve(Leaf.self)] }
        }

        _ = try container.resolve([Leaf].self)
        #expect(seen.entries == ["leaf"])
        _ = try container.resolve([Leaf].self)
        #expect(seen.entries == ["leaf", "leaf"])
    }

    @Test func `is not called for instances that a failed resolve dropped`() {
        let seen = Journal<String>()
        let container = Container {
            $0.register { Leaf() }.didResolve { _ in seen.note("leaf") }
            $0.register { resolver -> Branch in
                _ = try resolver.resolve(Leaf.self)
                throw Jammed()
            }.didResolve { _ in seen.note("branch") }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(Branch.self) }

        #expect(seen.entries.isEmpty)
    }

    @Test func `is not called for instances that a handled failure dropped`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { Leaf() }.didResolve { _ in seen.note("leaf") }
            $0.register { resolver -> Branch in
                _ = try resolver.resolve(Leaf.self)
                throw Jammed()
            }.didResolve { _ in seen.note("branch") }
            $0.register { resolver in (try? resolver.resolve(Branch.self)) == nil }
        }

        #expect(try container.resolve(Bool.self))

        #expect(seen.entries.isEmpty)
    }

    @Test func `is not called for instances that a handled failure dropped after a success`() throws
    {
        let seen = Journal<String>()
        let isJammed = Pocket(false)
        let container = Container {
            $0.register { Leaf() }.didResolve { _ in seen.note("leaf") }
            $0.register { resolver -> Branch in
                let leaf = try resolver.resolve(Leaf.self)
                if isJammed.value == true { throw Jammed() }
                return Branch(leaf)
            }
            $0.register { resolver in (try? resolver.resolve(Branch.self)) == nil }
        }
        // From now on the branch takes the fast path.
        #expect(try container.resolve(Bool.self) == false)
        isJammed.value = true

        #expect(try container.resolve(Bool.self))

        #expect(seen.entries == ["leaf"])
    }

    @Test func `is called for a shared instance's parts, though its requester failed`()
        throws
    {
        let seen = Journal<String>()
        let container = Container {
            $0.register { Leaf() }.didResolve { _ in seen.note("leaf") }
            $0.register(.shared) { Branch($0) }
            $0.register { resolver -> Root in
                _ = try resolver.resolve(Branch.self)
                throw Jammed()
            }
            $0.register { resolver in
                _ = try? resolver.resolve(Root.self)
                return [try resolver.resolve(Branch.self)]
            }
        }

        // The second resolve takes the fast path.
        for _ in 1...2 { _ = try container.resolve([Branch].self) }

        #expect(seen.entries == ["leaf", "leaf"])
    }

    @Test func `is called for a singleton that stays when the resolve fails`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register(.singleton) { Leaf() }.didResolve { _ in seen.note("leaf") }
            $0.register { resolver -> Branch in
                _ = try resolver.resolve(Leaf.self)
                throw Jammed()
            }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(Branch.self) }
        #expect(seen.entries == ["leaf"])
        _ = try container.resolve(Leaf.self)
        #expect(seen.entries == ["leaf"])
    }

    @Test func `is called for a singleton of a handled failure`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register(.singleton) { Leaf() }.didResolve { _ in seen.note("leaf") }
            $0.register { resolver -> Branch in
                _ = try resolver.resolve(Leaf.self)
                throw Jammed()
            }
            $0.register { resolver in (try? resolver.resolve(Branch.self)) == nil }
        }

        _ = try container.resolve(Bool.self)
        _ = try container.resolve(Leaf.self)

        #expect(seen.entries == ["leaf"])
    }

    @Test func `is not called for a singleton whose step failed`() {
        let seen = Journal<String>()
        let container = Container {
            $0.register(.singleton) { Leaf() }
                .injecting { _, _ in throw Jammed() }
                .didResolve { _ in seen.note("leaf") }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(Leaf.self) }

        #expect(seen.entries.isEmpty)
    }

    @Test func `is called for a unique instance that a kept singleton holds`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { Leaf() }.didResolve { _ in seen.note("leaf") }
            $0.register(.singleton) { Branch($0) }.didResolve { _ in seen.note("branch") }
            $0.register { resolver -> Root in
                _ = try resolver.resolve(Branch.self)
                throw Jammed()
            }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(Root.self) }

        #expect(seen.entries == ["branch", "leaf"])
    }

    @Test func `is called for both sides of a property cycle, once`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register(.singleton) { Whole(part: try $0.resolve()) }
                .didResolve { _ in seen.note("whole") }
            $0.register(.singleton) { Part() }
                .injecting { $1.whole.value = try $0.resolve(Whole.self) }
                .didResolve { seen.note($0.whole.value == nil ? "half" : "part") }
        }

        _ = try container.resolve(Whole.self)

        #expect(seen.entries == ["whole", "part"])
    }

    @Test func `may start a resolve of its own`() throws {
        let calls = Tally()
        let others = Journal<Leaf>()
        let container = Container()
        container.register(.shared) { Leaf() }
            .didResolve { [unowned container] _ in
                guard calls.next() == 1, let other = try? container.resolve(Leaf.self) else {
                    return
                }
                others.note(other)
            }

        let leaf = try container.resolve(Leaf.self)

        #expect(calls.count == 2)
        #expect(others.entries.count == 1)
        #expect(others.entries.first !== leaf)
    }

    @Test func `that resolves finds the singleton committed`() throws {
        let seen = Journal<Bool>()
        let container = Container()
        container.register(.singleton) { Leaf() }
            .didResolve { [unowned container] leaf in
                seen.note((try? container.resolve(Leaf.self)) === leaf)
            }

        _ = try container.resolve(Leaf.self)

        #expect(seen.entries == [true])
    }

    private final class Whole: Sendable {
        let part: Part
        init(part: Part) { self.part = part }
    }
    private final class Part: Sendable {
        let whole = WeakPocket<Whole>()
    }
}
