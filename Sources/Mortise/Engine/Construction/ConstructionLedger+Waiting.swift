// SPDX-License-Identifier: MIT

extension ConstructionLedger {
    enum Answer: Hashable, Sendable {
        /// No session builds it: this one does, under this number.
        case construct(ID)
        /// Wait for a verdict.
        case wait
        /// Leave the attempt, then join this construction.
        case unwind(ID)
        /// Go on immediately.
        case verdict(Verdict)
    }

    // MARK: Requests

    /// Requests the instance of a cell that holds none, for synchronous code of a session.
    mutating func request(_ cell: Cell, by session: SessionID) -> Answer {
        guard let id = inFlight[cell], let construction = constructions[id] else {
            return .construct(begin(in: session, cell: cell))
        }
        if construction.isClaim, mayTakeOver(id, session) {
            return .construct(begin(in: session, claimed: id))
        }
        if isLeftToOthers(construction, in: session) {
            return awaitCommit(id, isHandedOut: true)
        }
        if let verdict = instance(in: cell, for: session) { return .verdict(verdict) }
        let isOwn = construction.session == session
        // The step can be unwound: it runs on the stack of this session.
        if isOwn, construction.phase == .constructing, hasStep(above: id, in: session) {
            return .verdict(.postpone(until: id))
        }
        guard isOwn || sessions[session]?.waits == .parking else { return .unwind(id) }
        return join(id, by: session)
    }

    /// Whether a complete construction belongs to nothing that its session is still building.
    ///
    /// What it was made for is gone, so it waits only for other sessions.
    private func isLeftToOthers(_ construction: TrackedConstruction, in session: SessionID) -> Bool
    {
        guard construction.session == session, construction.phase == .complete,
            !construction.isLeftBehind, let state = sessions[session], state.waits == .parking,
            state.activities.isEmpty
        else { return false }
        return !construction.blockers.contains { constructions[$0]?.session == session }
    }

    /// Requests the instance of a cell for an attempt, if it need not wait: for one that its own
    /// session is building, or one that was handed out to break a ring.
    ///
    /// - Returns: ``Verdict/early(_:)`` or ``Verdict/failed(_:)``; `nil` if it has to wait.
    mutating func instance(in cell: Cell, for session: SessionID) -> Verdict? {
        guard let id = inFlight[cell], let construction = constructions[id],
            construction.session == session
                ? construction.phase != .constructing : construction.grantees.contains(session)
        else { return nil }
        return hold(id, in: session).map { .failed($0) } ?? .early(id)
    }

    /// Joins a construction, perhaps one of the session's own, when the session can wait.
    mutating func join(_ id: ID, by session: SessionID) -> Answer {
        guard let construction = constructions[id] else { return .verdict(.retry) }
        if construction.isClaim, mayTakeOver(id, session) {
            takeOver(id, by: session)
            return .verdict(.retry)
        }
        guard construction.session == session else {
            if sessions[session]?.waits == .parking, let blocker = suspendedBlocker(of: id) {
                return .verdict(.needsAsync(blocker))
            }
            return wait(session, .instance(id))
        }
        guard construction.phase != .constructing else { return .verdict(.cycle(id)) }
        if let failure = hold(id, in: session) { return .verdict(.failed(failure)) }
        return .verdict(.early(id))
    }

    /// Whether a session may build the instance to which another one has a claim.
    ///
    /// A thread does not wait for a claim. A task does, but only while the other session runs.
    private func mayTakeOver(_ id: ID, _ session: SessionID) -> Bool {
        guard let owner = constructions[id]?.session else { return false }
        return owner == session || sessions[session]?.waits == .parking
            || !isRunning(root(of: owner))
    }

    /// Begins to build the instance to which this or another session has a claim.
    ///
    /// The waiting sessions of the claim wait for the new construction.
    private mutating func begin(in session: SessionID, claimed id: ID) -> ID {
        let claim = constructions.removeValue(forKey: id)
        if let claim { sessions[claim.session]?.constructions.remove(id) }
        let new = begin(in: session, cell: claim?.cell)
        for waiter in claim?.waiters ?? [] { move(waiter, to: new) }
        return new
    }

    /// Begins to build an instance once more while its factory runs, because a step needs it before
    /// that can return.
    ///
    /// The new construction gets the cell and the waiting sessions. The old one, of this session or
    /// of another, goes on until its factory returns.
    ///
    /// - Returns: The new construction; `nil` if no factory is making the instance.
    mutating func beginAgain(_ cell: Cell, by session: SessionID) -> ID? {
        guard let old = inFlight[cell], let construction = constructions[old],
            construction.phase == .constructing, !construction.isClaim, !construction.isAsync
        else { return nil }
        let new = begin(in: session, cell: cell)
        constructions[new]?.predecessor = old
        constructions[old]?.successor = new
        constructions[old]?.cell = nil
        constructions[old]?.waiters = []
        for waiter in construction.waiters { move(waiter, to: new) }
        return new
    }

