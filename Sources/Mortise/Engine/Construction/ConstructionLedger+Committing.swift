// SPDX-License-Identifier: MIT

extension ConstructionLedger {
    enum Completion: Hashable, Sendable {
        /// It was committed, together with these (itself among them).
        case committed([ID])
        /// It is handed to the construction around it, and committed together with that.
        case early
        /// It needs what another session is building: wait for a verdict.
        case wait
        /// It needs what another session is building: leave the attempt, then await the commit.
        case unwind
        /// Go on immediately.
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
        if let failure = construction.pendingFailure { return .verdict(.failed(failure)) }
        if isAlone(construction, id) {
            leave(id, .committed(id))
            return .committed([id])
        }
        constructions[id]?.phase = .complete
        let changed = expand(id)
        let ready = (changed + [id]).filter { constructions[$0]?.blockers.isEmpty == true }
        guard ready.isEmpty else {
            let committed = commit(ready)
            for other in changed { commitIsHeldBackOtherwise(other) }
            return .committed(committed)
        }
        for other in changed { commitIsHeldBackOtherwise(other) }
        refuseThreads(id)
        let session = construction.session
        if constructions[id]?.blockers.contains(where: { isOwn($0, session) }) == true {
            if isHandedOut { _ = hold(id, in: session) }
            return .early
        }
        if sessions[session]?.waits == .suspending, !construction.isAsync { return .unwind }
        switch awaitCommit(id, isHandedOut: isHandedOut) {
        case .verdict(.released): return .early
        case .verdict(let verdict): return .verdict(verdict)
        case .wait, .construct, .unwind: return .wait
        }
    }

    /// Whether nobody knows of a construction but its session, and it knows of no other one: most are so.
    private func isAlone(_ construction: Construction, _ id: ID) -> Bool {
        construction.needs.isEmpty && construction.neededBy.isEmpty && construction.blocked.isEmpty
            && construction.waiters.isEmpty && construction.grantees.isEmpty
            && sessions[construction.session]?.wait == nil
    }

    private func isOwn(_ id: ID, _ session: SessionID) -> Bool {
        constructions[id]?.session == session
    }

    /// Finds out what holds back the commit of a construction that is complete from now on, and hands
    /// that on to those that it held back itself.
    ///
    /// - Returns: Those.
    private mutating func expand(_ id: ID) -> [ID] {
        guard let construction = constructions[id] else { return [] }
        var blockers: Set<ID> = []
        for needed in construction.needs {
            guard let other = constructions[needed] else { continue }
            if other.phase == .complete {
                blockers.formUnion(other.blockers)
            } else {
                blockers.insert(needed)
            }
        }
        blockers.remove(id)
        for other in construction.blocked {
            constructions[other]?.blockers.remove(id)
            constructions[other]?.blockers.formUnion(blockers)
        }
        constructions[id]?.blockers = blockers
        constructions[id]?.blocked = []
        for blocker in blockers {
            constructions[blocker]?.blocked.formUnion(construction.blocked)
            constructions[blocker]?.blocked.insert(id)
        }
        return construction.blocked.sorted()
    }

    /// The commit of a construction waits for other ones than before: so does who waits for it.
    private mutating func commitIsHeldBackOtherwise(_ id: ID) {
        guard let construction = constructions[id] else { return }
        refuseThreads(id)
        if sessions[construction.session]?.wait?.isCommit(of: id) == true {
            breakRings(through: construction.session)
        }
        guard construction.isLeftBehind else { return }
        for waiter in construction.waiters.sorted() { breakRings(through: waiter) }
    }

    /// No thread waits for what waits for a task.
    private mutating func refuseThreads(_ id: ID) {
        guard let construction = constructions[id], let blocker = suspendedBlocker(of: id) else {
            return
        }
        let refused = construction.waiters.filter { sessions[$0]?.waits == .parking }
        for waiter in refused { decide(.needsAsync(blocker), for: waiter) }
        for waiter in refused.sorted() { breakRings(through: waiter) }
    }

