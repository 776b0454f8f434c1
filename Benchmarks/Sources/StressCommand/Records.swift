// SPDX-License-Identifier: MIT

import Synchronization

/// The instances that came out of a world's containers.
struct Records {
    /// The key of an instance that must be unique.
    struct Identity: Hashable {
        let generation: ObjectIdentifier
        let owner: ObjectIdentifier
        let argument: Int
    }

    private struct Held {
        var serial: Int
        var count: Int
    }

    private var instances: [Identity: Int] = [:]
    private var owners: [Int: ObjectIdentifier] = [:]
    private var held: [Identity: Held] = [:]
    /// Keeps the objects of the identities alive, so that no address is reused.
    private var kept: [ObjectIdentifier: AnyObject] = [:]

    private mutating func identity(of node: Node, ownedBy owner: Realm) -> Identity {
        kept[ObjectIdentifier(node.generation)] = node.generation
        kept[ObjectIdentifier(owner)] = owner
        return Identity(
            generation: ObjectIdentifier(node.generation),
            owner: ObjectIdentifier(owner),
            argument: node.definition.takesArgument ? node.argument : 0
        )
    }

    /// Records an instance that a container keeps.
    ///
    /// - Returns: The number of an earlier instance of the same identity; its own number, if another
    ///   container has kept it.
    mutating func note(_ node: Node, ownedBy owner: Realm) -> Int? {
        guard !node.generation.isWithdrawn.load(ordering: .sequentiallyConsistent) else {
            return nil
        }
        let identity = identity(of: node, ownedBy: owner)
        if let other = instances[identity], other != node.serial { return other }
        instances[identity] = node.serial
        if let other = owners[node.serial], other != identity.owner { return node.serial }
        owners[node.serial] = identity.owner
        return nil
    }

    /// Records a holder of a weak singleton's instance.
    ///
    /// - Returns: The number of another instance that is held.
    mutating func hold(_ node: Node, ownedBy owner: Realm) -> Int? {
        guard !node.generation.isWithdrawn.load(ordering: .sequentiallyConsistent) else {
            return nil
        }
        let identity = identity(of: node, ownedBy: owner)
        if let other = held[identity], other.serial != node.serial { return other.serial }
        held[identity, default: Held(serial: node.serial, count: 0)].count += 1
        return nil
    }

    /// Records that a holder is about to release the instance.
    mutating func letGo(_ node: Node, ownedBy owner: Realm) {
        let identity = identity(of: node, ownedBy: owner)
        guard let one = held[identity], one.serial == node.serial else { return }
        held[identity] = one.count > 1 ? Held(serial: one.serial, count: one.count - 1) : nil
    }

    /// Removes all records.
    mutating func removeAll() { self = Records() }

    /// The instance of a definition in its own container, if it was ever resolved.
    func instance(of generation: Generation, in owner: Realm, argument: Int) -> Int? {
        instances[
            Identity(
                generation: ObjectIdentifier(generation),
                owner: ObjectIdentifier(owner),
                argument: argument
            )
        ]
    }
}

extension Node {
    var definition: Graph.Definition { generation.definition }
}
