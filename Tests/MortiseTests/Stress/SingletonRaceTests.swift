// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Synchronization
import Testing

private struct Refusal: Error, Equatable {
    let number: Int
}

@Suite("Singletons that several threads ask for", .serialized, .timeLimit(.minutes(15)))
struct SingletonRaceTests {
    @Test func `are made exactly once`() async throws {
        try await race(rounds: Rounds.many, threads: 4) { round in
            let census = Census()
            let container = Container {
                $0.register(.singleton) {
                    Nap.several(round % 4)
                    return Part<Red>(census)
                }
            }
            return (census: census, container: container)
        } run: { fixture, _, _ in
            try fixture.container.resolve(Part<Red>.self)
        } check: { fixture, outcomes in
            let instances = try Set(outcomes.map { try ObjectIdentifier($0.get()) })
            try #require(instances.count == 1)
            try #require(fixture.census.made == 1)
        }
    }

    @Test func `are made once for each value of their arguments`() async throws {
        try await race(rounds: Rounds.some, threads: 4) { _ in
            let census = Census()
            let container = Container {
                $0.register(.singleton) { (_: inout Resolver, _: Int, _: String) in
                    Part<Red>(census)
                }
            }
            return (census: census, container: container)
        } run: { fixture, thread, _ in
            let last = try fixture.container.resolve(
                Part<Red>.self,
                arguments: thread % 2,
                "argument"
            )
            for value in 0..<8 {
                _ = try fixture.container.resolve(Part<Red>.self, arguments: value, "argument")
            }
            return last
        } check: { fixture, outcomes in
            let instances = try outcomes.map { try $0.get() }
            try #require(fixture.census.made == 8)
            try #require(instances[0] === instances[2])
            try #require(instances[1] === instances[3])
            try #require(instances[0] !== instances[1])
        }
    }

    @Test func `give a factory's error to all waiters, and are made by the next request`()
        async throws
    {
        try await race(rounds: Rounds.many, threads: 4) { round in
            let attempts = Tally()
            let census = Census()
            let container = Container {
                $0.register(.singleton) { () throws -> Part<Red> in
                    let attempt = attempts.next()
                    Nap.several(round % 6)
                    if attempt == 1 { throw Refusal(number: attempt) }
                    return Part<Red>(census)
                }
            }
            return (attempts: attempts, census: census, container: container)
        } run: { fixture, _, _ in
            try fixture.container.resolve(Part<Red>.self)
        } check: { fixture, outcomes in
            var made: Set<ObjectIdentifier> = []
            for outcome in outcomes {
                switch outcome {
                case .success(let part): made.insert(ObjectIdentifier(part))
                case .failure(let error):
                    let error = try #require(error as? ResolutionError)
                    try #require(error.code == .factoryThrew)
                    try #require(error.underlying as? Refusal == Refusal(number: 1))
                }
            }
            try #require(made.count <= 1)
            let after = try fixture.container.resolve(Part<Red>.self)
            try #require(made.isSubset(of: [ObjectIdentifier(after)]))
            try #require(fixture.attempts.count == 2)
            try #require(fixture.census.made == 1)
        }
    }

    @Test func `wake all waiters when a step throws, without the refused instance`()
        async throws
    {
        try await race(rounds: Rounds.many, threads: 4) { round in
            let attempts = Tally()
            let census = Census()
            let container = Container {
                $0.register(.singleton) { Part<Red>(census) }
                    .injecting { _, part in
                        Nap.several(round % 6)
                        if attempts.next() <= 2 { throw Refusal(number: part.number) }
                    }
            }
            return (census: census, container: container)
        } run: { fixture, _, _ in
            try fixture.container.resolve(Part<Red>.self)
        } check: { fixture, outcomes in
            for outcome in outcomes {
                switch outcome {
                case .success(let part): try #require(part.number == 3)
                case .failure(let error):
                    let error = try #require(error as? ResolutionError)
                    try #require(error.code == .injectionFailed)
                    let refusal = try #require(error.underlying as? Refusal)
                    try #require(refusal.number <= 2)
                }
            }
            _ = try? fixture.container.resolve(Part<Red>.self)
            #expect(try fixture.container.resolve(Part<Red>.self).number == 3)
        }
    }
}
