// SPDX-License-Identifier: MIT

/// The reason why signing in failed.
package enum SignInError: Error, Hashable, Sendable {
    /// The server does not know the name, or the password is wrong.
    case refused
    /// The server did not answer properly.
    case unavailable
}
