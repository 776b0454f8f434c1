// SPDX-License-Identifier: MIT

/// A starship, in one of its versions.
package struct Starship: Codable, Hashable, Sendable {
    package let id: Int
    package var name: String
    package var model: String
    package var manufacturer: String
    /// Who flies it.
    ///
    /// A pilot flies one ship at most.
    package var pilot: Int?
    /// One more after each change.
    package var version: Int

    package init(
        id: Int,
        name: String,
        model: String = "",
        manufacturer: String = "",
        pilot: Int? = nil,
        version: Int = 1
    ) {
        self.id = id
        self.name = name
        self.model = model
        self.manufacturer = manufacturer
        self.pilot = pilot
        self.version = version
    }
}
