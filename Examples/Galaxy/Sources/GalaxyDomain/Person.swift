// SPDX-License-Identifier: MIT

/// Somebody who may fly a starship.
package struct Person: Codable, Hashable, Sendable {
    package let id: Int
    package let name: String
    package let birthYear: String

    package init(id: Int, name: String, birthYear: String) {
        self.id = id
        self.name = name
        self.birthYear = birthYear
    }
}
