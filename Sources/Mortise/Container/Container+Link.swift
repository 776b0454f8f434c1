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
    /// Linked containers come after the sources that a container was made with, in the order linked, and
    /// each leads on to those that it is linked with itself. What is found there is made as if it had
    /// been asked for there: its container's definitions come first for what it needs, and a singleton
    /// is kept by the container that defines it. A resolve that crosses the border stays one: a
    /// `.shared` instance is the same on both sides, and cycles may go back and forth.
    ///
    /// A link keeps no container alive, and ends with either of them. Safe from any thread; a resolve
    /// that is running keeps to the links that it has seen.
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
        guard !peers.contains(where: { $0 === other }) else { return }
        let link = WeakContainer(other)
        changePeers(without: []) { $0.append(link) }
        isLinked.store(true, ordering: .releasing)
    }

    private func leadNoLonger(to other: Container) {
        changePeers(without: [other]) { _ in }
    }

    /// Changes the list of links, and leaves out those that ended.
    private func changePeers(
        without gone: [Container],
        _ change: (inout [WeakContainer]) -> Void
    ) {
        // Looked at outside the lock: whoever looks may be the last to keep a container.
        let known = state.withLock { $0.existingExtras?.peers ?? [] }
        let ended = Set(
            known.filter { link in
                guard let container = link.value else { return true }
                return gone.contains { $0 === container }
            }.map(ObjectIdentifier.init)
        )
        state.withLock { state in
            let extras = state.extras
            extras.peers.removeAll { ended.contains(ObjectIdentifier($0)) }
            change(&extras.peers)
        }
    }

    /// The containers it is linked with, in order.
    var peers: [Container] {
        guard isLinked.load(ordering: .acquiring) else { return [] }
        return state.withLock { $0.existingExtras?.peers ?? [] }.compactMap(\.value)
    }

    /// Whether it may be linked, or what it was made with may be.
    var isLinkedSomewhere: Bool {
        isLinked.load(ordering: .acquiring)
            || sourcesInOrder.contains { $0.isLinked.load(ordering: .acquiring) }
    }

    /// All containers that are asked because this one, or one that it was made with, is linked with them:
    /// each once, and each followed by what it is linked with itself.
    var peersInOrder: [Container] {
        var order: [Container] = []
        var seen = Set(([self] + sourcesInOrder).map(ObjectIdentifier.init))
        func follow(_ container: Container) {
            for peer in ([container] + container.sourcesInOrder).flatMap(\.peers)
            where seen.insert(ObjectIdentifier(peer)).inserted {
                order.append(peer)
                follow(peer)
            }
        }
        follow(self)
        return order
    }

    /// This container and all that it may ask, in order.
    var allInOrder: [Container] {
        var order: [Container] = []
        var seen: Set<ObjectIdentifier> = []
        for container in [self] + sourcesInOrder
            + (isLinkedSomewhere ? peersInOrder.flatMap { [$0] + $0.sourcesInOrder } : [])
        where seen.insert(ObjectIdentifier(container)).inserted { order.append(container) }
        return order
    }
}
