// SPDX-License-Identifier: MIT

/// Provides the people of the roster.
public protocol PeopleProvider: Sendable {
    /// Returns everyone, in the order of the roster.
    ///
    /// - Returns: Everyone once.
    /// - Throws: ``StarWarsError`` when the people cannot be had.
    func people() throws -> [Person]
}
