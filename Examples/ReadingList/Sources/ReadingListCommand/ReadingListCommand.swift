// SPDX-License-Identifier: MIT

import Accounts
import Networking

/// Prints what two users read.
@main struct ReadingListCommand {
    @MainActor static func main() async throws {
        let program = Program(server: ServerAddress(host: "reading.example"))
        let lines = try await program.lines(for: [User(name: "ann"), User(name: "ben")])
        print(lines.joined(separator: "\n"))
        try await program.close()
    }
}
