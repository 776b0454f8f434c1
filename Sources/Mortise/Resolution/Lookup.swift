// SPDX-License-Identifier: MIT

import MortiseGraph

/// Finds the slot that answers a key: the container's own, then those of its sources.
struct Lookup {
    let view: Table
    let thread: Thread

    /// The slot for a key: with its tag anywhere, else without a tag anywhere.
    ///
    /// - Returns: The slot, and what its factory sees.
    func find(_ key: KeyWords) -> (slot: Slot, view: Table)? {
        if let found = searchAll(key) { return found }
        return key.tag == nil ? nil : searchAll(key.untagged)
    }

    /// A key in the container and its sources, in order, then in those it is linked with.
    ///
    /// What is found there is made as if it had been asked for there.
    private func searchAll(_ key: KeyWords) -> (slot: Slot, view: Table)? {
        if let slot = search(key) { return (slot, view) }
        let container = view.owner.takeUnretainedValue()
        guard container.isLinkedSomewhere else { return nil }
        let work = thread.sessionWork
        let known = work.linked[ObjectIdentifier(container)] ?? []
        if let found = search(key, in: known) { return found }
        // The session keeps to the links that it saw, but for what they do not lead to.
        let linked = container.peersInOrder
        work.linked[ObjectIdentifier(container)] =
            known
            + linked.filter { peer in
                !known.contains { $0 === peer }
            }
        return search(key, in: linked)
    }

    private func search(_ key: KeyWords, in peers: [Container]) -> (slot: Slot, view: Table)? {
        for peer in peers where !peer.isClosed {
            let table = thread.sessionWork.table(of: .passUnretained(peer), thread: thread)
            if let slot = Lookup(view: table, thread: thread).search(key) { return (slot, table) }
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