    private mutating func commit(_ ids: [ID]) -> [ID] {
        let bystanders = bystanders(of: ids)
        for id in ids { leave(id, .committed(id)) }
        goOn(bystanders)
        return ids.sorted()
    }

    /// Those who may go on when constructions leave the ledger, or at least nobody holds them any more.
    private func bystanders(of ids: [ID]) -> Bystanders {
        var found: Bystanders = ([], [], [])
        for id in ids {
            guard let construction = constructions[id] else { continue }
            found.owners.insert(root(of: construction.session))
            found.others.formUnion(construction.needs.union(construction.neededBy))
            found.waiters.formUnion(construction.waiters)
            if sessions[construction.session]?.wait?.isCommit(of: id) == true {
                found.waiters.insert(construction.session)
            }
        }
        return found
    }

    /// Lets those go on that waited for constructions which have left, or for who shared them.
    private mutating func goOn(_ bystanders: Bystanders) {
        var waiters = bystanders.waiters
        for owner in bystanders.owners { waiters.formUnion(waiting(for: owner)) }
        for waiter in waiters.sorted() { breakRings(through: waiter) }
        breakRings(around: bystanders.others)
    }

    /// A construction leaves the ledger.
    ///
    /// - Parameters:
    ///   - id: The construction.
    ///   - verdict: What those get that wait for its instance.
    ///   - own: What its session gets if it waits for the commit; the same if left out.
    /// - Returns: The construction.
    @discardableResult
    private mutating func leave(
        _ id: ID,
        _ verdict: Verdict,
        own: Verdict? = nil
    ) -> Construction? {
        guard let construction = constructions.removeValue(forKey: id) else { return nil }
        if let cell = construction.cell, inFlight[cell] == id { inFlight[cell] = nil }
        let isHandedBack = handBack(from: construction, isCommitted: verdict == .committed(id))
        forget(construction, id)
        sessions[construction.session]?.constructions.remove(id)
        if sessions[construction.session]?.wait?.isCommit(of: id) == true {
            decide(own ?? verdict, for: construction.session)
        }
        if !isHandedBack { for waiter in construction.waiters { decide(verdict, for: waiter) } }
        return construction
    }

    /// No other construction or session knows of a construction any more, but for who waits for it.
    private mutating func forget(_ construction: Construction, _ id: ID) {
        if let failure = construction.pendingFailure { released.append(failure) }
        for other in construction.needs { constructions[other]?.neededBy.remove(id) }
        for other in construction.neededBy { constructions[other]?.needs.remove(id) }
        for other in construction.blockers { constructions[other]?.blocked.remove(id) }
        for other in construction.blocked { constructions[other]?.blockers.remove(id) }
        for other in construction.grantees { sessions[other]?.granted.remove(id) }
    }

    // MARK: Failing

    /// A factory or a step of a construction threw.
    ///
    /// Everything that needs it fails with it: what is complete or postponed is dropped now, what
    /// runs fails when its session comes by. Who waited for what is dropped gets the failure.
    ///
    /// - Parameters:
    ///   - id: The construction.
    ///   - failure: Why.
    ///   - isOwn: Whether it may be another one for who waits: then they ask again.
    /// - Returns: What was dropped, itself first.
    mutating func fail(_ id: ID, with failure: Failure, isOwn: Bool = false) -> [ID] {
        guard let session = constructions[id]?.session else { return [] }
        stopActivities(from: id, in: session)
        let fallen = dependents(of: id)
        let dropped = fallen.filter { $0 == id || constructions[$0]?.isRunning == false }
        for other in fallen where !dropped.contains(other) {
            constructions[other]?.pendingFailure = failure
        }
        let bystanders = bystanders(of: dropped)
        for other in dropped {
            let owner = leave(other, isOwn ? .retry : .failed(failure), own: .failed(failure))?
                .session
            if let owner, owner != session { sessions[owner]?.pendingFailures[other] = failure }
        }
        goOn(bystanders)
        return dropped
    }

