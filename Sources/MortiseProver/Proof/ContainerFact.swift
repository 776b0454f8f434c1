// SPDX-License-Identifier: MIT

import MortiseGraph

/// A container that the program makes.
final class ContainerFact {
    enum Role {
        case plain
        case scope(String)
        case overlay
    }

    let number: Int
    let name: String
    let sources: [Int]
    let role: Role
    let place: Place
    /// When it is made.
    let birth: Guard
    var changes: [Change] = []

    /// The modules that were installed, by type and value.
    var modules: Set<String> = []

    /// Why it may have more or other definitions than those that are known.
    var gaps: [Gap] = []

    init(
        _ number: Int,
        _ name: String,
        sources: [Int],
        _ role: Role,
        at place: Place,
        when birth: Guard
    ) {
        self.birth = birth
        self.number = number
        self.name = name
        self.sources = sources
        self.role = role
        self.place = place
    }
}

/// A change of a container.
struct Change {
    enum Kind {
        case add(DefinitionFact)
        case remove(DefinitionFact)
        case reset
        case select(SwiftType, DefinitionTag)
        case link(Int)
        case unlink(Int)
    }

    let kind: Kind
    /// When it happens.
    let guardian: Guard
    /// Its place in the order of all that happens.
    let moment: Int
}

/// A place where a scope is opened: what it needs must be there.
struct Opening {
    let container: Int
    let place: Place
    let guardian: Guard
    let moment: Int
}

/// Why something is not known.
struct Gap: Hashable {
    let reason: String
    let place: Place
}
