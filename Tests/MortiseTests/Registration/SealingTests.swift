// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class Refined {
    var isRefined: Bool

    init(isRefined: Bool) { self.isRefined = isRefined }
}

@Suite struct `A definition that has made an instance` {
    @Test func `traps when it is changed, and says so`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = Container()
            let definition = container.register(file: "App/Wiring.swift", line: 3) { 1 }
            _ = try container.resolve(Int.self)
            definition.injecting { _, _ in }
        }

        let text = String(
            decoding: try #require(result).standardErrorContent,
            as: UTF8.self
        )
        #expect(text.contains("Int at App/Wiring.swift:3 was already built from"))
        #expect(text.contains("register and refine it inside install { }"))
    }

    @Test func `is complete if it was refined while it was installed`() async throws {
        let container = Container { $0.register { Refined(isRefined: true) } }

        try await race(rounds: Rounds.some, threads: 2) { _ in
            container
        } run: { container, index, _ in
            guard index == 0 else { return try container.resolve(Refined.self).isRefined }
            container.install {
                $0.register { Refined(isRefined: false) }
                    .replacing()
                    .injecting { _, refined in refined.isRefined = true }
            }
            return true
        } check: { _, outcomes in
            for outcome in outcomes {
                let isRefined = try outcome.get()
                #expect(isRefined)
            }
        }
    }

    @Test func `traps when it gets a callback`() async {
        await #expect(processExitsWith: .failure) {
            let container = Container()
            let definition = container.register(.singleton) { 1 }
            _ = try container.resolve(Int.self)
            definition.didResolve { _ in }
        }
    }

    @Test func `can forward further types`() throws {
        let container = Container()
        let definition = container.register(.singleton) { 1 }
        _ = try container.resolve(Int.self)

        definition.implements(Double.self) { Double($0) }

        #expect(try container.resolve(Double.self) == 1)
    }

    @Test func `can be replaced, and the new one refined`() throws {
        let container = Container { $0.register { [1] } }
        _ = try container.resolve([Int].self)

        container.register { [2] }.replacing().didResolve { _ in }

        #expect(try container.resolve([Int].self) == [2])
    }

    @Test func `traps when it is marked as contributing`() async {
        await #expect(processExitsWith: .failure) {
            let container = Container()
            let definition = container.register(.singleton) { 1 }
            _ = try container.resolve(Int.self)
            definition.contributing()
        }
    }
}