    /// An attempt is unwound, to run again.
    ///
    /// Its construction is dropped, with what is complete and holds on to it; its session keeps the claim
    /// to build them. One that is complete itself stays.
    ///
    /// - Returns: What was dropped, itself first.
    mutating func unwound(_ id: ID) -> [ID] {
        guard let session = constructions[id]?.session, constructions[id]?.phase != .complete
        else { return [] }
        stopActivities(from: id, in: session)
        let dropped = dependents(of: id).filter {
            $0 == id || constructions[$0]?.isRunning == false
        }
        let bystanders = bystanders(of: dropped)
        for member in dropped {
            if constructions[member]?.cell != nil, isOwn(member, session) {
                keepClaim(member)
            } else {
                leave(member, .retry)
            }
        }
        goOn(bystanders)
        return dropped
    }

    private mutating func keepClaim(_ id: ID) {
        guard let construction = constructions[id] else { return }
        forget(construction, id)
        var claim = Construction(
            session: construction.session,
            cell: construction.cell,
            isAsync: false
        )
        claim.isClaim = true
        claim.waiters = construction.waiters
        constructions[id] = claim
        for waiter in claim.waiters where sessions[waiter]?.waits == .parking {
            constructions[id]?.waiters.remove(waiter)
            decide(.retry, for: waiter)
        }
    }

    /// A factory was unwound by a postponement.
    ///
    /// There is no instance, so nobody needs it.
    mutating func abandon(_ id: ID) {
        guard let session = constructions[id]?.session else { return }
        stopActivities(from: id, in: session)
        let bystanders = bystanders(of: [id])
        leave(id, .retry)
        goOn(bystanders)
    }

    /// A construction, and all that need it directly or through others.
    private func dependents(of id: ID) -> [ID] {
        var found = [id]
        var seen: Set<ID> = [id]
        var index = 0
        while index < found.count {
            for other in (constructions[found[index]]?.neededBy ?? []).sorted()
            where seen.insert(other).inserted { found.append(other) }
            index += 1
        }
        return found
    }

    private mutating func stopActivities(from id: ID, in session: SessionID) {
        let factory = Activity(construction: id, isStep: false)
        guard let position = sessions[session]?.activities.lastIndex(of: factory) else { return }
        sessions[session]?.activities.removeSubrange(position...)
    }

    // MARK: The end of a session

    /// Those of some constructions that are claims.
    func claims(in ids: Set<ID>) -> [ID] {
        ids.filter { constructions[$0]?.isClaim == true }.sorted()
    }

    /// The session is over.
    ///
    /// - Returns: Its constructions that were dropped because one of another session failed.
    @discardableResult mutating func end(_ session: SessionID) -> Set<ID> {
        guard let state = sessions.removeValue(forKey: session) else { return [] }
        released += state.pendingFailures.values
        if let parent = state.parent { sessions[parent]?.children.remove(session) }
        for id in state.granted { constructions[id]?.grantees.remove(session) }
        let claims = claims(in: state.constructions)
        let bystanders = bystanders(of: claims)
        for id in claims { leave(id, .retry) }
        goOn(bystanders)
        for id in state.constructions.sorted() where constructions[id]?.phase == .complete {
            constructions[id]?.isLeftBehind = true
            for waiter in (constructions[id]?.waiters ?? []).sorted() {
                breakRings(through: waiter)
            }
            breakRings(
                around: (constructions[id]?.needs ?? []).union(constructions[id]?.neededBy ?? [])
            )
        }
        // The one that started it waits only through others of its kind now, if there are any.
        if let parent = state.parent {
            for waiting in waiting(for: root(of: parent)) { breakRings(through: waiting) }
        }
        return Set(state.pendingFailures.keys)
    }
}

/// Whom constructions hold up that leave the ledger: constructions that one of them needs, or that need
/// one; sessions that wait; and their own, which may have waited for each other and share nothing any more.
private typealias Bystanders = (others: Set<Int>, waiters: Set<Int>, owners: Set<Int>)
