// SPDX-License-Identifier: MIT

/// A person together with the starships of that person.
public struct RosterEntry: Hashable, Sendable {
    /// Who.
    public let person: Person

    /// What this person has flown, in the order of `person.starships`.
    public let starships: [Starship]

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - person: Who.
    ///   - starships: What this person has flown.
    public init(person: Person, starships: [Starship]) {
        self.person = person
        self.starships = starships
    }
}
