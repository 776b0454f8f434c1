// SPDX-License-Identifier: MIT

// Which constructions that others may wait for are committed together. What a thread builds alone is stored by
// `commit` in `ConstructionPointer+Committing`.

extension ConstructionLedger {
    enum Completion: Hashable, Sendable {
        /// It was committed, together with these (itself among them).
        case committed([ID])
        /// It is handed to the enclosing construction, and committed together with that.
        case early
        /// It needs an instance that another session is building: wait for a verdict.
        case wait
        /// It needs an instance that another session is building: leave the attempt, then await the
        /// commit.
        case unwind
        /// Go on immediately.
        case verdict(Verdict)
    }

    /// Completes a construction whose steps are all done.
    ///
    /// - Parameters:
    ///   - id: The construction.
    ///   - isHandedOut: Whether the instance is now handed to the enclosing construction. An
    ///     instance whose steps were postponed was handed out earlier, and its holder is known.
    /// - Returns: What to do next.
    mutating func complete(_ id: ID, isHandedOut: Bool = true) -> Completion {
        guard let construction = constructions[id] else { return .verdict(.retry) }
        if let failure = construction.pendingFailure { return .verdict(.failed(failure)) }
        if isAlone(construction, id) {
            leave(id, .committed(id))
            return .committed([id])
        }
        constructions[id]?.phase = .complete
        // What it has blocked is blocked by its own blockers from now on.
        let changed = expand(id)
        let ready = (changed + [id]).filter { constructions[$0]?.blockers.isEmpty == true }
        let committed = ready.isEmpty ? [] : commit(ready)
        for other in changed { reconsiderWaiters(of: other) }
        guard ready.isEmpty else { return .committed(committed) }
        refuseThreads(id)
        // A blocker that this session still builds gets the instance early; else the session waits.
        let session = construction.session
        if constructions[id]?.blockers.contains(where: { isOwn($0, session) }) == true {
            if isHandedOut { _ = hold(id, in: session) }
            return .early
        }
        if sessions[session]?.waits == .suspending, !construction.isAsync { return .unwind }
        switch awaitCommit(id, isHandedOut: isHandedOut) {
        case .verdict(.early): return .early
        case .verdict(let verdict): return .verdict(verdict)
        case .wait, .construct, .unwind: return .wait
        }
    }

    /// Whether a construction is related to no other construction or session, as most are.
    private func isAlone(_ construction: TrackedConstruction, _ id: ID) -> Bool {
        construction.needs.isEmpty && construction.neededBy.isEmpty && construction.blocked.isEmpty
            && construction.waiters.isEmpty && construction.grantees.isEmpty
            && sessions[construction.session]?.wait == nil
    }

    private func isOwn(_ id: ID, _ session: SessionID) -> Bool {
        constructions[id]?.session == session
    }

    /// Finds the blockers of a construction that has become complete, and passes them on to the
    /// constructions that it has blocked itself.
    ///
    /// - Returns: The constructions that it has blocked.
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

    /// Decides again about the sessions that wait for a construction, whose blockers have changed.
    ///
    /// Does nothing if it is committed by now.
    private mutating func reconsiderWaiters(of id: ID) {
        guard let construction = constructions[id] else { return }
        refuseThreads(id)
        if sessions[construction.session]?.wait?.isCommit(of: id) == true {
            breakRings(through: construction.session)
        }
        guard construction.isLeftBehind else { return }
        for waiter in construction.waiters.sorted() { breakRings(through: waiter) }
    }

    /// Ends the wait of threads for a construction that a suspended task may hold back.
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

    /// Finds who may go on when constructions leave the ledger, or lose all references to them.
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

    /// Lets the sessions go on that waited for constructions, or for a session that shared them.
    private mutating func goOn(_ bystanders: Bystanders) {
        var waiters = bystanders.waiters
        for owner in bystanders.owners { waiters.formUnion(waiting(for: owner)) }
        for waiter in waiters.sorted() { breakRings(through: waiter) }
        breakRings(around: bystanders.others)
    }

