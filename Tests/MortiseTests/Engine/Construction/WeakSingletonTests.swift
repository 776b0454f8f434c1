// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A weak singleton` {
    private protocol Caching: AnyObject, Sendable {}
    private final class Cache: Caching {}

    private static func container(_ made: Tally = Tally()) -> Container {
        Container {
            $0.register(.weakSingleton) {
                made.next()
                return Cache()
            }
        }
    }

    @Test func `is the same as long as it is kept`() throws {
        let made = Tally()
        let container = Self.container(made)

        let cache = try container.resolve(Cache.self)

        #expect(cache === (try container.resolve(Cache.self)))
        #expect(cache === (try container.resolve(Cache.self)))
        #expect(made.count == 1)
    }

    @Test func `is released when nobody keeps it, and made anew`() throws {
        let made = Tally()
        let container = Self.container(made)
        weak let first = try container.resolve(Cache.self)

        #expect(first == nil)
        _ = try container.resolve(Cache.self)
        #expect(made.count == 2)
    }

    @Test func `lives for all of the resolve that made it`() throws {
        let made = Tally()
        let container = Self.container(made)
        container.register { resolver in
            try [
                ObjectIdentifier(resolver.resolve(Cache.self)),
                ObjectIdentifier(resolver.resolve(Cache.self)),
            ]
        }

        let identities = try container.resolve([ObjectIdentifier].self)

        #expect(identities[0] == identities[1])
        #expect(made.count == 1)
    }

    @Test func `is held weakly behind a protocol`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.weakSingleton) {
                made.next()
                return Cache() as any Caching
            }
        }

        let cache = try container.resolve((any Caching).self)

        #expect(cache === (try container.resolve((any Caching).self)))
        #expect(made.count == 1)
    }

    @Test func `that is a value is made anew for each resolve`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.weakSingleton) { made.next() }
        }

        #expect(try container.resolve(Int.self) == 1)
        #expect(try container.resolve(Int.self) == 2)
    }

    @Test func `that is a value behind a protocol is made anew for each resolve`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.weakSingleton) { "\(made.next())" as any Sendable }
        }

        #expect(try container.resolve((any Sendable).self) as? String == "1")
        #expect(try container.resolve((any Sendable).self) as? String == "2")
    }

    @Test func `is handed to its callbacks`() throws {
        let seen = Journal<ObjectIdentifier>()
        let container = Container {
            $0.register(.weakSingleton) { Cache() }
                .didResolve { seen.note(ObjectIdentifier($0)) }
        }

        let cache = try container.resolve(Cache.self)
        _ = try container.resolve(Cache.self)

        #expect(seen.entries == [ObjectIdentifier(cache)])
    }

    @Test func `may be part of a property cycle`() throws {
        let container = Container {
            $0.register(.weakSingleton) { Trunk() }
                .injecting { $1.branch.value = try $0.resolve(Branch.self) }
            $0.register(.weakSingleton) { Branch() }
                .injecting { $1.trunk.value = try $0.resolve(Trunk.self) }
        }

        let trunk = try container.resolve(Trunk.self)

        #expect(trunk.branch.value?.trunk.value === trunk)
        #expect(trunk.branch.value === (try container.resolve(Branch.self)))
    }

    @Test func `of an overlay that a factory drops harms no attempt that follows`() async throws {
        let container = Container {
            $0.register { () async in Trunk() }
        }
        let tally = Tally()
        container.register { [weak container] resolver in
            // Kept by nobody but the running attempt.
            let overlay = try #require(container).overriding()
            overlay.register(.weakSingleton) { Cache() }
            _ = try overlay.resolve(Cache.self)
            tally.next()
            return Branching(trunk: try resolver.resolve())
        }

        _ = try await container.async.resolve(Branching.self)

        #expect(tally.count == 2)
    }

    private struct Branching: Sendable { let trunk: Trunk }

    private final class Trunk: Sendable {
        let branch = Pocket<Branch>()
    }

    private final class Branch: Sendable {
        let trunk = WeakPocket<Trunk>()
    }
}
