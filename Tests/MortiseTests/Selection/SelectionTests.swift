// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `A selected implementation` {
    private static func container() -> Container {
        Container {
            $0.register(tag: "remote") { RemoteRepository() as any Repository }.selectable()
            $0.register(.singleton, tag: "local") { LocalRepository() as any Repository }
                .selectable()
        }
    }

    @Test func `is the first one, until another is selected`() throws {
        let container = Self.container()

        #expect(try container.resolve((any Repository).self).name == "remote")
        #expect(container.selection(for: (any Repository).self) == "remote")
        #expect(try container.select("local", for: (any Repository).self))
        #expect(try container.resolve((any Repository).self).name == "local")
        #expect(container.selection(for: (any Repository).self) == "local")
    }

    @Test func `changes nothing for requests with a tag`() throws {
        let container = Self.container()

        for selected in ["remote", "local", "remote"] {
            try container.select(selected, for: (any Repository).self)
            #expect(try container.resolve((any Repository).self, tag: "remote").name == "remote")
            #expect(try container.resolve((any Repository).self, tag: "local").name == "local")
            // The selected one answers requests without a tag, not those with an unknown one.
            expectRefusal(.missingBinding) {
                try container.resolve((any Repository).self, tag: "other")
            }
        }
    }

    @Test func `keeps its scope`() throws {
        let container = Self.container()
        #expect(
            try container.resolve((any Repository).self)
                !== container.resolve((any Repository).self)
        )

        try container.select("local", for: (any Repository).self)
        let local = try container.resolve((any Repository).self)
        #expect(try container.resolve((any Repository).self) === local)
        #expect(try container.resolve((any Repository).self, tag: "local") === local)
        try container.select("remote", for: (any Repository).self)
        try container.select("local", for: (any Repository).self)
        #expect(try container.resolve((any Repository).self) === local)
    }

    @Test func `that is selected already is a result, and an unknown one an error`() throws {
        let container = Self.container()

        #expect(try !container.select("remote", for: (any Repository).self))
        let error = #expect(throws: ResolutionError.self) {
            try container.select("lokal", for: (any Repository).self)
        }
        #expect(error?.code == .missingBinding)
        try expectGolden(#require(error).description, "error-selection-unknown")
        #expect(try container.resolve((any Repository).self).name == "remote")
    }

    @Test func `can be registered atomically with the others`() throws {
        let container = Container()
        try container.install(implementationsOf: (any Repository).self, default: "local") {
            $0.register(tag: "remote") { RemoteRepository() as any Repository }
            $0.register(tag: "local") { LocalRepository() as any Repository }
            #expect(throws: ResolutionError.self) {
                try container.resolve((any Repository).self)
            }
        }

        #expect(try container.resolve((any Repository).self).name == "local")
        expectRefusal(.missingBinding) {
            try Container().install(implementationsOf: (any Repository).self, default: "none") {
                $0.register(tag: "local") { LocalRepository() as any Repository }
            }
        }
    }

    @Test func `is what factories get`() throws {
        final class Screen: Sendable {
            let repository: any Repository
            init(_ repository: any Repository) { self.repository = repository }
        }
        let container = Self.container()
        container.register { Screen(try $0.resolve()) }
        container.register(tag: "wired") { Screen($0) }

        for name in ["remote", "remote", "local", "local", "remote"] {
            try container.select(name, for: (any Repository).self)
            for _ in 1...3 {
                #expect(try container.resolve(Screen.self).repository.name == name)
                #expect(try container.resolve(Screen.self, tag: "wired").repository.name == name)
            }
        }
    }

    @Test func `can be changed in a container that is bootstrapped`() throws {
        let container = Self.container()
        try container.bootstrap()

        try container.select("local", for: (any Repository).self)
        #expect(try container.resolve((any Repository).self).name == "local")
    }

    @Test func `takes run-time arguments as its definition does`() throws {
        let container = Container {
            $0.register(tag: "twice") { (number: Int) in [number, number] }.selectable()
            $0.register(tag: "negative") { (number: Int) in [-number] }.selectable()
            $0.register { 7 }
        }

        #expect(try container.resolve([Int].self, arguments: 1) == [1, 1])
        #expect(try container.resolve([Int].self) == [7, 7])
        try container.select("negative", for: [Int].self)
        #expect(try container.resolve([Int].self, arguments: 1) == [-1])
        #expect(try container.resolve([Int].self) == [-7])
    }

    @Test func `may be a forwarded type`() throws {
        let container = Container {
            $0.register(.singleton) { RemoteRepository() }
                .implements((any Repository).self, tag: "remote") { $0 }
                .selectable()
            $0.register(.singleton) { LocalRepository() }
                .implements((any Repository).self, tag: "local") { $0 }
                .selectable()
        }

        #expect(
            try container.resolve((any Repository).self)
                === container.resolve(RemoteRepository.self)
        )
        try container.select("local", for: (any Repository).self)
        #expect(
            try container.resolve((any Repository).self) === container.resolve(LocalRepository.self)
        )
    }

    @Test func `is neither ambiguous nor a duplicate, and shows in the graph`() throws {
        final class Screen: Sendable {
            init(_ repository: any Repository) {}
        }
        let container = Self.container()
        container.register { Screen($0) }
        _ = try container.resolve(Screen.self)

        #expect(container.validate().findings.isEmpty, "\(container.validate())")
        let node = container.graph.nodes.first {
            $0.key.tag == nil && $0.forwardsTo?.tag == "remote"
        }
        #expect(node != nil)
    }

    @Test func `is independent of contributing definitions`() throws {
        let container = Self.container()
        container.register { "one" }.contributing()
        container.register { "two" }.contributing()

        #expect(try container.resolveAll(String.self) == ["one", "two"])
    }

    @Test func `leaves the next one when removed, stays selected when replaced`() throws {
        let container = Container()
        let first = container.register(tag: "first") { 1 }.selectable()
        container.register(tag: "second") { 2 }.selectable()
        container.register(tag: "third") { 3 }.selectable()

        try container.select("third", for: Int.self)
        container.register(tag: "third") { 33 }.replacing().selectable()
        #expect(try container.resolve(Int.self) == 33)
        try container.select("first", for: Int.self)
        container.remove(first)
        #expect(try container.resolve(Int.self) == 2)
        container.reset()
        expectRefusal(.missingBinding) { try container.resolve(Int.self) }
        container.register(tag: "fourth") { 4 }.selectable()
        #expect(try container.resolve(Int.self) == 4)
    }

    @Test func `gives way to an auto-wired definition without a tag`() throws {
        let container = Container {
            $0.register { 7 }
            $0.register(tag: "one") { "one" }.selectable()
        }
        container.register { (number: Int) in "wired \(number)" }

        #expect(try container.resolve(String.self) == "wired 7")
        #expect(container.selection(for: String.self) == nil)
    }

    @Test func `may be forwarded after it was marked as selectable`() throws {
        let container = Container {
            $0.register(.singleton, tag: "remote") { RemoteRepository() }.selectable()
                .implements((any Repository).self, tag: "remote") { $0 }
            $0.register(.singleton, tag: "local") { LocalRepository() }.selectable()
                .implements((any Repository).self, tag: "local") { $0 }
        }

        #expect(try container.resolve((any Repository).self).name == "remote")
        try container.select("local", for: (any Repository).self)
        #expect(try container.resolve((any Repository).self).name == "local")
    }

    @Test func `is the same in a table that has grown`() throws {
        let container = Self.container()
        for number in 0..<100 {
            container.register(tag: number) { RemoteRepository() as any Repository }
            let selected = number % 2 == 0 ? "local" : "remote"
            try container.select(selected, for: (any Repository).self)
            #expect(try container.resolve((any Repository).self).name == selected)
        }
    }

    @Test func `gives way to a definition without a tag`() throws {
        let container = Self.container()
        container.register { LocalRepository() as any Repository }

        #expect(try container.resolve((any Repository).self).name == "local")
        let error = #expect(throws: ResolutionError.self) {
            try container.select("local", for: (any Repository).self)
        }
        #expect(error?.code == .ambiguousBinding)
        try expectGolden(#require(error).description, "error-selection-untagged")
    }

    @Test func `may be asynchronous, or belong to the main actor`() async throws {
        let container = Container()
        container.register(tag: "slow") { () async -> String in "slow" }.selectable()
        container.register(tag: "fast") { "fast" }.selectable()
        container.main.register(tag: "main") { @MainActor in "main" }.definition.selectable()

        #expect(try await container.async.resolve(String.self) == "slow")
        expectRefusal(.needsAsync) { try container.resolve(String.self) }
        try container.select("fast", for: String.self)
        #expect(try container.resolve(String.self) == "fast")
        #expect(try await container.async.resolve(String.self) == "fast")
        try container.select("main", for: String.self)
        #expect(try await MainActor.run { try container.main.resolve(String.self) } == "main")
    }

    @Test func `tells observers which it is`() throws {
        let container = Self.container()
        let keys = Log()
        let observation = container.observe { keys.append("\($0.key)") }
        _ = try container.resolve((any Repository).self)
        try container.select("local", for: (any Repository).self)
        _ = try container.resolve((any Repository).self)
        withExtendedLifetime(observation) {}

        #expect(keys.all.contains { $0.contains("remote") })
        #expect(keys.all.last?.contains("local") == true)
    }

    @Test func `is valid also where implementations take different arguments`() throws {
        let container = Container {
            $0.register(tag: "one") { (_: inout Resolver, number: Int) in "one \(number)" }
                .selectable()
            $0.register(tag: "two") { (_: inout Resolver, flag: Bool) in "two \(flag)" }
                .selectable()
        }
        #expect(try container.resolve(String.self, arguments: 1) == "one 1")
        #expect(container.validate().isValid)
        expectRefusal(.argumentMismatch) { try container.resolve(String.self, arguments: true) }
    }

    @Test func `finds the default of a group that is not published yet`() throws {
        let container = Container()
        try container.install { container in
            container.register(tag: "a") { 1 }.selectable()
            try container.install(implementationsOf: Int.self, default: "a") {
                $0.register(tag: "b") { 2 }
            }
        }
        #expect(try container.resolve(Int.self) == 1)
        let gone = container.register(tag: "c") { 3 }.selectable()
        expectRefusal(.missingBinding) {
            try container.install { container in
                container.remove(gone)
                try container.install(implementationsOf: Int.self, default: "c") {
                    $0.register(tag: "d") { 4 }
                }
            }
        }
        #expect(container.selection(for: Int.self) == "a")
    }

    @Test func `does not come back if an inner group removes the outer one's registration`() {
        let container = Container()
        container.install { container in
            let definition = container.register { 1 }
            container.install { $0.remove(definition) }
        }
        expectRefusal(.missingBinding) { try container.resolve(Int.self) }
    }
}
