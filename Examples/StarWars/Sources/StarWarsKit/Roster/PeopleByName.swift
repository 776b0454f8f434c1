// SPDX-License-Identifier: MIT

import Foundation

/// Provides the people of a source, sorted by name.
public struct PeopleByName: PeopleProvider {
    private let source: any StarWarsSource

    /// Creates a provider.
    ///
    /// - Parameter source: The source of the people.
    public init(source: any StarWarsSource) {
        self.source = source
    }

    /// Returns everyone, sorted by name.
    ///
    /// - Returns: Everyone in the source.
    /// - Throws: The source's error.
    public func people() throws -> [Person] {
        try source.people().sorted {
            ($0.name, $0.url.absoluteString) < ($1.name, $1.url.absoluteString)
        }
    }
}
