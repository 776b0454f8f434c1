// SPDX-License-Identifier: MIT

/// What is imported at once.
public struct Batch: Hashable, Sendable {
    public var people: [Person]
    public var starships: [Starship]

    public init(people: [Person] = [], starships: [Starship] = []) {
        self.people = people
        self.starships = starships
    }
}
