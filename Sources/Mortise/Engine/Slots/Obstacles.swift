// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// The reasons that keep a definition, or its instances, from a faster path.
///
/// ``Slot/obstacles`` and ``Slot/obstaclesToReading`` find them; a first build may find callbacks
/// itself. Each path names the obstacles that it tolerates; any other one sends a request to the slow
/// path.
struct Obstacles: OptionSet, Sendable {
    let rawValue: UInt16

    /// The definition has injection steps.
    static let steps = Obstacles(rawValue: 1)
    /// The definition or the instance has a callback for being resolved.
    static let callbacks = Obstacles(rawValue: 1 << 1)
    /// An instance had properties to be filled.
    static let properties = Obstacles(rawValue: 1 << 2)
    /// The factory takes run-time arguments.
    static let arguments = Obstacles(rawValue: 1 << 3)
    /// The factory is asynchronous, or belongs to the main actor.
    static let lane = Obstacles(rawValue: 1 << 4)
    /// The container does not keep its instance alive.
    static let weak = Obstacles(rawValue: 1 << 5)
    /// It is a member of an assembly, which says itself what is done with its instance.
    static let member = Obstacles(rawValue: 1 << 6)
    /// It replaces a member, whose access must not throw.
    static let substitute = Obstacles(rawValue: 1 << 14)
    /// It leads to another definition.
    static let forwarding = Obstacles(rawValue: 1 << 7)
    /// It leads to one of several definitions, or to none.
    static let ambiguous = Obstacles(rawValue: 1 << 8)
    /// A test must replace it.
    static let unstubbed = Obstacles(rawValue: 1 << 9)
    /// The container that keeps its instances has an observer, or that of the definition.
    static let observed = Obstacles(rawValue: 1 << 10)
    /// One of these observers asks for reuse.
    static let reuseObserved = Obstacles(rawValue: 1 << 15)
    /// The container is closed.
    static let closed = Obstacles(rawValue: 1 << 11)
    /// The container's table does not lead to it.
    static let unpublished = Obstacles(rawValue: 1 << 12)
    /// The system has no barrier on all threads, which a read without a lock needs.
    static let noBarrier = Obstacles(rawValue: 1 << 13)

    /// Creates the obstacles that never change, from the properties of a slot.
    init(_ kind: Slot.Kind, _ lane: Slot.Lane, _ scope: EngineLifetime, hasArguments: Bool) {
        self = []
        switch kind {
        case .factory, .leaf, .wired, .provided, .collection: break
        case .member: insert(.member)
        case .substitute: insert(.substitute)
        case .forwarding: insert(.forwarding)
        case .ambiguous, .selection, .hiding, .input, .optionalInput, .decorator:
            insert(.ambiguous)
        }
        if lane != .sync { insert(.lane) }
        if scope == .weakSingleton { insert(.weak) }
        if hasArguments { insert(.arguments) }
    }

    init(rawValue: UInt16) { self.rawValue = rawValue }

    func areTolerated(by path: Obstacles) -> Bool { isSubset(of: path) }
}

extension Obstacles {
    /// The path of a fresh definition calls the factory, and records its dependencies.
    static let toleratedByFresh: Obstacles = []
    /// The path of a unique definition calls the factory, and does nothing else.
    static let toleratedByUnique: Obstacles = [
        .arguments, .member, .substitute, .forwarding, .unstubbed,
    ]
    /// The path of a unique definition whose instances are completed calls the factory, runs the
    /// steps, fills the properties and runs the callbacks.
    static let toleratedByCompleting: Obstacles = [
        .steps, .callbacks, .properties, .arguments, .unstubbed,
    ]
    /// The path of a shared definition looks for an instance by the slot alone.
    static let toleratedByShared = toleratedByUnique.subtracting(.arguments)
    /// A committed instance is complete: reading it repeats nothing.
    static let toleratedByReading: Obstacles = [
        .steps, .callbacks, .properties, .lane, .member, .substitute, .forwarding, .unstubbed,
        .observed,
    ]
    /// An untracked construction calls the factory and keeps the instance.
    ///
    /// It checks itself whether a container is observed or closed.
    static let toleratedByUntracked: Obstacles = [.substitute, .observed, .reuseObserved, .closed]
}

extension Slot {
    /// The obstacles of the definition and its instances now.
    ///
    /// The owner's lock keeps others from being found meanwhile; without it this is an estimate.
    var obstacles: Obstacles {
        var found = Obstacles(kind, lane, scope, hasArguments: arguments != 0 || isToldApart)
        definitionDetails { details in
            guard let details else { return }
            if details.steps != nil { found.insert(.steps) }
            if details.callbacks != nil { found.insert(.callbacks) }
            if details.isUnstubbed { found.insert(.unstubbed) }
            if details.hasProperties.load(ordering: .acquiring) { found.insert(.properties) }
            if details.isDistinguishing.load(ordering: .acquiring) { found.insert(.arguments) }
        }
        if existingDetails?.callsBack.load(ordering: .acquiring) == true {
            found.insert(.callbacks)
        }
        if isObserved { found.insert(.observed) }
        if isReuseObserved { found.insert(.reuseObserved) }
        if Slot.isCollection(kind, beside: owner) { found.insert(.ambiguous) }
        if owner.isClosed { found.insert(.closed) }
        return found
    }

    /// The obstacles to reading a committed instance without a lock.
    ///
    /// Under the owner's lock for instances.
    var obstaclesToReading: Obstacles {
        var found = obstacles
        if !isPublished { found.insert(.unpublished) }
        if !mortise_has_heavy_barrier() { found.insert(.noBarrier) }
        return found
    }
}
