// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `Contributing definitions that are wired` {
    private final class Plugin: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    @Test func `are resolved with their parameters`() throws {
        let container = Container {
            $0.register { "text" }
            $0.register { 7 }
            $0.register { Plugin("plain") }.contributing()
            $0.register { (text: String) in Plugin(text) }.contributing()
            $0.register { (number: Int) in Plugin("\(number)") }.contributing()
        }

        let names = try container.resolveAll(Plugin.self).map(\.name)

        #expect(names == ["plain", "text", "7"])
    }

    @Test func `have their steps and callbacks run`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { Plugin("a") }.contributing()
                .injecting { _, plugin in seen.note("step \(plugin.name)") }
            $0.register { Plugin("b") }.contributing()
                .didResolve { seen.note("did \($0.name)") }
        }

        _ = try container.resolveAll(Plugin.self)

        #expect(seen.entries == ["step a", "did b"])
    }

    @Test func `are dropped and reported one by one`() throws {
        let container = Container()
        let first = container.register(.singleton) { Plugin("a") }.contributing()
        container.register(.singleton) { Plugin("b") }.contributing()
        weak let gone = try container.resolveAll(Plugin.self).first
        let kept = try container.resolve(Plugin.self)
        #expect(gone?.name == "a")

        container.remove(first)

        #expect(gone == nil)
        #expect(try container.resolve(Plugin.self) === kept)
    }
}
