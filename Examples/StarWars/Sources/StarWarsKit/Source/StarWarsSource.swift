// SPDX-License-Identifier: MIT

/// A source of people and starships.
public protocol StarWarsSource: Sendable {
    /// Returns everyone.
    ///
    /// - Returns: All people, in the order of the source.
    /// - Throws: ``StarWarsError`` when the source cannot be read.
    func people() throws -> [Person]

    /// Returns every starship.
    ///
    /// - Returns: All starships, in the order of the source.
    /// - Throws: ``StarWarsError`` when the source cannot be read.
    func starships() throws -> [Starship]
}
