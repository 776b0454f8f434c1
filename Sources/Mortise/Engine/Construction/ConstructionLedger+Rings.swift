// SPDX-License-Identifier: MIT

// Rings of sessions, each of which waits for the next one. A cycle within one session is found by
// the request that closes it: in `join(_:by:)` (ConstructionLedger+Waiting) if the ledger knows the
// instance, and in `Checkpoint.examine(_:)` (Checkpoint+Cycles) if no container keeps it.

extension ConstructionLedger {
    /// One session of a ring, and the construction of the next session that its wait depends on.
    private struct Link {
        let session: SessionID
        let wait: Wait
        let awaited: ID
    }

    /// Lets one session go on if a waiting session would wait for ever.
    ///
    /// Called wherever that can begin: when the session begins to wait, when the blockers of a
    /// commit that it waits for have changed, and when a session that shares instances with it is
    /// done.
    ///
    /// Take the sessions that a session waits for or shares unfinished instances with, directly or
    /// through others. If all of them wait, it waits for ever. While one of them runs, no ring is
    /// broken: a second running session could use what the first one is building.
    mutating func breakRings(through session: SessionID) {
        guard let state = sessions[session], state.wait != nil else { return }
        guard isAwaited(root(of: session)) else {
            if let verdict = state.decision { give(verdict, to: session) }
            return
        }
        guard let stuck = stuckSessions(from: session) else { return }
        for decided in [session] + stuck {
            guard let verdict = sessions[decided]?.decision else { continue }
            return give(verdict, to: decided)
        }
        for start in [session] + stuck {
            var visited: Set<SessionID> = []
            var ring: [Link] = []
            if findPath(from: start, to: root(of: start), &visited, &ring) {
                return breakRing(ring)
            }
        }
    }

    /// The waiting sessions that a session waits for or shares instances with.
    ///
    /// - Returns: `nil` if one of them runs.
    private func stuckSessions(from session: SessionID) -> [SessionID]? {
        var seen: Set<SessionID> = [root(of: session)]
        var pending = [root(of: session)]
        var stuck: [SessionID] = []
        func add(_ ids: some Sequence<ID>) {
            for id in ids {
                guard let owner = constructions[id].map({ root(of: $0.session) }),
                    seen.insert(owner).inserted
                else { continue }
                pending.append(owner)
            }
        }
        while let next = pending.popLast() {
            guard !isRunning(next) else { return nil }
            for own in constructionsOf(next) {
                add(constructions[own]?.needs ?? [])
                add(constructions[own]?.neededBy ?? [])
            }
            // Added last, and so examined first: most sessions wait for one that runs.
            for waiting in waiting(for: next) {
                stuck.append(waiting)
                if let state = sessions[waiting], state.decision == nil, let wait = state.wait {
                    add(awaited(by: wait))
                }
            }
        }
        return stuck.sorted()
    }

    /// The constructions of a session, and of the sessions that it started.
    private func constructionsOf(_ session: SessionID) -> Set<ID> {
        guard let state = sessions[session] else { return [] }
        return state.children.reduce(state.constructions) { $0.union(constructionsOf($1)) }
    }

    /// Breaks rings through the sessions of constructions that shared something that is gone.
    mutating func breakRings(around ids: Set<ID>) {
        for id in ids.sorted() {
            guard let owner = constructions[id]?.session else { continue }
            for waiting in waiting(for: root(of: owner)) { breakRings(through: waiting) }
        }
    }

    /// Whether a session, or one that it started, does not wait.
    func isRunning(_ session: SessionID) -> Bool {
        guard let state = sessions[session] else { return false }
        if state.children.isEmpty { return state.wait == nil }
        return state.children.contains(where: isRunning)
    }

    /// Whether others can wait for a session: it has constructions, or started a session that has.
    func isAwaited(_ session: SessionID) -> Bool {
        guard let state = sessions[session] else { return false }
        return !state.constructions.isEmpty || state.children.contains(where: isAwaited)
    }

    private mutating func breakRing(_ ring: [Link]) {
        for link in ring where constructions[link.awaited]?.isClaim == true {
            guard case .instance(let id) = link.wait else { continue }
            takeOver(id, by: link.session)
            return give(.retry, to: link.session)
        }
        for link in ring {
            guard case .instance(let id) = link.wait, constructions[id]?.phase != .constructing
            else { continue }
            return handOutEarly(id, to: link.session)
        }
        for link in ring {
            guard case .commit(let id, let isHandedOut) = link.wait else { continue }
            if isHandedOut { _ = hold(id, in: link.session) }
            return give(.early(id), to: link.session)
        }
        for (index, link) in ring.enumerated() {
            let owner = ring[(index + 1) % ring.count].session
            if hasStep(above: link.awaited, in: owner) {
                return give(.postpone(until: link.awaited), to: owner)
            }
        }
        guard let last = ring.first else { return }
        give(.cycle(last.awaited), to: last.session)
    }

    /// Breaks a ring with an uncommitted instance.
    ///
    /// A thread goes on with it now. A task begins another attempt, which requests the instance: it
    /// may have failed by then.
    private mutating func handOutEarly(_ id: ID, to session: SessionID) {
        if sessions[session]?.waits == .suspending {
            constructions[id]?.grantees.insert(session)
            sessions[session]?.granted.insert(id)
            give(.early(id), to: session)
        } else if let failure = hold(id, in: session) {
            give(.failed(failure), to: session)
        } else {
            give(.early(id), to: session)
        }
    }

    private func findPath(
        from session: SessionID,
        to goal: SessionID,
        _ visited: inout Set<SessionID>,
        _ path: inout [Link]
    ) -> Bool {
        guard let wait = sessions[session]?.wait else { return false }
        for awaited in awaited(by: wait) {
            guard let owner = constructions[awaited]?.session else { continue }
            path.append(Link(session: session, wait: wait, awaited: awaited))
            let next = root(of: owner)
            if next == goal { return true }
            for waiting in waiting(for: next) where visited.insert(waiting).inserted {
                if findPath(from: waiting, to: goal, &visited, &path) { return true }
            }
            path.removeLast()
        }
        return false
    }

    /// The sessions through which a session waits: itself, or those that its factories started.
    func waiting(for session: SessionID) -> [SessionID] {
        guard let state = sessions[session] else { return [] }
        let own = state.wait == nil ? [] : [session]
        return own + state.children.sorted().flatMap(waiting)
    }

    /// The constructions in progress that a wait depends on.
    private func awaited(by wait: Wait) -> [ID] {
        switch wait {
        case .instance(let id) where constructions[id]?.isLeftBehind != true: [id]
        // Its session does not hand it on any more: the wait depends on its blockers.
        case .instance(let id), .commit(let id, _): constructions[id]?.blockers.sorted() ?? []
        }
    }
}
