// SPDX-License-Identifier: MIT

import Synchronization

extension Container {
    /// Links this container with others, in both directions: each asks the others for what it does not
    /// find itself.
    ///
    /// ```swift
    /// shop.link(with: warehouse)
    /// let order: Order = try shop.resolve()  // its parts come from the warehouse
    /// ```
    ///
    /// What is linked is asked last: where a container and its sources know neither the tag that is
    /// asked for nor the type without a tag. Linked containers are asked in the order linked, and each
    /// leads on to those that it is linked with itself: all with the tag, then all without it. What is
    /// found there is made as if it had been asked for there: its container's definitions come first
    /// for what it needs, and a singleton is kept by the container that defines it. A resolve that
    /// crosses the border stays one: a `.shared` instance is the same on both sides, and cycles may go
    /// back and forth.
    ///
    /// What was made from a linked container is on both sides, too: where a child, a scope or an
    /// overlay is asked, what is found across the link sees the way back to that one. A scope keeps
    /// what a linked container has `.scoped` with its name, and an overlay has an instance of its own
    /// of everything that is cached there.
    ///
    /// A link keeps no container alive, but a scope or an overlay that has asked across it does, until
    /// it is closed. A link ends with either of its containers: what is closed is asked no more, and
    /// leads no further. Safe from any thread; a resolve that is running keeps to the links that it has
    /// seen.
    ///
    /// - Parameter others: What to link with. The container itself, and what it is linked with already,
    ///   is skipped.
    public func link(with others: Container...) {
        link(with: others)
    }

    /// Links this container with others that were collected before, in both directions.
    ///
    /// - Parameter others: What to link with. The container itself, and what it is linked with already,
    ///   is skipped.
    public func link(with others: [Container]) {
        for other in others where other !== self {
            lead(to: other)
            other.lead(to: self)
        }
    }

    /// Ends the links with others, in both directions.
    ///
    /// What was resolved through them stays as it is.
    ///
    /// - Parameter others: What not to be linked with any more.
    public func unlink(from others: Container...) {
        for other in others {
            leadNoLonger(to: other)
            other.leadNoLonger(to: self)
        }
    }

    private func lead(to other: Container) {
        let link = WeakContainer(other)
        changePeers { peers, known in
            // Somebody else may have linked them meanwhile.
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

    /// Changes the list of links, leaves out those that ended, and tells who follows something here.
    ///
    /// - Parameters:
    ///   - change: Gets the list, and the link to the container in question if there is one. Runs
    ///     again if the list has changed meanwhile.
    ///   - isMeant: Whether a container is the one in question.
    private func changePeers(
        _ change: (inout [WeakContainer], _ known: WeakContainer?) -> Void,
        finding isMeant: (Container) -> Bool
    ) {
        while true {
            // Looked at outside the lock: whoever looks may be the last to keep a container.
            let known = state.withLock { $0.existingExtras?.peers ?? [] }
            var changed = known.filter { $0.value?.isClosed == false }
            change(&changed, changed.first { $0.value.map(isMeant) == true })
            guard !changed.elementsEqual(known, by: ===) else { return }
            let followers = state.withLock { state -> [Follower]? in
                let extras = state.extras
                // The links themselves are kept by `known`: nothing else has got their addresses.
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

    /// How often containers were linked or parted in this process: whoever knows what a container leads
    /// to finds out that it may be something else by now.
    static let linkChanges = Atomic<Int>(0)

    /// The open containers it is linked with, in order.
    var peers: [Container] {
        guard isLinked.load(ordering: .acquiring), !isClosed else { return [] }
        let known = state.withLock { $0.existingExtras?.peers ?? [] }
        return known.compactMap(\.value).filter { !$0.isClosed }
    }

    /// Whether it may be linked, or what it was made with may be.
    var isLinkedSomewhere: Bool {
        isLinked.load(ordering: .acquiring)
            || sourcesInOrder.contains { $0.isLinked.load(ordering: .acquiring) }
    }

    /// All containers that are asked because this one, or one that it was made with, is linked with them:
    /// each once, and each followed by what it is linked with itself; with the one of those, for each,
    /// whose link leads there.
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

    /// This container and all that it may ask, in order.
    var allInOrder: [Container] {
        var order: [Container] = []
        var seen: Set<ObjectIdentifier> = []
        for container in [self] + sourcesInOrder
            + (isLinkedSomewhere ? links.flatMap { [$0.peer] + $0.peer.sourcesInOrder } : [])
        where seen.insert(ObjectIdentifier(container)).inserted { order.append(container) }
        return order
    }
}
