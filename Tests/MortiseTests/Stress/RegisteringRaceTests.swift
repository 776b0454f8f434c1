// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite("Registering from many threads", .serialized, .timeLimit(.minutes(15)))
struct RegisteringRaceTests {
    private final class Item<Mark>: Sendable {
        let thread: Int
        let number: Int

        init(_ thread: Int, _ number: Int) {
            self.thread = thread
            self.number = number
        }
    }

    private struct Lost: Error {
        let thread: Int
        let number: Int
    }

    private static let count = 60

    @Test func `loses no definition, and each thread finds its own immediately`()
        async throws
    {
        try await race(rounds: Rounds.some / 4, threads: 4) { _ in
            Container()
        } run: { container, thread, _ in
            for number in 0..<Self.count {
                let tag = thread * Self.count + number
                if number % 2 == 0 {
                    container.register(tag: tag) { Item<Red>(thread, number) }
                } else {
                    container.register(.singleton, tag: tag) { Item<Red>(thread, number) }
                }
                let item = try container.resolve(Item<Red>.self, tag: tag)
                guard item.thread == thread, item.number == number else {
                    throw Lost(thread: thread, number: number)
                }
            }
        } check: { container, outcomes in
            for outcome in outcomes { try outcome.get() }
            for tag in 0..<4 * Self.count {
                let item = try container.resolve(Item<Red>.self, tag: tag)
                try #require(item.thread * Self.count + item.number == tag)
            }
            try #require(container.graph.nodes.count == 4 * Self.count)
        }
    }

    @Test func `the same key has one winner, and one singleton for everyone`() async throws {
        try await race(rounds: Rounds.some, threads: 4) { _ in
            Container()
        } run: { container, thread, _ in
            for number in 0..<6 {
                container.register(.singleton) { Item<Green>(thread, number) }
                let first = try container.resolve(Item<Green>.self)
                guard first.thread != thread || first.number <= number else {
                    throw Lost(thread: thread, number: number)
                }
            }
            return try container.resolve(Item<Green>.self)
        } check: { container, outcomes in
            let last = try container.resolve(Item<Green>.self)
            let items = try outcomes.map { try $0.get() }
            try #require(items.contains { $0 === last })
            try #require(last.number == 5)
            try #require(try container.resolve(Item<Green>.self) === last)
            try #require(container.graph.nodes.count == 1)
        }
    }

    @Test func `keeps every definition that contributes`() async throws {
        try await race(rounds: Rounds.some / 4, threads: 4) { _ in
            Container()
        } run: { container, thread, _ in
            for number in 0..<6 {
                container.install {
                    $0.register { Item<Blue>(thread, number) }.contributing()
                }
                let mine = try container.resolveAll(Item<Blue>.self)
                    .filter { $0.thread == thread }.map(\.number)
                guard mine == Array(0...number) else {
                    throw Lost(thread: thread, number: number)
                }
            }
        } check: { container, outcomes in
            for outcome in outcomes { try outcome.get() }
            try #require(try container.resolveAll(Item<Blue>.self).count == 24)
        }
    }
}
