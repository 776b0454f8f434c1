// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// Which definition answers a request: the order in which containers are searched, and how a tag
// falls back to a definition without one.

extension Caller {
    /// Finds the slot for a key.
    ///
    /// Searches the container and its sources for the key with its tag, then for what its rule for
    /// tags allows. Then does the same in the linked containers.
    ///
    /// - Returns: The slot, and the table that its factory sees.
    func find(_ key: KeyWords) -> (slot: Slot, view: Table)? {
        var near = search(key) ?? (key.tag == nil ? nil : searchUntagged(key.untagged))
        // An array is what is registered as one.
        if tagRule == .fallingBack, near?.kind == .collection { near = nil }
        if let near, !near.kind.isExpected { return (near, view) }
        // What is expected here may be brought from across a link.
        let linked = searchLinked(key)
        guard let near, linked?.slot.kind.isExpected != false else { return linked }
        return (near, view)
    }

    /// Searches the container and its sources for an untagged definition that answers a tag which
    /// none has.
    private func searchUntagged(_ key: KeyWords) -> Slot? {
        if tagRule != .fallingBack {
            for container in [asked] + asked.sourcesInOrder where isOpen(container) {
                guard let found = place(of: key, in: .passUnretained(container)) else { continue }
                let slot = found.slot.takeUnretainedValue()
                if slot.undecorated.answersAnyTag {
                    return wrapped(found).slot.takeUnretainedValue()
                }
                if found.table.findHiding(key) != nil { break }
            }
        }
        return tagRule == .exact ? nil : search(key)
    }

    private func isOpen(_ container: Container) -> Bool {
        container === asked || !container.isClosed
    }

    /// Searches the container and its sources for a key, in order, each container once.
    func search(_ key: KeyWords) -> Slot? { place(of: key)?.slot.takeUnretainedValue() }

    /// Searches the container and its sources for a key; the result has the table, too.
    ///
    /// Counts no references along a chain of single sources.
    func place(of key: KeyWords) -> (slot: Unmanaged<Slot>, table: Table)? {
        // What was registered since counts only where the session sees nothing else.
        guard
            let found = nearestPlace(of: key, newest: false) ?? nearestPlace(of: key, newest: true)
        else { return nil }
        switch found.slot._withUnsafeGuaranteedRef(\.kind) {
        case .hiding: return nil
        case .input, .optionalInput: return placeOfDefinition(key) ?? found
        default: return found
        }
    }

    /// The nearest definition for a key that is expected in a container before it.
    private func placeOfDefinition(
        _ key: KeyWords
    ) -> (slot: Unmanaged<Slot>, table: Table)? {
        for container in [asked] + asked.sourcesInOrder where isOpen(container) {
            guard let found = place(of: key, in: .passUnretained(container)) else { continue }
            let kind = found.slot._withUnsafeGuaranteedRef(\.kind)
            if kind == .hiding { return nil }
            if !kind.isExpected { return wrapped(found) }
        }
        return nil
    }

    /// The nearest slot that answers a key, or that hides it in what would be searched next.
    private func nearestPlace(
        of key: KeyWords,
        newest: Bool
    ) -> (slot: Unmanaged<Slot>, table: Table)? {
        var container = view.owner
        if let found = place(of: key, in: container, newest: newest) { return found }
        while let next = container.onlySource {
            container = next
            if !container.isClosed, let found = place(of: key, in: container, newest: newest) {
                return wrapped(found, by: key)
            }
        }
        guard container.hasSources else { return nil }
        for source in container.takeUnretainedValue().sourcesInOrder where !source.isClosed {
            if let found = place(of: key, in: .passUnretained(source), newest: newest) {
                return wrapped(found, by: key)
            }
        }
        return nil
    }

    /// Searches one container for a key, as the session sees it and then as it is now.
    func place(
        of key: KeyWords,
        in container: Unmanaged<Container>
    ) -> (slot: Unmanaged<Slot>, table: Table)? {
        place(of: key, in: container, newest: false) ?? place(of: key, in: container, newest: true)
    }

