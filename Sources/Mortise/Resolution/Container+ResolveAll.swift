// SPDX-License-Identifier: MIT

import Synchronization

// The instances of everything that contributes to a key.

extension Container {
    /// Resolves an instance of every contributing definition of a type.
    ///
    /// Definitions of linked containers come first, then those of the other sources, then the
    /// container's own, each in registration order. A definition that is not
    /// ``RefinableDefinition/contributing()`` hides those of its container's sources, and no others.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - tag: The tag of the definitions, which does not fall back. Without a tag, the untagged
    ///     definitions are used.
    /// - Returns: The instances; empty if nothing is registered.
    /// - Throws: The first ``ResolutionError``.
    public func resolveAll<T>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws -> [T] {
        try ask(T.self, tag: tag?.tag) { try $0.resolveAll() }
    }
}

extension Resolver {
    /// Resolves an instance of every contributing definition of a type.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - tag: The tag of the definitions, or ``RequestTag/inherited``; it does not fall back.
    ///     Without a tag, the untagged definitions are used.
    /// - Returns: The instances; empty if nothing is registered.
    /// - Throws: The first ``ResolutionError``.
    public func resolveAll<T>(
        _ type: T.Type = T.self,
        tag: (any RequestTag)? = nil
    ) throws -> [T] {
        let tag = tag.asked(insteadOf: frame.requestedTag).tag
        return try Request(T.self, tag: tag, Caller(frame)).resolveAll()
    }
}

extension Request {
    /// Resolves an instance of every definition of the key.
    func resolveAll() throws -> [Instance] {
        if let frame = caller.frame, frame.pointee.note & FrameFlags.recording != 0 {
            frame.record(key, isOptional: true, isPlural: true)
        }
        let members = pinnedContributions
        var made: [Instance] = []
        made.reserveCapacity(members.count)
        do {
            for (slot, view) in members {
                made.append(try asking(caller.table(of: .passUnretained(view))).resolve(slot))
            }
        } catch {
            for (instance, member) in zip(made, members).reversed() {
                member.slot.abandonUnlessKept(instance, by: thread)
            }
            throw error
        }
        return made
    }

    /// The contributions as the session has seen them first, which it keeps alive.
    private var pinnedContributions: [(slot: Slot, view: Container)] {
        let (session, asked) = (thread.session, caller.asked)
        let known = session.contributions.first { $0.asked === asked && $0.key == key }
        if let known { return known.members }
        let found = contributions.map { (slot: $0.slot, view: $0.view.owner.takeUnretainedValue()) }
        // Nothing yet: the session itself may still register something.
        guard !found.isEmpty else { return [] }
        session.contributions.append(.init(asked: asked, key: key, members: found))
        return found
    }

    var contributions: [(slot: Slot, view: Table)] {
        var seen: Set<ObjectIdentifier> = []
        func collect(_ container: Container, _ view: Table) -> [(slot: Slot, view: Table)] {
            guard seen.insert(ObjectIdentifier(container)).inserted else { return [] }
            let (own, areContributing) = container.contributions(to: key)
            let found = own.map { ($0, view) }
            guard own.isEmpty || areContributing else { return found }
            let enclosing =
                container.hides(key)
                ? []
                : container.enclosing.flatMap { collect($0, view) }
                    .map { (container.wrapped($0.slot), $0.view) }
            // An instance from a linked container is made as if it had been requested from that
            // container.
            let asked = view.owner.takeUnretainedValue()
            let linked = container.peers.flatMap { peer in
                let peer = asked.counterpart(of: peer, from: container)
                let table = thread.session.table(of: .passUnretained(peer), thread: thread)
                return collect(peer, table)
            }
            return linked + enclosing + found
        }
        let found = collect(caller.asked, view)
        // What is expected is needed only where nothing contributes, and unless it may be left out.
        guard found.isEmpty, let input = caller.find(key), input.slot.kind == .input
        else { return found }
        return [input]
    }
}

extension Container {
    /// The definitions that answer a key without arguments, in registration order, and whether they
    /// are contributing.
    fileprivate func contributions(to key: KeyWords) -> (slots: [Slot], areContributing: Bool) {
        state.withLock { state in
            let extras = state.extras
            let all =
                extras.contributions[key]
                ?? Self.answers(to: key, among: state.slots).map(state.wrapped)
            extras.contributions[key] = all
            let contributing = all.filter(\.undecorated.isContributing)
            guard contributing.isEmpty else { return (contributing, true) }
            guard all.count > 1 else { return (all, false) }
            // Not contributing: only the one that `resolve` uses, if it is unambiguous.
            let table = Table(word: self.table.load(ordering: .acquiring))
            return (table.find(key).map { [$0.takeUnretainedValue()] } ?? [], false)
        }
    }

    /// Whether a definition of the container hides those of its sources.
    fileprivate func hides(_ key: KeyWords) -> Bool {
        state.withLock { _ in
            Table(word: table.load(ordering: .relaxed)).findHiding(key) != nil
        }
    }

    private static func answers(to key: KeyWords, among slots: SlotList) -> [Slot] {
        slots.compactMap { slot in
            let plain = slot.arguments == 0 ? slot : slot.wired
            return plain.flatMap { $0.key == key && !$0.kind.isExpected ? $0 : nil }
        }
    }
}
