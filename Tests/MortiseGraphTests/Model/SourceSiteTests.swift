// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `A source site` {
    @Test func `prints as a location that editors open`() {
        #expect(SourceSite(file: "App/Wiring.swift", line: 12).description == "App/Wiring.swift:12")
    }

    @Test func `traps on line zero and says why`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = SourceSite(file: "App/Wiring.swift", line: 0)
        }

        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("a line is counted from one, got 0"))
    }
}
