// SPDX-License-Identifier: MIT

extension ConstructionLedger {
    /// One session of a ring, and the construction of the next one that it waits for in the end.
    private struct Link {
        let session: Session
        let wait: Wait
        let awaited: ID
    }

    mutating func settleRings(lastToWait: Session?) {
        while let ring = findRing(from: lastToWait) { settle(ring) }
    }

    /// Lets exactly one member of a ring go on.
    private mutating func settle(_ ring: [Link]) {
        for link in ring {
            guard case .instance(let id) = link.wait, constructions[id]?.phase != .constructing
            else { continue }
            if let doom = hold(id, in: link.session) {
                give(.failed(doom), to: link.session)
            } else {
                give(.early(id), to: link.session)
            }
            return
        }
        for link in ring {
            if case .commit = link.wait { return give(.released, to: link.session) }
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

    /// A ring of parked sessions, starting with `first` if that one is in a ring.
    private func findRing(from first: Session?) -> [Link]? {
        // Not a key path: in generic code one is put together anew each time.
        let parked = sessions.filter { $0.value.isParked }.keys.sorted()
        guard !parked.isEmpty else { return nil }
        let order = [first].compactMap { $0 } + parked.filter { $0 != first }
        for start in order {
            var visited: Set<Session> = []
            var path: [Link] = []
            if findPath(from: start, to: root(of: start), &visited, &path) { return path }
        }
        return nil
    }

    private func findPath(
        from session: Session,
        to goal: Session,
        _ visited: inout Set<Session>,
        _ path: inout [Link]
    ) -> Bool {
        guard let state = sessions[session], state.isParked, let wait = state.wait else {
            return false
        }
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
    private func waiting(for session: Session) -> [Session] {
        if sessions[session]?.isParked == true { return [session] }
        return sessions.filter { $0.value.parent != nil && root(of: $0.key) == session }.keys
            .sorted()
    }

    /// The constructions in progress that hold back what is waited for.
    private func awaited(by wait: Wait) -> [ID] {
        switch wait {
        case .instance(let id) where constructions[id]?.isLeftBehind != true: [id]
        // Nobody will hand it on any more: what it needs is what is waited for.
        case .instance(let id), .commit(let id):
            unfinished(neededBy: id, trustingEarlierAnswers: false).sorted()
        }
    }
}
