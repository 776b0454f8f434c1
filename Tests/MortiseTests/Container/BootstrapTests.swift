// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `bootstrap` {
    private struct Jammed: Error {}

    @Test func `makes eager singletons in the order registered, and nothing else`() throws {
        let seen = Journal<String>()
        let container = Container { container in
            for name in ["b", "a", "c"] {
                container.register(.eagerSingleton, tag: name) {
                    seen.note(name)
                    return name
                }
            }
            container.register(.singleton) {
                seen.note("lazy")
                return 1
            }
        }

        try container.bootstrap()

        #expect(seen.entries == ["b", "a", "c"])
        #expect(container.isBootstrapped)
    }

    @Test func `makes dependencies of eager singletons first`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register(.eagerSingleton) { resolver in
                let number = try resolver.resolve(Int.self)
                seen.note("text")
                return "\(number)"
            }
            $0.register(.eagerSingleton) {
                seen.note("number")
                return 1
            }
        }

        try container.bootstrap()

        #expect(seen.entries == ["number", "text"])
    }

    @Test func `does not make singletons again that were resolved before`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.eagerSingleton) { made.next() }
        }
        _ = try container.resolve(Int.self)

        try container.bootstrap()

        #expect(made.count == 1)
        #expect(try container.resolve(Int.self) == 1)
    }

    @Test func `makes eager singletons that contribute, are wired or forwarded`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { "part" }
            $0.register(.eagerSingleton) { (part: String) -> [String] in
                seen.note("wired with \(part)")
                return [part]
            }
            $0.register(.eagerSingleton) {
                seen.note("1")
                return 1
            }.contributing()
            $0.register(.eagerSingleton, as: Int.self) {
                seen.note("2")
                return 2
            }.contributing().implements(Double.self) { Double($0) }
        }

        try container.bootstrap()

        #expect(seen.entries == ["wired with part", "1", "2"])
        #expect(try container.resolve([String].self) == ["part"])
        #expect(try container.resolveAll(Int.self) == [1, 2])
        #expect(try container.resolve(Double.self) == 2)
        #expect(seen.entries.count == 3)
    }

    @Test func `that fails does not freeze, keeps its instances, and resumes when called again`()
        throws
    {
        let seen = Journal<String>()
        let attempts = Tally()
        let container = Container {
            $0.register(.eagerSingleton) {
                seen.note("first")
                return 1
            }
            $0.register(.eagerSingleton) { () throws -> String in
                if attempts.next() == 1 { throw Jammed() }
                seen.note("second")
                return "second"
            }
        }

        let error = #expect(throws: ResolutionError.self) { try container.bootstrap() }
        #expect(error?.underlying is Jammed)
        #expect(!container.isBootstrapped)
        container.register { 2.5 }
        try container.bootstrap()

        #expect(seen.entries == ["first", "second"])
        #expect(container.isBootstrapped)
    }

    @Test func `twice is harmless`() throws {
        let made = Tally()
        let container = Container { $0.register(.eagerSingleton) { made.next() } }

        try container.bootstrap()
        try container.bootstrap()

        #expect(made.count == 1)
    }

    @Test func `leaves resolving, observing, looking and validating alone`() throws {
        let container = Container { $0.register { 1 } }
        try container.bootstrap()

        let observation = container.observe { _ in }

        #expect(try container.resolve(Int.self) == 1)
        #expect(container.validate().isValid)
        #expect(container.graph.nodes.count == 1)
        observation.cancel()
    }

    @Test func `leaves dependent containers alone`() throws {
        let parent = Container { $0.register { 1 } }
        try parent.bootstrap()

        let child = Container(parent: parent) { $0.register { "child" } }

        #expect(try child.resolve(String.self) == "child")
        #expect(!child.isBootstrapped)
    }

    @Test func `calls didResolve of its instances`() throws {
        let calls = Tally()
        let container = Container {
            $0.register(.eagerSingleton) { 1 }.didResolve { _ in calls.next() }
        }

        try container.bootstrap()

        #expect(calls.count == 1)
    }

    @Test func `makes eager singletons that an eager singleton registers`() throws {
        let made = Tally()
        let container = Container()
        container.register(.eagerSingleton) { [unowned container] in
            container.register(.eagerSingleton) {
                made.next()
                return 1.5
            }
            return 1
        }

        try container.bootstrap()

        #expect(made.count == 1)
    }
}
