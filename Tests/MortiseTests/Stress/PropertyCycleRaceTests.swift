// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private struct Torn: Error {
    let what: String
}

/// Breaks the retain cycle of pieces.
private func breakUp(_ piece: Piece) {
    var current: Piece? = piece
    while let next = current?.next {
        current?.next = nil
        current = next
    }
}

@Suite("Property cycles entered by several threads", .serialized, .timeLimit(.minutes(15)))
struct PropertyCycleRaceTests {
    @Test func `from two ends: give the same complete pair to all, made once`() async throws {
        try await race(rounds: Rounds.many, threads: 4) { round in
            let census = Census()
            let container = Container {
                $0.register(.singleton) { Part<Red>(census) }
                    .injecting { resolver, red in
                        Nap.several(round % 3)
                        red.next = try resolver.resolve(Part<Green>.self)
                    }
                $0.register(.singleton) { Part<Green>(census) }
                    .injecting { resolver, green in
                        Nap.several(round % 2)
                        green.next = try resolver.resolve(Part<Red>.self)
                    }
            }
            return (census: census, container: container)
        } run: { fixture, thread, _ -> [ObjectIdentifier] in
            let first: Piece =
                try thread % 2 == 0
                ? fixture.container.resolve(Part<Red>.self)
                : fixture.container.resolve(Part<Green>.self)
            guard let second = first.next, second.next === first else {
                throw Torn(what: "a pair with a hole")
            }
            let ring = [ObjectIdentifier(first), ObjectIdentifier(second)]
            return thread % 2 == 0 ? ring : ring.reversed()
        } check: { fixture, outcomes in
            let rings = try Set(outcomes.map { try $0.get() })
            try #require(rings.count == 1)
            try #require(fixture.census.made == 2)
            breakUp(try fixture.container.resolve(Part<Red>.self))
            fixture.container.reset()
            try #require(fixture.census.isEmptySoon)
        }
    }

    @Test func `from three ends: give the same complete ring to all, made once`() async throws {
        try await race(rounds: Rounds.many, threads: 3) { round in
            let census = Census()
            let container = Container {
                $0.register(.singleton) { Part<Red>(census) }
                    .injecting { resolver, piece in
                        Nap.several(round % 3)
                        piece.next = try resolver.resolve(Part<Green>.self)
                    }
                $0.register(.singleton) { Part<Green>(census) }
                    .injecting { resolver, piece in
                        piece.next = try resolver.resolve(Part<Blue>.self)
                    }
                $0.register(.singleton) { Part<Blue>(census) }
                    .injecting { resolver, piece in
                        Nap.several(round % 2)
                        piece.next = try resolver.resolve(Part<Red>.self)
                    }
            }
            return (census: census, container: container)
        } run: { fixture, thread, _ -> Set<ObjectIdentifier> in
            let first: Piece =
                switch thread {
                case 0: try fixture.container.resolve(Part<Red>.self)
                case 1: try fixture.container.resolve(Part<Green>.self)
                default: try fixture.container.resolve(Part<Blue>.self)
                }
            guard let second = first.next, let third = second.next, third.next === first else {
                throw Torn(what: "a ring with a hole")
            }
            return [ObjectIdentifier(first), ObjectIdentifier(second), ObjectIdentifier(third)]
        } check: { fixture, outcomes in
            let rings = try Set(outcomes.map { try $0.get() })
            try #require(rings.count == 1)
            try #require(fixture.census.made == 3)
            breakUp(try fixture.container.resolve(Part<Red>.self))
        }
    }