    /// Unlinks a construction that has left the ledger from those made before and after it.
    ///
    /// If it has not been committed, the one before it gets back the cell and the waiting sessions.
    ///
    /// - Returns: Whether one got them back.
    mutating func handBack(from construction: TrackedConstruction, isCommitted: Bool) -> Bool {
        if let successor = construction.successor {
            constructions[successor]?.predecessor = construction.predecessor
            if let predecessor = construction.predecessor {
                constructions[predecessor]?.successor = successor
            }
        }
        guard !isCommitted, construction.successor == nil, let cell = construction.cell,
            let predecessor = construction.predecessor
        else { return false }
        constructions[predecessor]?.successor = nil
        constructions[predecessor]?.cell = cell
        inFlight[cell] = predecessor
        for waiter in construction.waiters { move(waiter, to: predecessor) }
        return true
    }

    private mutating func move(_ waiter: SessionID, to id: ID) {
        constructions[id]?.waiters.insert(waiter)
        sessions[waiter]?.wait = .instance(id)
    }

    mutating func takeOver(_ id: ID, by session: SessionID) {
        guard let owner = constructions[id]?.session else { return }
        sessions[owner]?.constructions.remove(id)
        sessions[session]?.constructions.insert(id)
        constructions[id]?.session = session
    }

    /// Begins to wait for the commit of a session's own complete construction.
    ///
    /// - Parameters:
    ///   - id: The construction.
    ///   - isHandedOut: Whether the instance is handed to the enclosing construction if the verdict
    ///     is ``Verdict/early(_:)``.
    /// - Returns: What to do next.
    mutating func awaitCommit(_ id: ID, isHandedOut: Bool = false) -> Answer {
        guard let construction = constructions[id] else { return .verdict(.retry) }
        return wait(construction.session, .commit(id, isHandedOut: isHandedOut))
    }

    /// An asynchronous construction that holds back the commit of a construction, or is that one.
    ///
    /// Its task may be suspended. Any other construction of a task belongs to an attempt that runs:
    /// it will be complete or unwound.
    func suspendedBlocker(of id: ID) -> ID? {
        guard let construction = constructions[id] else { return nil }
        guard construction.phase == .complete else { return construction.isAsync ? id : nil }
        return construction.blockers.filter { constructions[$0]?.isAsync == true }.min()
    }

    // MARK: Waiting

    private mutating func wait(_ session: SessionID, _ wait: Wait) -> Answer {
        sessions[session]?.wait = wait
        if case .instance(let id) = wait { constructions[id]?.waiters.insert(session) }
        breakRings(through: session)
        guard let position = woken.lastIndex(where: { $0.session == session }) else { return .wait }
        return .verdict(woken.remove(at: position).verdict)
    }

    /// Ends the wait of a session whose task was cancelled.
    ///
    /// - Returns: The construction that it waited for, if nothing else needs that.
    mutating func giveUp(_ session: SessionID) -> ID? {
        guard let wait = endWait(of: session), case .instance(let id) = wait,
            let construction = constructions[id]
        else { return nil }
        let isOfUse =
            !construction.waiters.isEmpty || !construction.neededBy.isEmpty
            || !construction.grantees.isEmpty
        return isOfUse ? nil : id
    }

    /// Takes the sessions whose wait has ended since the last call, each once, with their verdicts.
    ///
    /// The caller wakes them. A thread's session that has no state is forgotten: if the thread
    /// needs the ledger again, it opens another session.
    mutating func takeWoken() -> [Woken] {
        defer { woken.removeAll() }
        for index in woken.indices where isForgettable(woken[index].session) {
            sessions[woken[index].session] = nil
            woken[index].isForgotten = true
        }
        return woken
    }

    private func isForgettable(_ session: SessionID) -> Bool {
        guard let state = sessions[session], state.waits == .parking else { return false }
        return state.constructions.isEmpty && state.activities.isEmpty
            && state.loose.isEmpty && state.pendingFailures.isEmpty
    }

    mutating func give(_ verdict: Verdict, to session: SessionID) {
        guard endWait(of: session) != nil else { return }
        woken.append(Woken(session: session, verdict: verdict))
    }

    /// Decides how the wait of a session ends.
    ///
    /// A session that shares unfinished instances with others goes on only when none of those runs.
    mutating func decide(_ verdict: Verdict, for session: SessionID) {
        guard sessions[session]?.wait != nil else { return }
        guard isAwaited(root(of: session)) else { return give(verdict, to: session) }
        release(sessions[session]?.decision)
        sessions[session]?.decision = verdict
    }

    /// Lets the caller release the failure of a verdict that does not count any more.
    private mutating func release(_ verdict: Verdict?) {
        if case .failed(let failure) = verdict { released.append(failure) }
    }

    private mutating func endWait(of session: SessionID) -> Wait? {
        guard let wait = sessions[session]?.wait else { return nil }
        sessions[session]?.wait = nil
        release(sessions[session]?.decision)
        sessions[session]?.decision = nil
        if case .instance(let id) = wait { constructions[id]?.waiters.remove(session) }
        return wait
    }
}
