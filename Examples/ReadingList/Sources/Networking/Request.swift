// SPDX-License-Identifier: MIT

/// A request to the server.
package struct Request: Hashable, Sendable {
    package let method: String
    package let path: String

    /// A request that reads.
    package static func get(_ path: String) -> Request { Request(method: "GET", path: path) }

    /// A request that changes something.
    package static func post(_ path: String) -> Request { Request(method: "POST", path: path) }
}
