// SPDX-License-Identifier: MIT

/// Who logged in.
package struct User: Hashable, Sendable {
    package let name: String

    package init(name: String) { self.name = name }
}
