// SPDX-License-Identifier: MIT

import Accounts
import Foundation
import Mortise
import MortiseGraph
import MortiseTesting
import Networking
import NetworkingTesting
import Testing

@testable import ReadingListCommand

/// All modules together, as the program has them.
@MainActor @Suite struct `The program` {
    private let program = Program(server: ServerAddress(host: "reading.example"))

    @Test func `is wired`() {
        expectValid(program.container)
        Attachment.record(program.container.graph.json(), named: "graph.json")
        #expect(program.container.validate().warnings.isEmpty)
    }

    @Test func `prints what two users read`() async throws {
        let lines = try await program.lines(for: [User(name: "ann"), User(name: "ben")])
        try expectGolden(lines.joined(separator: "\n") + "\n", "readinglist")
    }

    @Test func `closes with nothing left behind`() async throws {
        _ = try await program.lines(for: [User(name: "ann")])
        await expectNoLeaks(closing: program.container)
    }

    /// Compares text with a file in `Golden/`, or writes it if `RECORD_GOLDEN` is set.
    private func expectGolden(_ text: String, _ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "Golden/\(name).txt")
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            return try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try text == String(contentsOf: file, encoding: .utf8))
    }
}
