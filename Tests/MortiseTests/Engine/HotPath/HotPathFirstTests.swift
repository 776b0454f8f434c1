// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Engine: AnyObject {}
private final class Diesel: Engine {}

/// Records its resolution.
private final class Awake: Engine, ResolutionAware {
    private let journal: Journal<String>

    init(_ journal: Journal<String>) { self.journal = journal }

    func didResolve() { journal.note("resolved") }
}

private struct Refusal: Error {}

@Suite struct `The first instance of a definition` {
    @Test func `records its factory's requests in the graph`() throws {
        let container = Container()
        container.register { 4 }
        container.register { "\(try container.resolve(Int.self))" }
        container.register { try [$0.resolve(String.self)] }

        for _ in 1...2 { _ = try container.resolve([String].self) }

        let edges = container.graph.nodes.map { $0.dependencies.map(\.key.description) }
        #expect(edges == [[], ["Int"], ["String"]])
        // It has captured itself.
        container.reset()
    }

    @Test func `records its requests in the graph before its factory throws`() throws {
        let attempts = Journal<Int>()
        let container = Container {
            $0.register { 4 }
            $0.register { resolver -> String in
                attempts.note(try resolver.resolve())
                if attempts.entries.count == 1 { throw Refusal() }
                return "made"
            }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(String.self) }
        #expect(try container.resolve(String.self) == "made")
        #expect(try container.resolve(String.self) == "made")

        #expect(attempts.entries == [4, 4, 4])
        #expect(container.graph.nodes[1].dependencies.map(\.key.description) == ["Int"])
    }

    @Test func `seals its definition even if its factory threw`() async {
        await #expect(processExitsWith: .failure) {
            let container = Container()
            let definition = container.register { () -> Int in throw Refusal() }
            _ = try? container.resolve(Int.self)
            definition.injecting { _, _ in }
        }
    }

    @Test func `seals its definition even if it is observed afterwards`() async {
        await #expect(processExitsWith: .failure) {
            let container = Container()
            let definition = container.register { 1 }
            _ = try container.resolve(Int.self)
            let observation = container.observe { _ in }
            definition.didResolve { _ in }
            observation.cancel()
        }
    }

    @Test func `is observed by observers since its registration`() throws {
        let heard = Journal<String>()
        let container = Container { $0.register { 1 } }

        let observation = container.observe { heard.note($0.key.description) }
        container.register { "later" }
        _ = try container.resolve(Int.self)
        _ = try container.resolve(String.self)
        observation.cancel()

        #expect(heard.entries == ["Int", "Int", "String", "String"])
    }

    @Test func `may be refined between registering and resolving`() throws {
        let journal = Journal<String>()
        let container = Container()
        let definition = container.register { Diesel() as any Engine }

        definition.injecting { _, _ in journal.note("step") }
        definition.didResolve { _ in journal.note("callback") }
        for _ in 1...2 { _ = try container.resolve((any Engine).self) }

        #expect(journal.entries == ["step", "callback", "step", "callback"])
    }

    @Test func `gets didResolve in any wrapper that a cast unwraps`() throws {
        let journal = Journal<String>()
        let container = Container {
            $0.register { Awake(journal) as any Engine }
            $0.register { Optional(Awake(journal)) as Any }
            $0.register { Optional(Awake(journal) as any Engine) }
        }

        _ = try container.resolve((any Engine).self)
        _ = try container.resolve(Any.self)
        _ = try container.resolve((any Engine)?.self)

        #expect(journal.entries.count == 3)
    }

    @Test func `is found by its tag, or by any tag`() throws {
        let container = Container {
            $0.register(tag: "a") { 1 }
            $0.register { 2 }.forAnyTag()
        }

        #expect(try container.resolve(Int.self, tag: "a") == 1)
        #expect(try container.resolve(Int.self, tag: "b") == 2)
        #expect(try container.resolve(Int.self, tag: "a") == 1)
    }

    @Test func `is one of many when threads race for it`() async throws {
        try await race(rounds: Rounds.some, threads: 4) { _ in
            Container {
                $0.register { Diesel() as any Engine }
                $0.register { try [$0.resolve((any Engine).self)] }
            }
        } run: { container, _, _ in
            ObjectIdentifier(try #require(container.resolve([any Engine].self).first))
        } check: { container, outcomes in
            for outcome in outcomes { _ = try outcome.get() }
            #expect(container.graph.nodes[1].dependencies.count == 1)
        }
    }
}
