// SPDX-License-Identifier: MIT

import Synchronization

// A link is between two containers, but who is asked may be made from one of them: a child, a scope or an
// overlay. Whatever it asks for across the link sees that one when it looks back, and what a scope or an
// overlay keeps is kept there, too. So such a container has a *counterpart* across the link: one of the
// same role that is made from the linked container, and leads back to it.

/// Whose counterpart a container is.
final class CounterpartOrigin: Sendable {
    /// The container that it stands for across a link.
    let layer: WeakContainer
    /// The linked container that it is made from.
    let peer: WeakContainer

    init(layer: WeakContainer, peer: WeakContainer) {
        self.layer = layer
        self.peer = peer
    }
}

/// The counterparts that a container has, by the linked container.
struct Counterparts {
    /// Those of a scope or an overlay, which have what it keeps across its links.
    private(set) var kept: [ObjectIdentifier: Container] = [:]
    /// Those of any other container, which keep nothing.
    private var others: [ObjectIdentifier: WeakContainer] = [:]

    /// The counterpart across the link with a container that somebody keeps alive.
    ///
    /// Not to be let go of under a lock.
    subscript(peer: ObjectIdentifier) -> Container? { kept[peer] ?? others[peer]?.value }

    /// The addresses of linked containers for which nothing is there any more.
    var ended: [(peer: ObjectIdentifier, link: WeakContainer)] {
        others.filter { $0.value.value == nil }.map { ($0.key, $0.value) }
    }

    mutating func add(_ counterpart: Container, for peer: ObjectIdentifier) {
        if counterpart.role == .plain {
            others[peer] = WeakContainer(known: counterpart)
        } else {
            kept[peer] = counterpart
        }
    }

    mutating func remove(_ ended: [(peer: ObjectIdentifier, link: WeakContainer)]) {
        for (peer, link) in ended where others[peer] === link { others[peer] = nil }
    }
}

extension Container {
    /// All containers that are asked across links, in order, as they are for who asks here.
    var peersInOrder: [Container] {
        guard let origin = counterpartOrigin else {
            return links.map { counterpart(of: $0.peer, from: $0.anchor) }
        }
        guard let layer = origin.layer.value, let peer = origin.peer.value else { return [] }
        // Whatever it leads to is seen as its layer sees it, which may know more.
        let back = peer.links.map { layer.counterpart(of: $0.peer) }
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        return (back + layer.peersInOrder).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// A linked container as it is for who asks here.
    ///
    /// - Parameters:
    ///   - peer: The linked container.
    ///   - anchor: The container whose link leads there: this one, or one that it was made with.
    /// - Returns: The counterpart; the linked container itself if the link is this one's.
    func counterpart(of peer: Container, from anchor: Container) -> Container {
        if let origin = counterpartOrigin {
            return origin.layer.value?.counterpart(of: peer) ?? peer
        }
        guard self !== anchor, let next = way(to: anchor).dropFirst().first else { return peer }
        let identity = ObjectIdentifier(peer)
        let known = state.withLock { $0.existingExtras?.counterparts }
        if let known = known?[identity] { return known }
        let made = Container(
            peer.name,
            next.counterpart(of: peer, from: anchor),
            [],
            role: role
        )
        made.isLinked.store(true, ordering: .releasing)
        made.state.withLock {
            $0.extras.counterpartOrigin = CounterpartOrigin(
                layer: WeakContainer(self),
                peer: WeakContainer(peer)
            )
        }
        return keep(made, for: identity, without: known?.ended ?? [])
    }

    /// A container across a link as it is for who asks here: the way back leads here.
    func counterpart(of peer: Container) -> Container {
        if self === peer || sourcesInOrder.contains(where: { $0 === peer }) { return self }
        let anchor = links.first { $0.peer === peer }?.anchor
        return anchor.map { counterpart(of: peer, from: $0) } ?? peer
    }

    /// Knows a counterpart from now on, unless another thread was faster.
    private func keep(
        _ made: Container,
        for peer: ObjectIdentifier,
        without ended: [(peer: ObjectIdentifier, link: WeakContainer)]
    ) -> Container {
        if role != .plain { made.enclosing.first?.adopt(made) }
        let (kept, isOpen) = state.withLock { state -> (Container, Bool) in
            let extras = state.extras
            extras.counterparts.remove(ended)
            if let known = extras.counterparts[peer] { return (known, true) }
            guard !isClosed else { return (made, false) }
            let refuse = extras.refuse
            made.state.withLock { $0.extras.refuse = refuse }
            // Nothing is hot in it yet.
            if role != .plain {
                made.isObserved.store(
                    isObserved.load(ordering: .relaxed),
                    ordering: .releasing
                )
            }
            extras.counterparts.add(made, for: peer)
            return (made, true)
        }
        if !isOpen { made.closeAtBirth() }
        return kept
    }

    /// Whose counterpart this is, if it is one.
    var counterpartOrigin: CounterpartOrigin? {
        guard isLinked.load(ordering: .acquiring) else { return nil }
        return state.withLock { $0.existingExtras?.counterpartOrigin }
    }

    /// The counterparts that have what a scope or an overlay keeps across links.
    var counterparts: [Container] {
        guard role != .plain else { return [] }
        return state.withLock { $0.existingExtras.map { Array($0.counterparts.kept.values) } ?? [] }
    }

    /// The first container from here outwards that is there as long as somebody keeps it: this one, unless
    /// it is the counterpart of one that keeps nothing.
    var lasting: Container {
        guard role == .plain, counterpartOrigin != nil, let next = enclosing.first else {
            return self
        }
        return next.lasting
    }
}
