// SPDX-License-Identifier: MIT

import Foundation

/// Joins people with the starships they name.
public struct JoinedRoster: Roster {
    private let people: any PeopleProvider
    private let starships: any StarshipProvider

    /// Creates a roster.
    ///
    /// - Parameters:
    ///   - people: Provides the people.
    ///   - starships: Provides the starships.
    public init(people: any PeopleProvider, starships: any StarshipProvider) {
        self.people = people
        self.starships = starships
    }

    /// Returns everyone with their starships.
    ///
    /// - Returns: One entry for each person, in the order of the people.
    /// - Throws: The providers' errors, and ``StarWarsError`` when a person names a starship that does not
    ///   exist.
    public func entries() throws -> [RosterEntry] {
        let people = try people.people()
        let starships = try starships.starships()
        return try people.map { person in
            let own = try person.starships.map { url in
                guard let starship = starships[url] else {
                    let words = "\(person.name) flies it, but there is no such starship"
                    throw StarWarsError(.inconsistent, at: url.absoluteString, words)
                }
                return starship
            }
            return RosterEntry(person: person, starships: own)
        }
    }
}
