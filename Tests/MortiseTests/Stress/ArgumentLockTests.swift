// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// An argument whose hash, equality and `deinit` resolve.
// @unchecked: immutable.
private final class CuriousArgument: Hashable, @unchecked Sendable {
    let value: Int
    private let container: Container

    init(_ value: Int, _ container: Container) {
        self.value = value
        self.container = container
    }

    deinit { ask() }

    private func ask() { _ = try? container.resolve(Part<Green>.self) }

    static func == (lhs: CuriousArgument, rhs: CuriousArgument) -> Bool {
        lhs.ask()
        return lhs.value == rhs.value
    }

    func hash(into hasher: inout Hasher) {
        ask()
        hasher.combine(value % 2)
    }
}

@Suite("Arguments that are compared", .serialized, .timeLimit(.minutes(15)))
struct ArgumentLockTests {
    @Test func `may resolve while they are hashed, compared and released`() async throws {
        try await race(rounds: 20, threads: 2) { _ in
            let census = Census()
            let curiosity = Container {
                $0.register(.singleton) { Part<Green>(census) }
                    .injecting { _, _ in Nap.once() }
            }
            let container = Container {
                $0.register(.singleton) { (_: inout Resolver, _: CuriousArgument) in
                    Part<Red>(census)
                }
            }
            return (container: container, curiosity: curiosity)
        } run: { fixture, _, _ in
            try (0..<4).map { value in
                try fixture.container.resolve(
                    Part<Red>.self,
                    arguments: CuriousArgument(value, fixture.curiosity)
                )
            }
        } check: { fixture, outcomes in
            let first = try outcomes[0].get()
            let second = try outcomes[1].get()
            try #require(first.map(ObjectIdentifier.init) == second.map(ObjectIdentifier.init))
            fixture.container.reset()
        }
    }
}
