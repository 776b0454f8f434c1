// SPDX-License-Identifier: MIT

/// The server's refusal.
package enum ServerError: Error, Hashable, Sendable {
    /// There is nothing at this path.
    case notFound(String)
}
