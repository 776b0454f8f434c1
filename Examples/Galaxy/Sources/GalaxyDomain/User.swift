// SPDX-License-Identifier: MIT

/// Somebody who is known by a token.
public struct User: Codable, Hashable, Sendable {
    public let name: String

    public init(name: String) { self.name = name }
}
