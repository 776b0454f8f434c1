// SPDX-License-Identifier: MIT

import MortiseGraph

/// What one statement registers, declares or decorates.
final class DefinitionFact {
    /// What is known of a tag.
    enum TagFact: Equatable {
        case none
        case known(DefinitionTag)
        case inherited
    }

    let place: Place
    let type: SwiftType
    let tag: DefinitionTag?
    let lifetime: Lifetime
    let lane: Lane
    var arguments: [SwiftType] = []
    var wiring = Graph.Node.Wiring.none
    var factory: Value?
    var steps: [Value] = []
    var needs: [Need] = []
    var input: Graph.Node.Input?
    var isCollection = false
    var isDecorator = false
    /// The definition whose instance this one gives.
    var forwardsTo: DefinitionFact?
    var forwarding: [DefinitionFact] = []
    var takesResolver = false
    /// The places in its factory and steps that ask for something, with the number of the need.
    var asked: [(place: Place, need: Int)] = []
    var replacing: (guard: Guard, rule: Graph.Node.Replacement)?
    var contributing: Guard?
    var anyTag: Guard?

    /// Why not all that its factory needs is known, if so.
    var gap: Gap?

    /// Whether its factory has been looked into.
    var isRead = false

    init(_ type: SwiftType, tag: DefinitionTag?, _ lifetime: Lifetime, _ lane: Lane, at place: Place)
    {
        self.type = type
        self.tag = tag
        self.lifetime = lifetime
        self.lane = lane
        self.place = place
    }
}

/// Something that a definition or a call site asks for.
struct Need {
    var type: SwiftType
    var arguments: [SwiftType] = []
    var tag = DefinitionFact.TagFact.none
    var isOptional = false
    var isPlural = false
    var isProperty = false
    var isDeferred = false
    var lane = Lane.synchronous
    var guardian = Guard.always
}

/// A statement of a module that takes effect when the module is installed.
final class StoredStatement {
    let call: MortiseCall
    var modifiers: [MortiseCall] = []

    init(_ call: MortiseCall) { self.call = call }
}

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

/// Why something is not known.
struct Gap: Hashable {
    let reason: String
    let place: Place
}

/// A place where a container is asked for something.
struct Visit {
    let place: Place
    let container: Int
    let need: Need
    let guardian: Guard
    /// Its place in the order of all that happens.
    let moment: Int
    /// Whether it may also happen at any time after that.
    let isLater: Bool
    /// Whether a failure is caught.
    let isCaught: Bool
}

/// A place where a scope is opened: what it needs must be there.
struct Opening {
    let container: Int
    let place: Place
    let guardian: Guard
    let moment: Int
}
