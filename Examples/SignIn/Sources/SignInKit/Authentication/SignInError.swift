// SPDX-License-Identifier: MIT

/// Why somebody is not signed in.
package enum SignInError: Error, Hashable, Sendable {
    /// The server does not know the name, or the password is another.
    case refused
    /// The server did not answer as it should.
    case unavailable
}
