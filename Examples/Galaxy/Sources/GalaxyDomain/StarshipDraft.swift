// SPDX-License-Identifier: MIT

/// What a client says about a starship.
package struct StarshipDraft: Codable, Hashable, Sendable {
    package var name: String
    package var model: String?
    package var manufacturer: String?
    package var pilot: Int?
    /// The version that was edited, if the client knows it.
    package var version: Int?

    /// The ship that it describes.
    ///
    /// - Throws: ``GalaxyError/invalid(_:)`` if it has no name.
    package func starship(id: Int, version: Int) throws -> Starship {
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw GalaxyError.invalid("A starship needs a name.")
        }
        return Starship(
            id: id,
            name: name,
            model: model ?? "",
            manufacturer: manufacturer ?? "",
            pilot: pilot,
            version: version
        )
    }
}
