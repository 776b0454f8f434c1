// SPDX-License-Identifier: MIT

import Mortise
import Testing

@Suite("Scopes that are released", .serialized, .timeLimit(.minutes(15)))
struct ReleasedScopeRaceTests {
    @Test func `may be looked for by another thread meanwhile`() async throws {
        try await race(rounds: Rounds.some, threads: 2) { _ in
            Container { $0.register(.scoped("request")) { "kept" } }
        } run: { app, thread, _ in
            for _ in 0..<20 {
                if thread == 0 {
                    let scope = try app.openScope("request")
                    try #require(try scope.resolve(String.self) == "kept")
                } else {
                    _ = app.validate()
                }
            }
        } check: { app, outcomes in
            for outcome in outcomes { try outcome.get() }
            try #require(app.keptObjects.isEmpty)
        }
    }
}
