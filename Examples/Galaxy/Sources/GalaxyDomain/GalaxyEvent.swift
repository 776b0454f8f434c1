// SPDX-License-Identifier: MIT

/// Something that happened, as open pages are told.
package struct GalaxyEvent: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case starship, progress, source
    }

    package let kind: Kind
    /// Of the starship or the import.
    package let id: Int?
    /// What happened to it, or the name of the source.
    package let text: String

    package init(_ kind: Kind, id: Int? = nil, _ text: String) {
        self.kind = kind
        self.id = id
        self.text = text
    }
}
