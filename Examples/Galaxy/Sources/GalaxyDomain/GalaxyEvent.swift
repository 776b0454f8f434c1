// SPDX-License-Identifier: MIT

/// Something that happened, as open pages are told.
public struct GalaxyEvent: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable {
        case starship, progress, source
    }

    public let kind: Kind
    /// Of the starship or the import.
    public let id: Int?
    /// What happened to it, or the name of the source.
    public let text: String

    public init(_ kind: Kind, id: Int? = nil, _ text: String) {
        self.kind = kind
        self.id = id
        self.text = text
    }
}
