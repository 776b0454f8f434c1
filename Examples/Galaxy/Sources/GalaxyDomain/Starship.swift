// SPDX-License-Identifier: MIT

/// A starship, in one of its versions.
public struct Starship: Codable, Hashable, Sendable {
    public let id: Int
    public var name: String
    public var model: String
    public var manufacturer: String
    /// Who flies it. A pilot flies one ship at most.
    public var pilot: Int?
    /// One more after each change.
    public var version: Int

    public init(
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
