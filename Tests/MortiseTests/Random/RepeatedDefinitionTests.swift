// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// Makes a chain long enough for the engine's depth check.
private func padded(_ depth: Int, _ body: () throws -> Void) rethrows {
    try withUnsafeTemporaryAllocation(of: UInt.self, capacity: 4_000) { words in
        words.initialize(repeating: UInt(depth))
        try body()
        words.deinitialize()
    }
}

@Suite("A definition that is met again on its own way")
struct RepeatedDefinitionTests {
    private final class Shared {
        var uniques: [Unique] = []
    }

    private final class Unique {
        var shared: Shared?
    }

    @Test func `is no cycle if a shared instance ends the path`() throws {
        let container = Container {
            $0.register { Unique() }
                .injecting { resolver, unique in
                    try padded(1) { unique.shared = try resolver.resolve() }
                }
            $0.register(.shared) { Shared() }
                .injecting { resolver, shared in
                    try padded(2) { shared.uniques.append(try resolver.resolve()) }
                }
        }

        let unique = try container.resolve(Unique.self)

        let shared = try #require(unique.shared)
        #expect(shared.uniques.count == 1)
        #expect(shared.uniques[0] !== unique)
        #expect(shared.uniques[0].shared === shared)
        shared.uniques = []
    }

    @Test func `is a cycle without one`() {
        let container = Container {
            $0.register { Unique() }
                .injecting { resolver, _ in
                    try padded(1) { _ = try resolver.resolve(Unique.self) }
                }
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Unique.self) }

        #expect(error?.code == .cycle)
    }

    @Test func `keeps its tag during a build`() throws {
        let container = Container {
            $0.register(.shared, tag: "tag") { ["tagged"] }
            $0.register(.shared) { ["plain"] }
            $0.register(.singleton) { Box(try $0.resolve([String].self, tag: "tag")) }
        }
        // From now on the definition takes the fast path.
        _ = try container.resolve([String].self, tag: "tag")

        let box = try container.resolve(Box.self)

        #expect(box.content == ["tagged"])
    }

    private final class Box: Sendable {
        let content: [String]

        init(_ content: [String]) { self.content = content }
    }
}
