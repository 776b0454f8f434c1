// SPDX-License-Identifier: MIT

package import Networking

/// The time from a user's login to the logout.
package final class Session: Sendable {
    package let user: User
    private let api: any API

    init(user: User, api: any API) {
        self.user = user
        self.api = api
    }

    /// Sends a request on behalf of the user.
    package func send(_ request: Request) async throws -> String { try await api.send(request) }

    func logOut() async throws { _ = try await api.send(.post("logouts/\(user.name)")) }
}
