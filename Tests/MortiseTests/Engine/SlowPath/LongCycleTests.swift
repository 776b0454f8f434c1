// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// A needs B and B needs C in their factories; C gets A in a step.
@Suite struct `A cycle of three` {
    private final class First: Sendable {
        let second: Second
        init(second: Second) { self.second = second }
    }
    private final class Second: Sendable {
        let third: Third
        init(third: Third) { self.third = third }
    }
    private final class Third: Sendable {
        let first = WeakPocket<First>()
    }

    private static func shared(_ made: Journal<String>) -> Container {
        Container {
            $0.register(.shared) { resolver in
                let first = First(second: try resolver.resolve())
                made.note("first")
                return first
            }
            $0.register(.shared) { resolver in
                let second = Second(third: try resolver.resolve())
                made.note("second")
                return second
            }
            $0.register(.shared, as: Third.self) {
                made.note("third")
                return Third()
            }.injecting { $1.first.value = try $0.resolve(First.self) }
            $0.register(tag: "1") {
                try ($0.resolve(First.self), $0.resolve(Second.self), $0.resolve(Third.self))
            }
            $0.register(tag: "2") {
                let second = try $0.resolve(Second.self)
                return try ($0.resolve(First.self), second, $0.resolve(Third.self))
            }
            $0.register(tag: "3") {
                let third = try $0.resolve(Third.self)
                return try ($0.resolve(First.self), $0.resolve(Second.self), third)
            }
        }
    }

    private static func singletons(_ made: Journal<String>) -> Container {
        Container {
            $0.register(.singleton) { resolver in
                let first = First(second: try resolver.resolve())
                made.note("first")
                return first
            }
            $0.register(.singleton) { resolver in
                let second = Second(third: try resolver.resolve())
                made.note("second")
                return second
            }
            $0.register(.singleton, as: Third.self) {
                made.note("third")
                return Third()
            }.injecting { $1.first.value = try $0.resolve(First.self) }
        }
    }

    @Test(arguments: ["1", "2", "3"])
    func `shared instances is closed from any entrance`(entrance: String) throws {
        let made = Journal<String>()
        let container = Self.shared(made)

        let (first, second, third) = try container.resolve(
            (First, Second, Third).self,
            tag: entrance
        )

        #expect(first.second === second)
        #expect(second.third === third)
        #expect(third.first.value === first)
        #expect(made.entries == ["third", "second", "first"])
    }

    @Test(arguments: [1, 2, 3])
    func `singletons is closed from any entrance`(entrance: Int) throws {
        let made = Journal<String>()
        let container = Self.singletons(made)

        switch entrance {
        case 1: _ = try container.resolve(First.self)
        case 2: _ = try container.resolve(Second.self)
        default: _ = try container.resolve(Third.self)
        }
        let first = try container.resolve(First.self)

        #expect(first.second.third.first.value === first)
        #expect(first.second === (try container.resolve(Second.self)))
        #expect(made.entries == ["third", "second", "first"])
    }

    @Test func `singletons is dropped atomically when one of its factories fails, and built anew`()
        throws
    {
        struct Jammed: Error {}
        let made = Journal<String>()
        let attempts = Tally()
        let container = Self.singletons(made)
        container.register(.singleton) { resolver in
            let first = First(second: try resolver.resolve())
            if attempts.next() == 1 { throw Jammed() }
            return first
        }.replacing()

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Second.self) }
        #expect(error?.underlying is Jammed)
        let second = try container.resolve(Second.self)

        #expect(second.third.first.value?.second === second)
        #expect(attempts.count == 2)
        #expect(made.entries == ["third", "second", "third", "second"])
    }

    @Test func `runs each step to its end once`() throws {
        let ends = Journal<String>()
        let container = Container {
            $0.register(.shared) { First(second: try $0.resolve()) }
                .injecting { _, _ in ends.note("first") }
            $0.register(.shared) { Second(third: try $0.resolve()) }
                .injecting { _, _ in ends.note("second") }
            $0.register(.shared) { Third() }
                .injecting { _, _ in ends.note("third before") }
                .injecting { resolver, third in
                    third.first.value = try resolver.resolve(First.self)
                    ends.note("third during")
                }
                .injecting { _, _ in ends.note("third after") }
        }

        _ = try container.resolve(First.self)

        #expect(
            ends.entries.sorted() == [
                "first", "second", "third after", "third before", "third during",
            ]
        )
        let third = ends.entries.filter { $0.hasPrefix("third") }
        #expect(third == ["third before", "third during", "third after"])
    }
}
