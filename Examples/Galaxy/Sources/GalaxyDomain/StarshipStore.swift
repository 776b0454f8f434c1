// SPDX-License-Identifier: MIT

/// The starships of one unit of work.
///
/// Reads see one state of the database. Changes are stored together, when the unit of work is
/// committed, or not at all.
package protocol StarshipStore: Sendable {
    /// At most `limit` starships with a greater identifier than `id`, in the order of identifiers.
    func starships(after id: Int, limit: Int) async throws -> [Starship]
    /// The starship with an identifier.
    ///
    /// - Throws: ``GalaxyError/notFound(_:)``
    func starship(_ id: Int) async throws -> Starship
    func insert(_ starship: Starship)
    /// Replaces the version before that of `starship`. Committing throws
    /// ``GalaxyError/conflict(_:)`` if it is no longer the stored one.
    func update(_ starship: Starship)
    /// Removes a version. Committing throws ``GalaxyError/conflict(_:)`` if it is no longer the
    /// stored one.
    func delete(_ starship: Starship)
}
