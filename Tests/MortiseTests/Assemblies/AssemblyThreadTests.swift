// SPDX-License-Identifier: MIT

import Mortise
import Testing

private final class Engine: Sendable {}

private final class Car: Sendable {
    let engine: Engine
    let number: Int
    let depot: Depot
    init(_ engine: Engine, _ number: Int, _ depot: Depot) {
        (self.engine, self.number, self.depot) = (engine, number, depot)
    }
}

private final class Depot: Sendable {}

private struct Train: Sendable {
    let cars: [Car]
    let label: String
}

private struct Railway: Assembly {
    let container: Container

    var depot: Depot { define(.singleton) { Depot() } }
    var engine: Engine { define(.shared) { Engine() } }
    func car(_ number: Int) -> Car { define(.shared, for: number) { Car(engine, number, depot) } }
    var label: String { get throws { try define { try name() } } }
    var train: Train {
        get throws {
            try define { Train(cars: [car(1), car(2), car(1)], label: try label + (try label)) }
        }
    }
    private func name() throws -> String { "real" }
}

@Suite struct `Threads that use the assemblies of one container` {
    @Test func `get one singleton, a graph for each request, and substitutes atomically`()
        async throws
    {
        try await race(rounds: Rounds.some, threads: 4) { _ in
            Railway(container: Container())
        } run: { railway, thread, _ in
            guard thread == 0 else { return try railway.train }
            return try railway.withSubstitution("label") {
                "fake"
            } _: {
                try railway.train
            }
        } check: { railway, outcomes in
            let trains = try outcomes.map { try $0.get() }
            #expect(trains[0].label == "fakefake")
            for train in trains {
                #expect(["realreal", "fakefake"].contains(train.label))
                #expect(train.cars.allSatisfy { $0.depot === railway.depot })
                #expect(train.cars.allSatisfy { $0.engine === train.cars[0].engine })
                #expect(train.cars[0] === train.cars[2])
                #expect(train.cars[0] !== train.cars[1])
            }
            let engines = Set(trains.map { ObjectIdentifier($0.cars[0].engine) })
            #expect(engines.count == trains.count)
            #expect(try railway.train.label == "realreal")
        }
    }
}