    /// Searches one container for a key, as the session sees it or as it is now.
    ///
    /// Something may have been registered since, perhaps by the session itself. The slot may be one
    /// that hides the key.
    private func place(
        of key: KeyWords,
        in container: Unmanaged<Container>,
        newest: Bool
    ) -> (slot: Unmanaged<Slot>, table: Table)? {
        let table = sourceTable(container)
        guard newest else {
            return (table.find(key) ?? table.findHiding(key)).map { ($0, table) }
        }
        guard container.publishedTable != table.word else { return nil }
        let newest = sourceTable(container, newest: true)
        return newest.find(key).map { ($0, newest) }
    }

    /// The table of the container or of one of its sources, pinned without a session if possible.
    ///
    /// The container keeps its sources alive.
    func sourceTable(_ container: Unmanaged<Container>, newest: Bool = false) -> Table {
        if !newest, container.toOpaque() == view.owner.toOpaque() { return view }
        return thread.announcedTable(of: container, newest: newest)
            ?? table(of: container, newest: newest)
    }

    /// Searches the linked containers for a key.
    ///
    /// A definition that is found there is used as if that container had been asked.
    private func searchLinked(_ key: KeyWords) -> (slot: Slot, view: Table)? {
        guard asked.isLinkedSomewhere else { return nil }
        let session = thread.session
        let identity = ObjectIdentifier(asked)
        let known = session.links[identity]
        if let known, let found = search(key, in: known.peers) { return found }
        let changes = Container.linkChanges.load(ordering: .acquiring)
        guard known?.changes != changes else { return nil }
        // The session keeps the links that it saw. New ones count only for what those lack.
        let others = asked.peersInOrder.filter { peer in
            known?.peers.contains { $0 === peer } != true
        }
        session.links[identity] = Session.Links(
            peers: (known?.peers ?? []) + others,
            changes: changes
        )
        return search(key, in: others)
    }

    private func search(_ key: KeyWords, in peers: [Container]) -> (slot: Slot, view: Table)? {
        for isUntagged in key.tag == nil ? [false] : [false, true] {
            for peer in peers where !peer.isClosed {
                let table = thread.session.table(of: .passUnretained(peer), thread: thread)
                let caller = asking(table)
                let found =
                    isUntagged ? caller.searchUntagged(key.untagged) : caller.search(key)
                if let found { return (found, table) }
            }
        }
        return nil
    }

    /// The error for a key that has no slot.
    func missing(_ key: KeyWords) -> ResolutionError {
        if let closed = asked.sourcesInOrder.first(where: \.isClosed) {
            return .closed(key, from: frame, container: closed)
        }
        let isKnown = asked.allInOrder.contains { container in
            // If the arguments are the same, the definition was registered after the search.
            container.registeredSlots.contains {
                $0.type == key.type && $0.arguments != key.arguments
                    && ($0.tag == key.tag
                        || ($0.tag == nil && (tagRule != .exact || $0.answersAnyTag)))
            }
        }
        let code: ResolutionError.Code = isKnown ? .argumentMismatch : .missingBinding
        return .notFound(code, key, from: frame, container: asked)
    }
}

extension Unmanaged<Container> {
    /// The word of the table that the container publishes now.
    var publishedTable: UInt {
        _withUnsafeGuaranteedRef { $0.table.load(ordering: .acquiring) }
    }

    var isClosed: Bool { _withUnsafeGuaranteedRef { $0.isClosed } }

    var hasSources: Bool { _withUnsafeGuaranteedRef { $0.hasSources } }

    func owns(_ slot: Slot) -> Bool { toOpaque() == slot.unretainedOwner.toOpaque() }

    /// The only source, if there is exactly one.
    var onlySource: Unmanaged<Container>? {
        _withUnsafeGuaranteedRef { $0.hasFurtherSources ? nil : $0.parent }
    }
}

extension Container {
    /// All direct and indirect sources of this container, depth first, each once.
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