    /// Removes a construction from the ledger.
    ///
    /// - Parameters:
    ///   - id: The construction.
    ///   - verdict: The verdict for the sessions that wait for its instance.
    ///   - own: The verdict for its own session, if that waits for the commit. Defaults to
    ///     `verdict`.
    /// - Returns: The construction.
    @discardableResult
    private mutating func leave(
        _ id: ID,
        _ verdict: Verdict,
        own: Verdict? = nil
    ) -> TrackedConstruction? {
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

    /// Removes all references to a construction, except those of the sessions that wait for it.
    private mutating func forget(_ construction: TrackedConstruction, _ id: ID) {
        if let failure = construction.pendingFailure { released.append(failure) }
        for other in construction.needs { constructions[other]?.neededBy.remove(id) }
        for other in construction.neededBy { constructions[other]?.needs.remove(id) }
        for other in construction.blockers { constructions[other]?.blocked.remove(id) }
        for other in construction.blocked { constructions[other]?.blockers.remove(id) }
        for other in construction.grantees { sessions[other]?.granted.remove(id) }
        for other in construction.looseHolders { sessions[other]?.loose.remove(id) }
    }

    // MARK: Failing

    /// Fails a construction whose factory or step threw, and all that need it.
    ///
    /// Those that are complete or postponed are dropped now. Those that run fail when their session
    /// returns to them. A session that waits for a dropped construction gets the failure.
    ///
    /// - Parameters:
    ///   - id: The construction.
    ///   - failure: The failure.
    ///   - isOwn: Whether the failure concerns this session alone: then waiting sessions ask again.
    /// - Returns: The dropped constructions, this one first.
    mutating func fail(_ id: ID, with failure: Failure, isOwn: Bool = false) -> [ID] {
        guard let session = constructions[id]?.session else { return [] }
        stopActivities(from: id, in: session)
        let fallen = dependents(of: id)
        let dropped = fallen.filter { $0 == id || constructions[$0]?.isRunning == false }
        for other in fallen where !dropped.contains(other) {
            if let earlier = constructions[other]?.pendingFailure { released.append(earlier) }
            constructions[other]?.pendingFailure = failure
        }
        let bystanders = bystanders(of: dropped)
        for other in dropped {
            guard let left = leave(other, isOwn ? .retry : .failed(failure), own: .failed(failure))
            else { continue }
            for holder in left.looseHolders { sessions[holder]?.loose.insert(other) }
            for holder in left.looseHolders.union([left.session]).subtracting([session]) {
                sessions[holder]?.pendingFailures[other] = failure
            }
        }
        goOn(bystanders)
        return dropped
    }

    /// Drops the construction of an attempt that is unwound, to run again.
    ///
    /// The complete or postponed constructions that need it are dropped, too. Its session keeps a
    /// claim to build those of its own that have a cell. A construction that is complete itself
    /// stays.
    ///
    /// - Returns: The dropped constructions, this one first.
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
        var claim = TrackedConstruction(
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

    /// Drops a construction whose factory was unwound, or whose instance is replaced.
    ///
    /// Its instance was never handed out, so no construction needs it.
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

    /// The claims among some constructions.
    func claims(in ids: Set<ID>) -> [ID] {
        ids.filter { constructions[$0]?.isClaim == true }.sorted()
    }

    /// Ends a session.
    ///
    /// - Returns: Its constructions that were dropped because one of another session failed.
    @discardableResult mutating func end(_ session: SessionID) -> Set<ID> {
        guard let state = sessions.removeValue(forKey: session) else { return [] }
        released += state.pendingFailures.values
        if let parent = state.parent { sessions[parent]?.children.remove(session) }
        for id in state.granted { constructions[id]?.grantees.remove(session) }
        for id in state.loose { constructions[id]?.looseHolders.remove(session) }
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
        // The parent waits only through its other children now, if there are any.
        if let parent = state.parent {
            for waiting in waiting(for: root(of: parent)) { breakRings(through: waiting) }
        }
        return Set(state.pendingFailures.keys)
    }
}

/// What is affected when constructions leave the ledger: other constructions that they need or that need
/// them; sessions that wait for them; and their owners, which may have waited for each other.
private typealias Bystanders = (others: Set<Int>, waiters: Set<Int>, owners: Set<Int>)