    @Test(arguments: [2, 4])
    func `through a constructor: succeed from both ends at any timing`(threads: Int)
        async throws
    {
        try await race(rounds: Rounds.many, threads: threads) { round in
            let census = Census()
            let container = Container {
                $0.register(.singleton) { resolver in
                    Nap.several(round % 4)
                    return Part<Red>(census, next: try resolver.resolve(Part<Green>.self))
                }
                $0.register(.singleton, as: Part<Green>.self) {
                    Nap.several(round % 3)
                    return Part<Green>(census)
                }.injecting { resolver, green in
                    green.next = try resolver.resolve(Part<Red>.self)
                }
            }
            return (census: census, container: container)
        } run: { fixture, thread, _ -> [ObjectIdentifier] in
            let first: Piece =
                try thread % 2 == 0
                ? fixture.container.resolve(Part<Red>.self)
                : fixture.container.resolve(Part<Green>.self)
            guard let second = first.next, second.next === first else {
                throw Torn(what: "a pair with a hole")
            }
            let ring = [ObjectIdentifier(first), ObjectIdentifier(second)]
            return thread % 2 == 0 ? ring : ring.reversed()
        } check: { fixture, outcomes in
            let rings = try Set(outcomes.map { try $0.get() })
            try #require(rings.count == 1)
            try #require(fixture.census.made == 2)
            breakUp(try fixture.container.resolve(Part<Red>.self))
        }
    }

    @Test func `through shared instances: succeed from both ends at any timing`()
        async throws
    {
        // Red needs a shared blue, whose step requests green; and the other way round.
        try await race(rounds: Rounds.many, threads: 2) { round in
            let census = Census()
            let container = Container {
                $0.register(.singleton) { resolver in
                    Nap.several(round % 4)
                    return Part<Red>(
                        census,
                        next: try resolver.resolve(Part<Blue>.self, tag: "red")
                    )
                }
                $0.register(.singleton) { resolver in
                    Nap.several(round % 3)
                    return Part<Green>(
                        census,
                        next: try resolver.resolve(Part<Blue>.self, tag: "green")
                    )
                }
                $0.register(.shared, tag: "red") { Part<Blue>(census) }
                    .injecting { resolver, blue in
                        blue.next = try resolver.resolve(Part<Green>.self)
                    }
                $0.register(.shared, tag: "green") { Part<Blue>(census) }
                    .injecting { resolver, blue in
                        blue.next = try resolver.resolve(Part<Red>.self)
                    }
            }
            return (census: census, container: container)
        } run: { fixture, thread, _ -> Set<ObjectIdentifier> in
            let first: Piece =
                try thread == 0
                ? fixture.container.resolve(Part<Red>.self)
                : fixture.container.resolve(Part<Green>.self)
            guard let second = first.next, let third = second.next, let fourth = third.next,
                fourth.next === first
            else { throw Torn(what: "a ring with a hole") }
            return [
                ObjectIdentifier(first), ObjectIdentifier(second), ObjectIdentifier(third),
                ObjectIdentifier(fourth),
            ]
        } check: { fixture, outcomes in
            let rings = try Set(outcomes.map { try $0.get() })
            try #require(rings.count == 1)
            try #require(fixture.census.made == 4)
            breakUp(try fixture.container.resolve(Part<Red>.self))
        }
    }

    @Test func `whose steps throw: fail for all, expose nothing, and can be tried again`()
        async throws
    {
        try await race(rounds: Rounds.many, threads: 2) { round in
            let census = Census()
            let attempts = Tally()
            let container = Container {
                $0.register(.singleton) { Part<Red>(census) }
                    .injecting { resolver, red in
                        red.back = try resolver.resolve(Part<Green>.self)
                        Nap.several(round % 3)
                        if attempts.next() == 1 { throw Torn(what: "on purpose") }
                        red.next = red.back
                    }
                $0.register(.singleton) { Part<Green>(census) }
                    .injecting { resolver, green in
                        Nap.several(round % 2)
                        green.back = try resolver.resolve(Part<Red>.self)
                    }
            }
            return container
        } run: { container, thread, _ -> Bool in
            let piece: Piece =
                try thread == 0
                ? container.resolve(Part<Red>.self) : container.resolve(Part<Green>.self)
            guard let other = piece.back, other.back === piece else {
                throw Torn(what: "a pair with a hole")
            }
            let red = thread == 0 ? piece : other
            guard red.next === red.back else { throw Torn(what: "a refused piece") }
            return true
        } check: { container, outcomes in
            for case .failure(let error) in outcomes {
                let error = try #require(error as? ResolutionError, "\(error)")
                try #require(error.code == .injectionFailed)
                try #require((error.underlying as? Torn)?.what == "on purpose")
            }
            let red = try container.resolve(Part<Red>.self)
            let green = try container.resolve(Part<Green>.self)
            try #require(red.next === green && green.back === red)
        }
    }
}
