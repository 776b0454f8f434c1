// SPDX-License-Identifier: MIT

import MortiseGraph

/// What one statement registers, declares or decorates.
///
/// It is known by its place and what its factory captured, not by the calls that led there.
final class Definition: Hashable {
    let place: Place
    let type: SwiftType
    let tag: DefinitionTag?
    let lifetime: Graph.Lifetime
    let lane: Lane
    let kind: Kind
    var arguments: [SwiftType] = []
    var wiring = Graph.Node.Wiring.none
    /// What auto-wiring asks for.
    var parameters: [Need] = []
    var factory: Value?
    var takesResolver = false
    /// Whether it stands for several at run time, of which one may have replaced another.
    var isAgain = false
    /// Whether its factory asks the container itself, which joins the request that the factory runs for.
    var asksItsContainer = false
    /// Whether it is one of Dip's: steps take the container, and tags fall back.
    var isOfDip = false
    /// The container that it was registered in, if its factory is given that one.
    var home: Origin?
    /// The container that it was registered in first.
    var container: Origin?
    /// Where it was registered again, as a copy of another one.
    var copied: Place?
    /// Whether it is a member of an assembly.
    var isMember = false
    /// What makes the assembly whose member it exports.
    var exporter: Value?
    /// What scopes make for themselves where nothing else brings the input.
    var own: Definition?

    /// Whether a container keeps its instance until it is told to drop it.
    var isKept: Bool { lifetime.isCaching && lifetime != .weakSingleton }

    enum Kind: Hashable {
        case factory, decorator, collection
        case input(Graph.Node.Input)
        /// It gives the instance of another one.
        case forward(Definition)
    }

    init(
        _ kind: Kind,
        _ type: SwiftType,
        tag: DefinitionTag?,
        _ lifetime: Graph.Lifetime,
        _ lane: Lane,
        at place: Place
    ) {
        self.kind = kind
        self.type = type
        self.tag = tag
        self.lifetime = lifetime
        self.lane = lane
        self.place = place
    }

    /// Whether it runs for an assembly over the container that it is in.
    var isOfAssembly: Bool { isMember || exporter != nil }

    var key: Key { Key(TypeName(type), arguments: arguments.map { TypeName($0) }, tag: tag) }

    var forwardsTo: Definition? {
        if case .forward(let target) = kind { target } else { nil }
    }

    /// Whether it forwards another type by the same statement, with other arguments.
    func isPair(of other: Definition) -> Bool {
        guard let forwardsTo, forwardsTo == other.forwardsTo else { return false }
        return place == other.place && type == other.type && tag == other.tag
            && copied == other.copied && container == other.container
    }

    var input: Graph.Node.Input? {
        if case .input(let input) = kind { input } else { nil }
    }

    /// Whether it is an input that is yet to be brought.
    var isExpected: Bool { input == .required || input == .optional }

    static func == (first: Definition, second: Definition) -> Bool {
        first === second
            || first.place == second.place && first.type == second.type && first.tag == second.tag
                && first.kind == second.kind && first.lifetime == second.lifetime
                && first.arguments == second.arguments && first.factory == second.factory
                && first.home == second.home && first.copied == second.copied
                && first.container == second.container && first.exporter == second.exporter
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(place)
        hasher.combine(type)
        hasher.combine(tag)
    }
}

/// Something that a definition or a call site asks for.
struct Need: Hashable {
    var type: SwiftType
    var arguments: [SwiftType] = []
    /// Whether the arguments are the elements of a tuple that is passed as one.
    var passesTuple = false
    var tag = Tag.none
    var isOptional = false
    var isPlural = false
    var isProperty = false
    var isDeferred = false
    var lane = Lane.synchronous
    /// Where the implementation may be that is to be selected, if it is not to be resolved.
    var selecting: Implementations?

    /// How its tag is looked up, if that is not Mortise's rule.
    var tagRule: Dependency.TagRule?
    /// In which scopes it is asked for, if not in all.
    var scope: String?
    /// What the properties of an object ask for that is adopted, not made.
    var adopted: [Need]?

    enum Implementations: Hashable { case own, any }

    /// What is known of a tag.
    enum Tag: Hashable {
        case none
        case known(DefinitionTag)
        case inherited
    }
}

/// What a factory, a step or a decorator does when it runs.
struct Making {
    /// What it asks its resolver for.
    var needs: [Asked] = []

    /// What it asks containers for that it captured.
    var requests: [Visit] = []
    /// The scopes that it opens, each with whether it handles the error.
    var openings: [(opening: Opening, isHandled: Bool)] = []
    /// What it asks such containers for, handles if that fails, and then needs for nothing else.
    var handled: [Visit] = []

    /// Why it is not known what it does.
    var gap: Gap?

    /// What stands for the container that its resolver and its providers ask.
    var asked: Origin?

    /// The container that is asked for it, if the factory asks that one again.
    var owner: Origin?

    /// Whether it is a step after the instance was made, and in which scopes it runs if not in all.
    var isStep = false
    var scope: String?
}

/// What a factory or a step asks its resolver for.
struct Asked {
    var need: Need
    /// Whether it does so on every way to its end, and fails if that fails.
    var isCertain = false
    /// The facts without which it does not.
    var facts: Facts
    /// Whether it handles the error, and nothing that comes after it fails for that.
    var isHandled: Bool
    /// Whether it may handle it, or go on without it.
    var mayBeHandled: Bool
    /// Whether the program may end for the error.
    var mayEnd: Bool
}

/// A statement of a module that takes effect when the module is installed.
final class StoredStatement: Hashable {
    let call: MortiseCall
    let modifiers: [MortiseCall]

    init(_ call: MortiseCall, modifiers: [MortiseCall] = []) {
        self.call = call
        self.modifiers = modifiers
    }

    static func == (first: StoredStatement, second: StoredStatement) -> Bool {
        first === second
            || first.call.place == second.call.place && first.call.values == second.call.values
                && first.modifiers.map(\.place) == second.modifiers.map(\.place)
                && first.modifiers.map(\.values) == second.modifiers.map(\.values)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(call.place) }
}
