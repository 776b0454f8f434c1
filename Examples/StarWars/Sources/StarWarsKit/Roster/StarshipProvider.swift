// SPDX-License-Identifier: MIT

public import Foundation

/// Provides starships by the URL that people name them with.
public protocol StarshipProvider: Sendable {
    /// Returns every starship.
    ///
    /// - Returns: The starships by their `url`.
    /// - Throws: ``StarWarsError`` when the starships cannot be had.
    func starships() throws -> [URL: Starship]
}
