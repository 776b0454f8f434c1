// SPDX-License-Identifier: MIT

import Synchronization

extension Container {
    /// Links this container with others, in both directions: each looks in the others for what it
    /// does not find itself.
    ///
    /// ```swift
    /// shop.link(with: warehouse)
    /// let order: Order = try shop.resolve()  // its parts come from the warehouse
    /// ```
    ///
    /// Links come last: a container follows them only if neither it nor its sources have a
    /// definition with the requested tag, or one for any tag. It follows them in the order of
    /// linking, and then those of each linked container: first all of them with the tag, then all of
    /// them for any tag.
    ///
    /// An instance found through a link is made as if it had been requested from its own container.
    /// Its dependencies come first from that container, and a singleton is kept by the container
    /// that defines it. A resolve across a link is one resolve: a `.shared` instance is the same on
    /// both sides, and cycles may cross the link.
    ///
    /// Children, scopes and overlays of a linked container take part, too. If a request starts at
    /// one of them, an instance found across the link resolves its own dependencies back through
    /// that one. A scope keeps the instances of linked containers that are `.scoped` with its name.
    /// An overlay has its own instance of everything that linked containers cache.
    ///
    /// A link keeps no container alive, but a scope or an overlay that has resolved across it keeps
    /// the other container alive until it is closed. A link ends with either of its containers: a
    /// closed container is not searched, and neither are its links. Thread-safe. A running resolve
    /// keeps the links that it has seen.
    ///
    /// - Parameter others: The containers to link with. This container and those that it is already
    ///   linked with are skipped.
    public func link(with others: Container...) {
        for other in others where other !== self {
            lead(to: other)
            other.lead(to: self)
        }
    }

    /// Unlinks this container from others, in both directions.
    ///
    /// Instances that were resolved through the links stay as they are.
    ///
    /// - Parameter others: The containers to unlink from.
    public func unlink(from others: Container...) {
        for other in others {
            leadNoLonger(to: other)
            other.leadNoLonger(to: self)
        }
    }

    private func lead(to other: Container) {
        let link = WeakContainer(other)
        changePeers { peers, known in
            // Another thread may have linked them meanwhile.
            if !peers.contains(where: { $0 === known }) { peers.append(known ?? link) }
        } finding: {
            $0 === other
        }
    }

    private func leadNoLonger(to other: Container) {
        changePeers { peers, known in
            peers.removeAll { $0 === known }
        } finding: {
            $0 === other
        }
    }

    /// Changes the list of links, drops those that ended, and notifies followers.
    ///
    /// - Parameters:
    ///   - change: Gets the list, and the link to the container in question if there is one. Runs
    ///     again if the list has changed meanwhile.
    ///   - isMeant: Tells whether a container is the one in question.
    private func changePeers(
        _ change: (inout [WeakContainer], _ known: WeakContainer?) -> Void,
        finding isMeant: (Container) -> Bool
    ) {
        while true {
            // Read outside the lock: reading may release a container.
            let known = state.withLock { $0.existingExtras?.peers ?? [] }
            var changed = known.filter { $0.value?.isClosed == false }
            change(&changed, changed.first { $0.value.map(isMeant) == true })
            guard !changed.elementsEqual(known, by: ===) else { return }
            let followers = state.withLock { state -> Set<Follower>? in
                let extras = state.extras
                // `known` keeps the links alive, so no other object has their addresses.
                guard extras.peers.elementsEqual(known, by: ===) else { return nil }
                extras.peers = changed
                isLinked.store(!changed.isEmpty, ordering: .releasing)
                Self.linkChanges.add(1, ordering: .releasing)
                return extras.followers.all
            }
            guard let followers else { continue }
            for follower in followers { follower.linksChanged() }
            return
        }
    }

    /// Counts links and unlinks in this process, so that a cached list of linked containers can be
    /// recognised as stale.
    static let linkChanges = Atomic<Int>(0)

    /// The open containers it is linked with, in order.
    var peers: [Container] {
        guard isLinked.load(ordering: .acquiring), !isClosed else { return [] }
        let known = state.withLock { $0.existingExtras?.peers ?? [] }
        return known.compactMap(\.value).filter { !$0.isClosed }
    }

    /// Whether this container or one of its sources may be linked.
    var isLinkedSomewhere: Bool {
        isLinked.load(ordering: .acquiring)
            || sourcesInOrder.contains { $0.isLinked.load(ordering: .acquiring) }
    }

    /// All containers that links of this container or of its sources lead to: each once, depth
    /// first, with the container (this one or a source) whose link leads there.
    var links: [(peer: Container, anchor: Container)] {
        var order: [(peer: Container, anchor: Container)] = []
        var seen = Set(([self] + sourcesInOrder).map(ObjectIdentifier.init))
        func follow(_ container: Container, from anchor: Container?) {
            for place in [container] + container.sourcesInOrder {
                for peer in place.peers where seen.insert(ObjectIdentifier(peer)).inserted {
                    order.append((peer, anchor ?? place))
                    follow(peer, from: anchor ?? place)
                }
            }
        }
        follow(self, from: nil)
        return order
    }

    /// This container and all that it may search, in order.
    var allInOrder: [Container] {
        var order: [Container] = []
        var seen: Set<ObjectIdentifier> = []
        for container in [self] + sourcesInOrder
            + (isLinkedSomewhere ? links.flatMap { [$0.peer] + $0.peer.sourcesInOrder } : [])
        where seen.insert(ObjectIdentifier(container)).inserted { order.append(container) }
        return order
    }
}
