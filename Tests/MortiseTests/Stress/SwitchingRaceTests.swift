// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Observation
import Synchronization
import Testing

/// An implementation with a number.
private final class Edition: Sendable {
    let number: Int
    private let census: Living

    init(_ number: Int, _ census: Living) {
        self.number = number
        self.census = census
        census.enter()
    }

    deinit { census.leave() }
}

private final class Living: Sendable {
    private let count = Atomic<Int>(0)
    func enter() { count.add(1, ordering: .acquiringAndReleasing) }
    func leave() { count.subtract(1, ordering: .acquiringAndReleasing) }
    var value: Int { count.load(ordering: .acquiring) }
}

@Suite struct `Switching beside readers` {
    private static let editions = 8

    /// Implementations of every kind under numbers.
    private static func container(_ census: Living) -> Container {
        Container { container in
            for number in 0..<editions {
                switch number % 3 {
                case 0:
                    container.register(.singleton, tag: number) { Edition(number, census) }
                        .selectable()
                case 1:
                    container.register(tag: number) { Edition(number, census) }.selectable()
                default:
                    container.register(.weakSingleton, tag: number) { Edition(number, census) }
                        .selectable()
                }
            }
        }
    }

    private final class Model {
        @Observed var edition: Edition
        init(_ container: Container) { _edition = Observed(in: container) }
    }

    @Test func `shows all readers the last one in the end, and leaves nothing behind`() async throws
    {
        let census = Living()
        let rounds = Rounds.some / 20
        try await race(rounds: rounds, threads: 6) { _ in
            let container = Self.container(census)
            return (container, Models((0..<50).map { _ in Model(container) }))
        } run: { fixture, thread, round in
            let container = fixture.0
            switch thread {
            case 0, 1:
                for step in 0..<400 {
                    try container.select((step * 7 + thread) % Self.editions, for: Edition.self)
                }
            case 2:
                // Short-lived observers.
                for _ in 0..<100 {
                    let model = Model(container)
                    _ = model.edition
                    withObservationTracking {
                        _ = model.edition.number
                    } onChange: {
                        _ = try? container.resolve(Edition.self)
                    }
                }
            case 3:
                for step in 0..<200 {
                    _ = try container.resolve(Edition.self)
                    _ = try container.resolve(Edition.self, tag: step % Self.editions)
                }
            case 4:
                for step in 0..<40 {
                    container.dropInstances(of: Edition.self)
                    // A replacement must be an implementation as well.
                    container.register(.singleton, tag: step % 8) { Edition(step % 8, census) }
                        .replacing()
                }
            default:
                for _ in 0..<20 { for model in fixture.1.all { _ = model.edition } }
            }
        } check: { fixture, outcomes in
            for outcome in outcomes { try outcome.get() }
            let container = fixture.0
            // Survivors of the race are up to date.
            let current = try container.resolve(Edition.self)
            for model in fixture.1.all {
                #expect(model.edition.number == current.number)
                #expect(model.edition === model.edition)
            }
            let models = (0..<5).map { _ in Model(container) }
            let last = (container.selection(for: Edition.self) == 3) ? 4 : 3
            try container.select(last, for: Edition.self)
            for model in models + fixture.1.all { #expect(model.edition.number == last) }
        }
        Nap.until { census.value == 0 }
        #expect(census.value == 0)
    }

    @Test func `ends with the last one for long-lived observers`() async throws {
        let census = Living()
        try await race(rounds: Rounds.some / 20, threads: 4) { _ in
            let container = Self.container(census)
            return (container, Models((0..<50).map { _ in Model(container) }))
        } run: { fixture, thread, _ in
            if thread < 2 {
                for step in 0..<200 {
                    try fixture.0.select((step * 3 + thread) % Self.editions, for: Edition.self)
                }
            } else {
                for model in fixture.1.all { _ = model.edition }
            }
        } check: { fixture, outcomes in
            for outcome in outcomes { try outcome.get() }
            let last = try fixture.0.resolve(Edition.self)
            for model in fixture.1.all {
                #expect(model.edition.number == last.number)
                if last.number % 3 != 1 { #expect(model.edition === last) }
            }
        }
        Nap.until { census.value == 0 }
        #expect(census.value == 0)
    }

    @Test func `never makes a sequence miss the last one`() async throws {
        let census = Living()
        for round in 0..<Rounds.some / 4 {
            let container = Self.container(census)
            let last = 1 + round % (Self.editions - 1)
            let tasks = (0..<8).map { _ in
                Task {
                    for try await edition in container.values(of: Edition.self)
                    where edition.number == last { return true }
                    return false
                }
            }
            for step in 0..<50 {
                let number = step % Self.editions
                if number != last { try container.select(number, for: Edition.self) }
            }
            try container.select(last, for: Edition.self)
            for task in tasks { #expect(try await task.value) }
        }
        Nap.until { census.value == 0 }
        #expect(census.value == 0)
    }

    @Test func `keeps no memory of observers, switches and resets`() throws {
        let census = Living()
        let container = Self.container(census)
        var followers: [Weak<Probe>] = []
        for step in 0..<3_000 {
            let probe = Probe(container)
            _ = probe.observed.wrappedValue
            followers.append(Weak(probe))
            try container.select(step % Self.editions, for: Edition.self)
            if step % 10 == 0 { container.dropInstances() }
        }
        #expect(followers.allSatisfy { $0.object == nil })
        container.dropInstances()
        Nap.until { census.value == 0 }
        #expect(census.value == 0)
    }

    @Test func `never leads to a definition outside the table`() async throws {
        let census = Living()
        try await race(rounds: Rounds.some / 20, threads: 4) { _ in
            Self.container(census)
        } run: { container, thread, _ in
            switch thread {
            case 0:
                for step in 0..<100 {
                    let definition = container.register(tag: "new") { Edition(step, census) }
                    definition.selectable()
                    container.remove(definition)
                }
            case 1:
                for step in 0..<2_000 {
                    if step % 2 == 0 {
                        _ = try? container.select("new", for: Edition.self)
                    } else {
                        try container.select(1, for: Edition.self)
                    }
                }
            default:
                for _ in 0..<1_000 { #expect(try container.resolve(Edition.self).number >= 0) }
            }
        } check: { _, outcomes in
            for outcome in outcomes { try outcome.get() }
        }
        Nap.until { census.value == 0 }
        #expect(census.value == 0)
    }

    private final class Probe {
        let observed: Observed<Edition>
        init(_ container: Container) { observed = Observed(in: container) }
    }

    /// Passes models to several threads.
    // @unchecked: their observed properties may be read from any thread.
    private struct Models: @unchecked Sendable {
        let all: [Model]
        init(_ all: [Model]) { self.all = all }
    }
}
