// SPDX-License-Identifier: MIT

extension ConstructionLedger {
    enum Completion: Hashable, Sendable {
        /// It was committed, together with these (itself among them).
        case committed([ID])
        /// It is handed to the construction around it, and committed together with that.
        case early
        /// It needs what another session is building: wait for a verdict.
        case wait
        /// Go on at once.
        case verdict(Verdict)
    }

    /// All steps of a construction are done.
    ///
    /// - Parameters:
    ///   - id: The construction.
    ///   - isHandedOut: Whether the instance is now handed to the construction around it. One whose
    ///     steps were postponed is held already by whom it was handed to then.
    /// - Returns: What to do next.
    mutating func complete(_ id: ID, isHandedOut: Bool = true) -> Completion {
        guard let construction = constructions[id] else { return .verdict(.retry) }
        if let doom = construction.doom { return .verdict(.failed(doom)) }
        constructions[id]?.phase = .complete
        let session = construction.session
        let unfinished = heldBack(id)
        guard !unfinished.isEmpty else { return .committed(commit(id)) }
        heldBack.insert(id)
        if unfinished.contains(where: { constructions[$0]?.session == session }) {
            if isHandedOut { _ = hold(id, in: session) }
            settleRings(lastToWait: nil)
            return .early
        }
        switch park(session, .commit(id)) {
        case .verdict(.released):
            if isHandedOut { _ = hold(id, in: session) }
            return .early
        case .verdict(let verdict): return .verdict(verdict)
        case .wait, .construct: return .wait
        }
    }

    /// After ``complete(_:)`` said to wait and the verdict was ``Verdict/released``.
    mutating func released(_ id: ID) {
        guard let session = constructions[id]?.session else { return }
        _ = hold(id, in: session)
    }

    /// What still holds back the commit of a complete construction; cheap when the last answer
    /// is still true.
    private mutating func heldBack(_ id: ID) -> [ID] {
        let found = unfinished(neededBy: id)
        constructions[id]?.heldBackBy = found.first
        return found
    }

    /// The constructions that are not complete among all that one needs.
    ///
    /// A branch ends at the first that is not complete, and at one that is known to be held back:
    /// then what holds that one back stands for the branch.
    func unfinished(neededBy id: ID, trustingEarlierAnswers: Bool = true) -> [ID] {
        var seen: Set<ID> = [id]
        var open: [ID] = []
        var pending = Array(constructions[id]?.needs ?? [])
        while let next = pending.popLast() {
            guard seen.insert(next).inserted, let construction = constructions[next] else {
                continue
            }
            if construction.phase != .complete {
                open.append(next)
            } else if trustingEarlierAnswers, let blocker = construction.heldBackBy,
                let blocking = constructions[blocker], blocking.phase != .complete,
                blocking.session == construction.session
            {
                if seen.insert(blocker).inserted { open.append(blocker) }
            } else {
                pending.append(contentsOf: construction.needs)
            }
        }
        return open
    }

    /// Commits a construction whose needs are all complete, with everything it needs, and then
    /// whatever was only waiting for those.
    private mutating func commit(_ id: ID) -> [ID] {
        var committed: [ID] = []
        var ready: Set<ID> = [id]
        while let next = ready.popFirst() {
            var pending = [next]
            while let member = pending.popLast() {
                guard let construction = remove(member) else { continue }
                committed.append(member)
                pending.append(contentsOf: construction.needs)
                giveWaiters(of: member, .committed(member))
            }
            for other in heldBack where unfinished(neededBy: other).isEmpty { ready.insert(other) }
        }
        return committed.sorted()
    }

    private mutating func remove(_ id: ID) -> Construction? {
        guard let construction = constructions.removeValue(forKey: id) else { return nil }
        heldBack.remove(id)
        holders.remove(id)
        if let cell = construction.cell, inFlight[cell] == id { inFlight[cell] = nil }
        return construction
    }

    /// A factory or a step of a construction threw.
    ///
    /// Everything that needs it fails with it: what is complete or postponed is dropped at once, what
    /// runs fails when its session comes by. Who waited for what is dropped gets the failure.
    ///
    /// - Returns: What was dropped, itself first.
    mutating func fail(_ id: ID, with failure: Failure) -> [ID] {
        guard let construction = constructions[id] else { return [] }
        unwind(id, in: construction.session)
        var dropped: [ID] = []
        var fallen: Set<ID> = [id]
        var pending = [id]
        while let next = pending.popLast() {
            for other in holders where constructions[other]?.needs.contains(next) == true {
                if fallen.insert(other).inserted { pending.append(other) }
            }
            if next == id || constructions[next]?.isRunning == false {
                dropped.append(next)
            } else {
                constructions[next]?.doom = failure
            }
        }
        for member in dropped {
            if let owner = remove(member)?.session, owner != construction.session {
                sessions[owner]?.lost[member] = failure
            }
            giveWaiters(of: member, .failed(failure))
        }
        return dropped
    }

    /// A factory was unwound by a postponement.
    ///
    /// There is no instance, so nobody needs it.
    mutating func abandon(_ id: ID) {
        guard let construction = remove(id) else { return }
        unwind(id, in: construction.session)
        giveWaiters(of: id, .retry)
    }

    private mutating func unwind(_ id: ID, in session: Session) {
        guard let position = sessions[session]?.stack.lastIndex(of: .factory(id)) else { return }
        sessions[session]?.stack.removeSubrange(position...)
        sessions[session]?.builders.removeSubrange(position...)
    }
}
