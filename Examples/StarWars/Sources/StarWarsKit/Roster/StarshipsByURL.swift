// SPDX-License-Identifier: MIT

public import Foundation

/// Provides the starships of a source.
public struct StarshipsByURL: StarshipProvider {
    private let source: any StarWarsSource

    /// Creates a provider.
    ///
    /// - Parameter source: The source of the starships.
    public init(source: any StarWarsSource) {
        self.source = source
    }

    /// Returns every starship by its `url`.
    ///
    /// - Returns: The starships in the source.
    /// - Throws: The source's error, and ``StarWarsError`` when two have the same URL.
    public func starships() throws -> [URL: Starship] {
        try source.starships().reduce(into: [:]) { starships, starship in
            if let other = starships.updateValue(starship, forKey: starship.url) {
                let words = "is the URL of both \(other.name) and \(starship.name)"
                throw StarWarsError(.inconsistent, at: starship.url.absoluteString, words)
            }
        }
    }
}
