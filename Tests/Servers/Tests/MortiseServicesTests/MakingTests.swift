// SPDX-License-Identifier: MIT

import InMemoryLogging
import Logging
import Mortise
import MortiseGraph
import MortiseServices
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Making services at once` {
    private let journal = Journal()

    // MARK: Random graphs

    @Test(arguments: [false, true])
    func `random graphs are made once each, after what they need, and closed in reverse`(
        atOnce: Bool
    ) async throws {
        for seed in UInt64(0)..<150 {
            _ = try await Story(running: RandomGraph(seed: seed), makingAtOnce: atOnce)
        }
    }

    @Test(arguments: [false, true])
    func `random graphs in which some fail close all that was made`(atOnce: Bool) async throws {
        for seed in UInt64(0)..<150 {
            let graph = RandomGraph(seed: seed).withFailures
            let journal = Journal()
            let app = graph.container(journal)

            let error = await #expect(throws: ResolutionError.self, "\(graph)") {
                try await app.run(makingAtOnce: atOnce)
            }

            #expect(error?.code == .factoryThrew, "\(graph)")
            let story = Story(journal.entries)
            #expect(story.begun.isEmpty, "\(graph)")
            #expect(story.closed.sorted() == story.made.sorted(), "\(graph)")
            story.expectOrder(graph)
            let failing = graph.nodes.filter(\.fails).map(\.number)
            #expect(Set(story.made).isDisjoint(with: failing), "\(graph)")
        }
    }

    @Test func `random graphs whose making is cancelled close all that was made`() async throws {
        for seed in UInt64(0)..<150 {
            let graph = RandomGraph(seed: seed)
            let journal = Journal()
            let app = graph.container(journal)
            var random = SeededGenerator(seed: seed)
            let delay = Int.random(in: 0...40, using: &random)
            let running = Task { try await app.run(makingAtOnce: true) }
            for _ in 0..<delay { await Task.yield() }
            running.cancel()

            await #expect(throws: CancellationError.self, "\(graph)") { try await running.value }

            let story = Story(journal.entries)
            #expect(story.closed.sorted() == story.made.sorted(), "\(graph)")
            story.expectOrder(graph)
            #expect(app.isClosed)
        }
    }

    // MARK: Failures

    @Test func `what was begun is awaited when another fails, and nothing new begins`()
        async throws
    {
        let journal = journal
        let app = Container {
            $0.register(.singleton, tag: "needs") { (resolver: inout Resolver) in
                _ = try resolver.resolve(Made.self, tag: "slow")
                journal.add("needs is made")
                return Made {}
            }
            .runs()
            $0.async.register(.singleton, tag: "slow") { () async -> Made in
                journal.add("slow is begun")
                try? await sleepUntilCancelled()
                // It goes on, although nobody waits for it any longer.
                for _ in 0..<100 { await Task.yield() }
                journal.add("slow is made")
                return Made {}
            }
            .runs().onClose { _ in journal.add("slow closes") }
            $0.async.register(.singleton, tag: "broken") { () async throws -> Made in
                await journal.reached("slow is begun")
                throw Failure(name: "broken")
            }
            .runs()
        }
        let error = await #expect(throws: ResolutionError.self) {
            try await app.run(makingAtOnce: true)
        }

        #expect(error?.underlying as? Failure == Failure(name: "broken"))
        #expect(Array(journal.entries.suffix(2)) == ["slow is made", "slow closes"])
        #expect(!journal.entries.contains("needs is made"))
    }

    @Test func `when several fail, the first is thrown and the others are logged`() async throws {
        let journal = journal
        let log = InMemoryLogHandler()
        let app = Container { app in
            for (name, other) in [("one", "two"), ("two", "one")] {
                // What is unique is made by the task that asks, so that task learns of its error.
                app.async.register(tag: name) { () async throws -> Part in
                    journal.add("\(name) is begun")
                    await journal.reached("\(other) is begun")
                    if name == "two" { await journal.reached("one failed") }
                    throw Failure(name: name)
                }
                app.register(.singleton, tag: name) { (resolver: inout Resolver) in
                    _ = try resolver.resolve(Part.self, tag: name)
                    return Made {}
                }
                .runs()
            }
        }
        let token = app.observe { event in
            guard case .failed(let error as ResolutionError) = event.kind,
                error.underlying as? Failure == Failure(name: "one")
            else { return }
            journal.add("one failed")
        }
        defer { token.cancel() }

        let error = await #expect(throws: ResolutionError.self) {
            try await app.runServices(
                gracefulShutdownSignals: [],
                logger: Logger(label: "test") { _ in log },
                makingAtOnce: true
            )
        }

        let thrown = try #require(error?.underlying as? Failure).name
        let other = thrown == "one" ? "two" : "one"
        let lines = log.entries.filter { $0.level == .error }
        #expect(lines.count == 1)
        #expect("\(lines.first?.message ?? "")" == "Making another service failed")
        let told = "\(lines.first?.metadata["error"] ?? "")"
        #expect(told.contains("Failure(name: \"\(other)\")"), "\(told)")
    }

    @Test func `what fails because of one thing is told once`() async throws {
        let journal = journal
        let log = InMemoryLogHandler()
        let app = Container { app in
            app.async.register(.singleton) { () async throws -> Part in
                await journal.reached("4 waits")
                throw Failure(name: "part")
            }
            for number in 1...4 {
                app.register(.singleton, tag: number) { (resolver: inout Resolver) in
                    journal.add("\(number) waits")
                    _ = try resolver.resolve(Part.self)
                    return Made {}
                }
                .runs()
            }
        }

        let error = await #expect(throws: ResolutionError.self) {
            try await app.runServices(
                gracefulShutdownSignals: [],
                logger: Logger(label: "test") { _ in log },
                makingAtOnce: true
            )
        }

        #expect(error?.underlying as? Failure == Failure(name: "part"))
        #expect(log.entries.filter { $0.level == .error }.isEmpty)
    }

    // MARK: Hooks

    @Test func `a start hook is awaited before what needs it runs`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { (_: Part) in Made { try await serve("user", journal) } }
                .runs()
            $0.async.register(.singleton) { () async -> Part in Part() }
                .onStart { _ in
                    for _ in 0..<100 { await Task.yield() }
                    journal.add("hook")
                }
        }

        try await app.run(until: "user begins", journal, makingAtOnce: true)

        #expect(journal.entries == ["hook", "user begins", "user ends"])
    }
}

private struct Part: Sendable {}
