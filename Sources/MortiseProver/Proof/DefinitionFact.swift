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
    /// The number of the container that it was added to.
    var container: Int?
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

    init(
        _ type: SwiftType,
        tag: DefinitionTag?,
        _ lifetime: Lifetime,
        _ lane: Lane,
        at place: Place
    ) {
        self.type = type
        self.tag = tag
        self.lifetime = lifetime
        self.lane = lane
        self.place = place
    }
}

/// A statement of a module that takes effect when the module is installed.
final class StoredStatement {
    let call: MortiseCall
    var modifiers: [MortiseCall] = []

    init(_ call: MortiseCall) { self.call = call }
}
