// SPDX-License-Identifier: MIT

/// A person together with the starships of that person.
public struct RosterEntry: Hashable, Sendable {
    /// The person.
    public let person: Person

    /// The person's starships, in the order of `person.starships`.
    public let starships: [Starship]

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - starships: The person's starships.
    public init(person: Person, starships: [Starship]) {
        self.person = person
        self.starships = starships
    }
}
