// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// Finds the slot that answers a key: the container's own, then those of its sources, and last those of
/// what it is linked with.
struct Lookup {
    let view: Table
    let thread: Thread

    /// The slot for a key: in the container and its sources with its tag, else without a tag; where neither
    /// is, the same in the containers that are linked.
    ///
    /// - Returns: The slot, and what its factory sees.
    func find(_ key: KeyWords) -> (slot: Slot, view: Table)? {
        if let slot = search(key) { return (slot, view) }
        if key.tag != nil, let slot = search(key.untagged) { return (slot, view) }
        return searchLinked(key)
    }

    /// A key in the containers that are linked.
    ///
    /// What is found there is made as if it had been asked for there.
    private func searchLinked(_ key: KeyWords) -> (slot: Slot, view: Table)? {
        let container = view.owner.takeUnretainedValue()
        guard container.isLinkedSomewhere else { return nil }
        let work = thread.sessionWork
        let identity = ObjectIdentifier(container)
        let known = work.links[identity]
        if let known, let found = search(key, in: known.peers) { return found }
        let changes = Container.linkChanges.load(ordering: .acquiring)
        guard known?.changes != changes else { return nil }
        // The session keeps to the links that it saw, but for what they do not lead to.
        let others = container.peersInOrder.filter { peer in
            known?.peers.contains { $0 === peer } != true
        }
        work.links[identity] = SessionWork.Links(
            peers: (known?.peers ?? []) + others,
            changes: changes
        )
        return search(key, in: others)
    }

    private func search(_ key: KeyWords, in peers: [Container]) -> (slot: Slot, view: Table)? {
        for key in key.tag == nil ? [key] : [key, key.untagged] {
            for peer in peers where !peer.isClosed {
                let table = thread.sessionWork.table(of: .passUnretained(peer), thread: thread)
                if let slot = Lookup(view: table, thread: thread).search(key) {
                    return (slot, table)
                }
            }
        }
        return nil
    }

    /// A key in the container and its sources, in order, each container once.
    func search(_ key: KeyWords) -> Slot? {
        if let slot = view.find(key) { return slot.takeUnretainedValue() }
        let container = view.owner.takeUnretainedValue()
        // Something may have been registered since the session looked first, perhaps by itself.
        if view.owner.publishedTable != view.word {
            let newest = thread.sessionWork.table(of: view.owner, thread: thread, newest: true)
            if let slot = newest.find(key) { return slot.takeUnretainedValue() }
        }
        return searchSources(of: container, key)
    }

    /// A key in the sources of one of the containers.
    func searchSources(of container: Container, _ key: KeyWords) -> Slot? {
        guard container.hasSources else { return nil }
        for source in container.sourcesInOrder where !source.isClosed {
            if let slot = search(key, in: source) { return slot }
        }
        return nil
    }

    /// A key in one container, as the session sees it, or else as it is now.
    func search(_ key: KeyWords, in container: Container) -> Slot? {
        let owner = Unmanaged.passUnretained(container)
        let work = thread.sessionWork
        if let slot = work.table(of: owner, thread: thread).find(key) {
            return slot.takeUnretainedValue()
        }
        return work.table(of: owner, thread: thread, newest: true).find(key)?.takeUnretainedValue()
    }

    /// Why a key has no slot.
    func missing(_ key: KeyWords, from caller: FramePointer?) -> ResolutionError {
        let container = view.owner.takeUnretainedValue()
        if let closed = container.sourcesInOrder.first(where: \.isClosed) {
            return .closed(key, from: caller, container: closed)
        }
        let isKnown = container.allInOrder.contains { container in
            // The same arguments: it was registered after the search.
            container.registeredSlots.contains {
                $0.type == key.type && $0.arguments != key.arguments
                    && ($0.tag == nil || $0.tag == key.tag)
            }
        }
        let code: ResolutionError.Code = isKnown ? .argumentMismatch : .missingBinding
        return .notFound(code, key, from: caller, container: container)
    }
}

extension Container {
    /// All containers that this one was made with, depth first, each once.
    var sourcesInOrder: [Container] {
        guard hasSources else { return [] }
        if let onlySource, !onlySource.hasSources { return [onlySource] }
        var order: [Container] = []
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var pending = Array(enclosing.reversed())
        while let next = pending.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            order.append(next)
            pending += next.enclosing.reversed()
        }
        return order
    }
}
