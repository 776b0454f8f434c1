// SPDX-License-Identifier: MIT

/// Provides people with their starships.
public protocol Roster: Sendable {
    /// Returns everyone with their starships.
    ///
    /// - Returns: One entry for each person, also for those without a starship.
    /// - Throws: ``StarWarsError`` when people or starships cannot be had or do not fit together.
    func entries() throws -> [RosterEntry]
}
