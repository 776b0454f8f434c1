// SPDX-License-Identifier: MIT

/// Somebody who is known by a token.
package struct User: Codable, Hashable, Sendable {
    package let name: String

    package init(name: String) { self.name = name }
}
