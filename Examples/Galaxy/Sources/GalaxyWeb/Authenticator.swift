// SPDX-License-Identifier: MIT

package import GalaxyDomain
import Hummingbird

/// Knows one user, by a bearer token.
package struct Authenticator: Sendable {
    private let token: String
    private let user: User

    package init(token: String, user: User) {
        self.token = token
        self.user = user
    }

    /// The user of a request.
    ///
    /// - Throws: `HTTPError` with status 401, which becomes the answer.
    package func user(of request: RequestInfo) throws -> User {
        guard let given = request.authorization, given.hasPrefix("Bearer "),
            Self.isSame(given.dropFirst("Bearer ".count).utf8, token.utf8)
        else {
            throw HTTPError(
                .unauthorized,
                headers: [.wwwAuthenticate: "Bearer"],
                message: "A bearer token is needed."
            )
        }
        return user
    }

    /// Compares without telling by the time how much is the same.
    private static func isSame(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool
    {
        let (left, right) = (Array(left), Array(right))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
