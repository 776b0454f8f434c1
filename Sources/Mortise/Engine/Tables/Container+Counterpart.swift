// SPDX-License-Identifier: MIT

import Synchronization

// A link joins two containers, but a request may start in a descendant of one of them: a child, a
// scope or an overlay. Definitions across the link look back to that descendant, and a scope or an
// overlay keeps their instances, too. So the descendant has a *counterpart* across the link: a
// container of the same role that is made from the linked container, and leads back to the
// descendant.

/// The containers that a counterpart stands for and is made from.
final class CounterpartOrigin: Sendable {
    /// The container that the counterpart stands for across a link.
    let layer: WeakContainer
    /// The linked container that the counterpart is made from.
    let peer: WeakContainer

    init(layer: WeakContainer, peer: WeakContainer) {
        self.layer = layer
        self.peer = peer
    }
}

/// The counterparts of a container, by the linked container.
struct Counterparts {
    /// The counterparts of a scope or an overlay, which keep its instances across links.
    private(set) var kept = [ObjectIdentifier: Container]()
    /// The counterparts of any other container, which keep nothing.
    private var others = [ObjectIdentifier: WeakContainer]()

    /// The counterpart for a linked container, which the caller keeps alive.
    ///
    /// The result must not be released under a lock.
    subscript(peer: ObjectIdentifier) -> Container? { kept[peer] ?? others[peer]?.value }

    /// The addresses of linked containers whose counterparts are gone.
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
    /// The containers across links in lookup order, as seen from this container.
    var peersInOrder: [Container] {
        guard let origin = counterpartOrigin else {
            return links.map { counterpart(of: $0.peer, from: $0.anchor) }
        }
        guard let layer = origin.layer.value, let peer = origin.peer.value else { return [] }
        // A counterpart sees containers as its layer does, which may have more links.
        let back = peer.links.map { layer.counterpart(of: $0.peer) }
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        return (back + layer.peersInOrder).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// A linked container as seen from this container.
    ///
    /// - Parameters:
    ///   - peer: The linked container.
    ///   - anchor: The container whose link leads there: this one, or an ancestor.
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

    /// A container across a link as seen from this container.
    ///
    /// This container and its ancestors are seen as this container itself.
    func counterpart(of peer: Container) -> Container {
        if self === peer || sourcesInOrder.contains(where: { $0 === peer }) { return self }
        let anchor = links.first { $0.peer === peer }?.anchor
        return anchor.map { counterpart(of: peer, from: $0) } ?? peer
    }

    /// Stores a counterpart, unless another thread was faster.
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
            // It has no hot slot yet.
            if role != .plain {
                made.isObserved.store(
                    isObserved.load(ordering: .relaxed),
                    ordering: .releasing
                )
                made.isReuseObserved.store(
                    isReuseObserved.load(ordering: .relaxed),
                    ordering: .releasing
                )
            }
            extras.counterparts.add(made, for: peer)
            return (made, true)
        }
        if !isOpen { made.closeAtBirth() }
        return kept
    }

    /// The origin of this container, if it is a counterpart.
    var counterpartOrigin: CounterpartOrigin? {
        guard isLinked.load(ordering: .acquiring) else { return nil }
        return state.withLock { $0.existingExtras?.counterpartOrigin }
    }

    /// The counterparts that keep the instances of a scope or an overlay across links.
    var counterparts: [Container] {
        guard role != .plain else { return [] }
        return state.withLock { $0.existingExtras.map { Array($0.counterparts.kept.values) } ?? [] }
    }

    /// This container, or its nearest ancestor that is not a weakly referenced counterpart.
    var lasting: Container {
        guard role == .plain, counterpartOrigin != nil, let next = enclosing.first else {
            return self
        }
        return next.lasting
    }
}
