// SPDX-License-Identifier: MIT

/// Somebody who may fly a starship.
public struct Person: Codable, Hashable, Sendable {
    public let id: Int
    public let name: String
    public let birthYear: String

    public init(id: Int, name: String, birthYear: String) {
        self.id = id
        self.name = name
        self.birthYear = birthYear
    }
}
