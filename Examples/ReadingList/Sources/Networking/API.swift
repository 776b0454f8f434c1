// SPDX-License-Identifier: MIT

/// Sends requests to the server.
package protocol API: Sendable {
    /// Sends a request, and returns the body of the answer.
    func send(_ request: Request) async throws -> String
}
