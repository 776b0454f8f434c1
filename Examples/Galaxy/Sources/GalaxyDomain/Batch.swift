// SPDX-License-Identifier: MIT

/// What is imported at once.
package struct Batch: Hashable, Sendable {
    package var people: [Person]
    package var starships: [Starship]

    package init(people: [Person] = [], starships: [Starship] = []) {
        self.people = people
        self.starships = starships
    }
}
