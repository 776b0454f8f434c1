// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `An instance that is aware of its resolution` {
    private protocol Session: Sendable {}
    private final class Aware: Session, ResolutionAware {
        let seen: Journal<String>
        let name: String
        init(_ seen: Journal<String>, _ name: String = "aware") {
            self.seen = seen
            self.name = name
        }
        func didResolve() { seen.note(name) }
    }
    private struct Value: Session, ResolutionAware {
        let seen: Journal<String>
        func didResolve() { seen.note("value") }
    }

    @Test(arguments: [Lifetime.unique, .shared])
    func `is notified each time one is made`(scope: Lifetime) throws {
        let seen = Journal<String>()
        let container = Container { $0.register(scope) { Aware(seen) } }

        for _ in 1...3 { _ = try container.resolve(Aware.self) }

        #expect(seen.entries == ["aware", "aware", "aware"])
    }

    @Test(arguments: [Lifetime.Caching.singleton, .eagerSingleton])
    func `is notified once as a singleton`(scope: Lifetime.Caching) throws {
        let seen = Journal<String>()
        let container = Container { $0.register(scope) { Aware(seen) } }

        for _ in 1...3 { _ = try container.resolve(Aware.self) }

        #expect(seen.entries == ["aware"])
    }

    @Test func `is notified behind a protocol`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { Aware(seen) as any Session }
            $0.register(.singleton, tag: "kept") { Aware(seen, "kept") as any Session }
        }

        _ = try container.resolve((any Session).self)
        _ = try container.resolve((any Session).self)
        _ = try container.resolve((any Session).self, tag: "kept")
        _ = try container.resolve((any Session).self, tag: "kept")

        #expect(seen.entries == ["aware", "aware", "kept"])
    }

    @Test func `may be a struct, even behind a protocol`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { Value(seen: seen) }
            $0.register { Value(seen: seen) as any Session }
        }

        for _ in 1...2 { _ = try container.resolve(Value.self) }
        for _ in 1...2 { _ = try container.resolve((any Session).self) }

        #expect(seen.entries == ["value", "value", "value", "value"])
    }

    @Test func `is notified once when it is resolved through a forwarded type`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register(.singleton) { Aware(seen) }.implements((any Session).self) { $0 }
        }

        _ = try container.resolve((any Session).self)
        _ = try container.resolve(Aware.self)

        #expect(seen.entries == ["aware"])
    }

    @Test func `is notified after the callbacks of its definition`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { Aware(seen) }.didResolve { _ in seen.note("callback") }
        }

        _ = try container.resolve(Aware.self)

        #expect(seen.entries == ["callback", "aware"])
    }

    @Test func `is notified in reverse order of creation, at the end of the resolve`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register(tag: 1) { Aware(seen, "first") }
            $0.register(tag: 2) { Aware(seen, "second") }
            $0.register { resolver in
                let both = try [
                    resolver.resolve(Aware.self, tag: 1), resolver.resolve(Aware.self, tag: 2),
                ]
                seen.note("made")
                return both
            }
        }

        _ = try container.resolve([Aware].self)

        #expect(seen.entries == ["made", "second", "first"])
    }

    @Test func `is not notified when it was dropped`() {
        struct Jammed: Error {}
        let seen = Journal<String>()
        let container = Container {
            $0.register { Aware(seen) }
            $0.register { resolver -> String in
                _ = try resolver.resolve(Aware.self)
                throw Jammed()
            }
        }

        for _ in 1...2 {
            #expect(throws: ResolutionError.self) { try container.resolve(String.self) }
        }

        #expect(seen.entries.isEmpty)
    }

    @Test func `is notified when it is made with arguments`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { (name: String) in Aware(seen, name) }
        }

        _ = try container.resolve(Aware.self, arguments: "a")
        _ = try container.resolve(Aware.self, arguments: "b")

        #expect(seen.entries == ["a", "b"])
    }

    @Test func `is notified where the factory first made one that is not aware`() throws {
        struct Plain: Session {}
        let seen = Journal<String>()
        let made = Tally()
        let container = Container {
            $0.register {
                (made.next() == 1 ? Plain() : Aware(seen)) as any Session
            }.didResolve { _ in }
        }

        for _ in 1...2 { _ = try container.resolve((any Session).self) }

        #expect(seen.entries == ["aware"])
    }
}
