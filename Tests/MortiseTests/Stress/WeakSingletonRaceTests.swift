// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseGraph
import Testing

/// The current holders of each instance.
// @unchecked: guarded by the lock.
private final class Holdings: @unchecked Sendable {
    private let lock = NSLock()
    private var counts: [Int: Int] = [:]
    private var most = 0

    /// The largest number of instances held at the same time.
    var mostAtOnce: Int { lock.withLock { most } }

    func take(_ piece: Piece) {
        lock.withLock {
            counts[piece.number, default: 0] += 1
            most = max(most, counts.count)
        }
    }

    func giveBack(_ piece: Piece) {
        lock.withLock {
            counts[piece.number, default: 1] -= 1
            if counts[piece.number] == 0 { counts[piece.number] = nil }
        }
    }
}

@Suite("Weak singletons under threads", .serialized, .timeLimit(.minutes(15)))
struct WeakSingletonRaceTests {
    @Test func `have one living instance at a time`() async throws {
        let census = Census()
        let holdings = Holdings()
        let container = Container {
            $0.register(.weakSingleton) { Part<Red>(census) }
        }

        try await race(rounds: 3, threads: 4) { _ in
            container
        } run: { container, thread, _ in
            for turn in 0..<Rounds.operations / 8 {
                let part = try container.resolve(Part<Red>.self)
                holdings.take(part)
                Nap.several((turn + thread) % 3)
                guard part.isAlive else { throw CancellationError() }
                holdings.giveBack(part)
            }
        } check: { _, outcomes in
            for outcome in outcomes { try outcome.get() }
        }

        #expect(holdings.mostAtOnce == 1)
        #expect(census.isEmptySoon)
    }

    @Test func `stay one while a resolve that needs them twice makes other instances`() async throws
    {
        let census = Census()
        let container = Container {
            $0.register(.weakSingleton) { Part<Red>(census) }
                .injecting { resolver, red in
                    red.back = try resolver.resolve(Part<Green>.self)
                }
            $0.register(.weakSingleton) {
                Part<Green>(census, next: try $0.resolve(Part<Red>.self))
            }
        }

        try await race(rounds: 3, threads: 4) { _ in
            container
        } run: { container, thread, _ in
            for _ in 0..<Rounds.operations / 16 {
                if thread % 2 == 0 {
                    let green = try container.resolve(Part<Green>.self)
                    let red = try container.resolve(Part<Red>.self)
                    guard green.next === red else { throw CancellationError() }
                } else {
                    let red = try container.resolve(Part<Red>.self)
                    guard red.isAlive else { throw CancellationError() }
                }
            }
        } check: { _, outcomes in
            for outcome in outcomes { try outcome.get() }
        }

        #expect(census.isEmptySoon)
    }
}
