// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite("Constructor cycles entered by several threads", .serialized, .timeLimit(.minutes(15)))
struct ConstructorCycleRaceTests {
    @Test func `of two: are a cycle for every thread, and never hang`() async throws {
        try await race(rounds: Rounds.many, threads: 4) { round in
            let census = Census()
            return Container {
                $0.register(.singleton) { resolver in
                    Nap.several(round % 4)
                    return Part<Red>(census, next: try resolver.resolve(Part<Green>.self))
                }
                $0.register(.singleton) { resolver in
                    Nap.several(round % 3)
                    return Part<Green>(census, next: try resolver.resolve(Part<Red>.self))
                }
            }
        } run: { container, thread, _ in
            let _: Piece =
                try thread % 2 == 0
                ? container.resolve(Part<Red>.self) : container.resolve(Part<Green>.self)
        } check: { container, outcomes in
            try requireCycle(outcomes)
            #expect(throws: ResolutionError.self) { try container.resolve(Part<Red>.self) }
        }
    }

    @Test func `of three, through shared and unique ones: are a cycle for every thread`()
        async throws
    {
        try await race(rounds: Rounds.many, threads: 3) { round in
            let census = Census()
            return Container {
                $0.register(.singleton) { resolver in
                    Nap.several(round % 4)
                    return Part<Red>(census, next: try resolver.resolve(Part<Green>.self, tag: 1))
                }
                $0.register(.shared, tag: 1) {
                    Part<Green>(census, next: try $0.resolve(Part<Green>.self))
                }
                $0.register(.singleton) { resolver in
                    Nap.several(round % 3)
                    return Part<Green>(census, next: try resolver.resolve(Part<Blue>.self, tag: 1))
                }
                $0.register(tag: 1) { Part<Blue>(census, next: try $0.resolve(Part<Blue>.self)) }
                $0.register(.singleton) { Part<Blue>(census, next: try $0.resolve(Part<Red>.self)) }
            }
        } run: { container, thread, _ in
            let _: Piece =
                switch thread {
                case 0: try container.resolve(Part<Red>.self)
                case 1: try container.resolve(Part<Green>.self)
                default: try container.resolve(Part<Blue>.self)
                }
        } check: { _, outcomes in
            try requireCycle(outcomes)
        }
    }

    @Test func `beside a legal cycle: do not disturb it`() async throws {
        // Red and green know each other through a property. Blue requests red in its factory, and red
        // requests blue, but handles the error.
        try await race(rounds: Rounds.many, threads: 3) { round in
            let census = Census()
            return Container {
                $0.register(.singleton, as: Part<Red>.self) { resolver in
                    Nap.several(round % 4)
                    _ = try? resolver.resolve(Part<Blue>.self)
                    return Part<Red>(census)
                }.injecting { resolver, red in
                    red.next = try resolver.resolve(Part<Green>.self)
                }
                $0.register(.singleton) { Part<Green>(census) }
                    .injecting { resolver, green in
                        green.back = try resolver.resolve(Part<Red>.self)
                    }
                $0.register(.singleton) { Part<Blue>(census, next: try $0.resolve(Part<Red>.self)) }
            }
        } run: { container, thread, _ -> Piece in
            switch thread {
            case 0: try container.resolve(Part<Red>.self)
            case 1: try container.resolve(Part<Green>.self)
            default: try container.resolve(Part<Blue>.self)
            }
        } check: { container, outcomes in
            let red = try container.resolve(Part<Red>.self)
            let green = try container.resolve(Part<Green>.self)
            try #require(red.next === green)
            try #require(green.back === red)
            for case .failure(let error) in outcomes {
                try #require((error as? ResolutionError)?.code == .cycle, "\(error)")
            }
            if case .success(let blue) = outcomes[2] { try #require(blue.next === red) }
        }
    }

    private func requireCycle(_ outcomes: [Outcome<Void>]) throws {
        for outcome in outcomes {
            guard case .failure(let error) = outcome else {
                Issue.record("a constructor cycle succeeded")
                continue
            }
            let found = try #require(error as? ResolutionError)
            try #require(found.code == .cycle, "\(found)")
        }
    }
}
