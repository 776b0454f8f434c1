// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private struct Bell: Sendable {}
private struct Tower: Sendable {}
private struct Full: Error {}

@Suite struct `The text of an error about scopes and lanes` {
    private static let file: StaticString = "Town/Wiring.swift"

    private func town() -> Container {
        Container(name: "town") {
            $0.register(.scoped(.request), file: Self.file, line: 1) { Bell() }
            $0.register(file: Self.file, line: 2) { resolver -> Tower in
                _ = try resolver.resolve(Bell.self)
                return Tower()
            }
        }
    }

    private func text(_ body: () throws -> Void) throws -> String {
        try #require(throws: ResolutionError.self) { try body() }.description
    }

    @Test func `for a scope that is not open names it`() throws {
        let town = town()

        try expectGolden(
            text { _ = try town.resolve(Tower.self) },
            "error-missing-scope"
        )
    }

    @Test func `for a scope that ends too early names the holder`() throws {
        let town = town()
        town.register(.singleton, file: Self.file, line: 3) { resolver -> Tower in
            _ = try resolver.resolve(Bell.self)
            return Tower()
        }

        try expectGolden(
            text { _ = try town.openScope(.request).resolve(Tower.self) },
            "error-captive-scope"
        )
    }

    @Test func `for a scope that is closed says so`() async throws {
        let scope = try town().openScope(.request)
        try await scope.close()

        try expectGolden(text { _ = try scope.resolve(Tower.self) }, "error-scope-closed")
    }

    @Test func `for an asynchronous instance says how to get it`() throws {
        let town = town()
        town.register(.singleton, file: Self.file, line: 3) { () async -> Bell in Bell() }

        try expectGolden(text { _ = try town.resolve(Tower.self) }, "error-needs-async")
    }

    @Test func `for an instance of the main actor says how to get it`() throws {
        let town = town()
        town.main.register(.singleton, file: Self.file, line: 3) { Bell() }

        try expectGolden(text { _ = try town.resolve(Tower.self) }, "error-needs-main-actor")
    }

    @Test func `for disposers that threw, and for those that take too long, lists them`()
        async throws
    {
        let gate = Gate()
        let town = town()
        town.register(.singleton, tag: "big", file: Self.file, line: 3) { Bell() }
            .onClose { _ in throw Full() }
        town.register(.singleton, tag: "old", file: Self.file, line: 4) { Bell() }
            .onClose { _ in await gate.wait() }
        town.register(.singleton, tag: "new", file: Self.file, line: 5) { Bell() }
            .onClose { _ in await gate.wait() }
        for tag in ["big", "old", "new"] { _ = try town.resolve(Bell.self, tag: tag) }

        let late = await #expect(throws: CloseError.self) {
            try await town.close(deadline: .milliseconds(10))
        }
        gate.open()
        let failed = await #expect(throws: CloseError.self) { try await town.close() }

        try expectGolden(late?.description ?? "", "error-close-late")
        try expectGolden(failed?.description ?? "", "error-close-failed")
    }
}
