// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

/// A singleton of a random graph, told from others by its tag.
private final class Pin: Sendable {}

private struct Jammed: Error {}

@Suite struct `Bootstrapping at once` {
    @Test func `makes what does not need each other at the same time`() async throws {
        let (gate, begun) = (Gate(), Counter())
        let app = Container()
        for tag in ["a", "b", "c"] {
            app.async.register(.eagerSingleton, tag: tag) { () async in
                // Nobody goes on before all have begun.
                if begun.increment() == 3 { gate.open() }
                await gate.wait()
                return Pin()
            }
        }

        try await app.async.bootstrap(makingAtOnce: true)

        #expect(app.isBootstrapped)
        for tag in ["a", "b", "c"] { _ = try app.resolve(Pin.self, tag: tag) }
        #expect(begun.value == 3)
    }

    /// Each is made once, after what it needs; a failure leaves what was made, and nothing under way.
    @Test func `keeps the order of random graphs, and goes on after a failure`() async throws {
        for seed in 1...150 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let count = Int.random(in: 2...9, using: &generator)
            let needs = (0..<count).map { index in
                (0..<index).filter { _ in generator.chance(35) }
            }
            let isAsync = (0..<count).map { _ in generator.chance(60) }
            let failing = generator.chance(50) ? Int.random(in: 0..<count, using: &generator) : nil
            let (journal, isJammed) = (Journal<String>(), Pocket(true))
            let app = Container()
            // In any order of registration.
            for index in (0..<count).shuffled(using: &generator) {
                if isAsync[index] {
                    app.register(.eagerSingleton, tag: "\(index)") {
                        (resolver: inout AsyncResolver) async throws in
                        for need in needs[index] {
                            _ = try await resolver.resolve(Pin.self, tag: "\(need)")
                        }
                        await Task.yield()
                        if index == failing, isJammed.value == true { throw Jammed() }
                        journal.note("\(index)")
                        return Pin()
                    }
                } else {
                    app.register(.eagerSingleton, tag: "\(index)") { (resolver: inout Resolver) in
                        for need in needs[index] {
                            _ = try resolver.resolve(Pin.self, tag: "\(need)")
                        }
                        if index == failing, isJammed.value == true { throw Jammed() }
                        journal.note("\(index)")
                        return Pin()
                    }
                }
            }

            if failing != nil {
                await #expect(throws: ResolutionError.self, "seed \(seed)") {
                    try await app.async.bootstrap(makingAtOnce: true)
                }
                #expect(!app.isBootstrapped)
                let made = journal.entries
                await Task.yield()
                #expect(journal.entries == made, "seed \(seed): something is under way")
                isJammed.value = false
            }
            try await app.async.bootstrap(makingAtOnce: true)

            #expect(app.isBootstrapped)
            let made = journal.entries
            #expect(made.sorted() == (0..<count).map { "\($0)" }.sorted(), "seed \(seed)")
            for (index, needed) in needs.enumerated() {
                for need in needed {
                    let (first, then) = (
                        made.firstIndex(of: "\(need)"), made.firstIndex(of: "\(index)")
                    )
                    #expect(first ?? .max < then ?? .min, "seed \(seed): \(index) needs \(need)")
                }
            }
        }
    }

    @Test func `says which cannot be made, after those before it`() async throws {
        let app = Container {
            $0.register(.eagerSingleton, tag: "plain") { Pin() }
            $0.register(.eagerSingleton, tag: "named") { (_: inout Resolver, _: Int) in Pin() }
        }

        let error = await #expect(throws: ResolutionError.self) {
            try await app.async.bootstrap(makingAtOnce: true)
        }

        #expect(error?.code == .argumentMismatch)
        #expect(!app.isBootstrapped)
    }

    @Test func `begins nothing in a task that is cancelled`() async throws {
        let made = Counter()
        let app = Container {
            for tag in ["a", "b", "c"] {
                $0.register(.eagerSingleton, tag: tag) {
                    made.add()
                    return Pin()
                }
            }
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await app.async.bootstrap(makingAtOnce: true)
        }

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(made.value == 0)
        #expect(!app.isBootstrapped)
    }
}
