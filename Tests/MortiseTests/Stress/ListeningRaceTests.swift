// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseGraph
import Testing

/// Counts events, from any thread.
// @unchecked: guarded by the lock.
private final class EventCounts: @unchecked Sendable {
    private let lock = NSLock()
    private var began = 0
    private var ended = 0

    func add(_ event: ResolutionEvent) {
        lock.withLock {
            switch event.kind {
            case .began: began += 1
            case .made, .failed: ended += 1
            default: break
            }
        }
    }

    var numbers: (began: Int, ended: Int) { lock.withLock { (began, ended) } }
}

@Suite("Listeners that come and go while others resolve", .serialized, .timeLimit(.minutes(15)))
struct ListeningRaceTests {
    @Test func `do not affect resolving`() async throws {
        let census = Census()
        let isOver = Flag()
        let heard = Tally()

        try await race(rounds: 1, threads: 4) { _ in
            Container {
                $0.register(.singleton) { Part<Red>(census) }
                $0.register(.shared) { Part<Green>(census, next: try $0.resolve(Part<Red>.self)) }
                $0.register { Part<Blue>(census, next: try $0.resolve(Part<Green>.self)) }
            }
        } run: { container, thread, _ -> ObjectIdentifier? in
            guard thread == 0 else {
                var reds: Set<ObjectIdentifier> = []
                var turns = 0
                while !isOver.isSet || turns < 100 {
                    turns += 1
                    let blue = try container.resolve(Part<Blue>.self)
                    let red = try container.resolve(Part<Red>.self)
                    guard let green = blue.next, green.next === red else {
                        throw CancellationError()
                    }
                    reds.insert(ObjectIdentifier(red))
                }
                return reds.count == 1 ? reds.first : nil
            }
            defer { isOver.set() }
            for turn in 0..<Rounds.operations / 40 {
                let first = container.observe { _ in heard.next() }
                let second = turn % 2 == 0 ? container.observe { _ in heard.next() } : nil
                Nap.several(turn % 3)
                first.cancel()
                second?.cancel()
                if turn % 5 == 0 { container.register { turn } }
            }
            return nil
        } check: { container, outcomes in
            let red = ObjectIdentifier(try container.resolve(Part<Red>.self))
            for outcome in outcomes.dropFirst() {
                let seen = try outcome.get()
                #expect(seen == red)
            }
            _ = try outcomes[0].get()
            container.reset()
        }

        #expect(heard.count > 0)
        #expect(census.isEmptySoon)
    }

    @Test func `see everything that begins after they were added`() async throws {
        try await race(rounds: Rounds.some, threads: 3) { _ in
            let census = Census()
            let counts = EventCounts()
            let container = Container {
                $0.register(.singleton) { Part<Red>(census) }
                $0.register(.shared) { Part<Green>(census, next: try $0.resolve(Part<Red>.self)) }
                $0.register { Part<Blue>(census, next: try $0.resolve(Part<Green>.self)) }
            }
            _ = try container.resolve(Part<Blue>.self)
            return (container: container, counts: counts)
        } run: { fixture, thread, _ -> Int in
            let counts = fixture.counts
            if thread == 0 {
                _ = try fixture.container.resolve(Part<Blue>.self)
                return 0
            }
            // Two threads observe only their own resolves.
            let observation = fixture.container.observe { counts.add($0) }
            for _ in 0..<3 { _ = try fixture.container.resolve(Part<Blue>.self) }
            observation.cancel()
            return 3
        } check: { fixture, outcomes in
            for outcome in outcomes { _ = try outcome.get() }
            // At least its own three blue and three green ones for each of the two observers.
            let numbers = fixture.counts.numbers
            try #require(numbers.began >= 12)
            try #require(numbers.ended >= 12)
        }
    }
}
