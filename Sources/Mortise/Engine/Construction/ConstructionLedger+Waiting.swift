// SPDX-License-Identifier: MIT

extension ConstructionLedger {
    enum Answer: Hashable, Sendable {
        /// Nobody builds it: the asking session does, under this number.
        case construct(ID)
        /// Wait for a verdict.
        case wait
        /// Leave the attempt, then join this construction.
        case unwind(ID)
        /// Go on immediately.
        case verdict(Verdict)
    }

    // MARK: Asking

    /// Synchronous code of a session asks for the instance of a cell that holds none.
    mutating func request(_ cell: Cell, by session: SessionID) -> Answer {
        guard let id = inFlight[cell], let construction = constructions[id] else {
            return .construct(begin(in: session, cell: cell))
        }
        if construction.isClaim, mayTakeOver(id, session) {
            return .construct(begin(in: session, claimed: id))
        }
        if let verdict = instance(in: cell, for: session) { return .verdict(verdict) }
        let isOwn = construction.session == session
        // The step may be unwound: it runs on the asking session's own stack.
        if isOwn, construction.phase == .constructing, hasStep(above: id, in: session) {
            return .verdict(.postpone(until: id))
        }
        guard isOwn || sessions[session]?.waits == .parking else { return .unwind(id) }
        return join(id, by: session)
    }

    /// An attempt asks for what may be had without waiting: what its own session is making, or what a
    /// ring was broken with.
    ///
    /// - Returns: ``Verdict/early(_:)`` or ``Verdict/failed(_:)``; `nil` if it has to wait.
    mutating func instance(in cell: Cell, for session: SessionID) -> Verdict? {
        guard let id = inFlight[cell], let construction = constructions[id],
            construction.session == session
                ? construction.phase != .constructing : construction.grantees.contains(session)
        else { return nil }
        return hold(id, in: session).map { .failed($0) } ?? .early(id)
    }

    /// A session asks for what is being built, perhaps by itself, and can wait now.
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

    /// Whether a session may build what another one has a claim to: a thread does not wait for a claim,
    /// and a task does only while the other one runs.
    private func mayTakeOver(_ id: ID, _ session: SessionID) -> Bool {
        guard let owner = constructions[id]?.session else { return false }
        return owner == session || sessions[session]?.waits == .parking
            || !isRunning(root(of: owner))
    }

    /// A session builds what it or another one has a claim to.
    ///
    /// Who waits for that waits for the new
    /// construction.
    private mutating func begin(in session: SessionID, claimed id: ID) -> ID {
        let claim = constructions.removeValue(forKey: id)
        if let claim { sessions[claim.session]?.constructions.remove(id) }
        let new = begin(in: session, cell: claim?.cell)
        for waiter in claim?.waiters ?? [] { move(waiter, to: new) }
        return new
    }

    /// A session makes an instance once more, although a factory is making it: a step needs it before that can
    /// return.
    ///
    /// The cell belongs to the new construction, and who waits for it waits for the new one. The old one, of
    /// this session or of another, goes on until its factory returns.
    ///
    /// - Returns: The new construction; `nil` if no factory is making it.
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

    /// A construction has gone, perhaps without an instance: then its cell, and who waits for that, belong
    /// again to the one before it.
    ///
    /// - Returns: Whether there is one.
    mutating func handBack(from construction: Construction, isCommitted: Bool) -> Bool {
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

    /// A session waits for the commit of an own construction that is complete.
    ///
    /// - Parameters:
    ///   - id: The construction.
    ///   - isHandedOut: Whether the instance is handed to the construction around it if the verdict
    ///     is ``Verdict/released``.
    /// - Returns: What to do next.
    mutating func awaitCommit(_ id: ID, isHandedOut: Bool = false) -> Answer {
        guard let construction = constructions[id] else { return .verdict(.retry) }
        return wait(construction.session, .commit(id, isHandedOut: isHandedOut))
    }

    /// What holds back the commit of a construction and is made asynchronously.
    ///
    /// Its task may be suspended. What else a task builds belongs to an attempt that runs: it will be
    /// complete or unwound.
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

    /// A session does not wait any longer: its task was cancelled.
    ///
    /// - Returns: What it waited for, if nobody else has any use for that.
    mutating func giveUp(_ session: SessionID) -> ID? {
        guard let wait = endWait(of: session), case .instance(let id) = wait,
            let construction = constructions[id]
        else { return nil }
        let isOfUse =
            !construction.waiters.isEmpty || !construction.neededBy.isEmpty
            || !construction.grantees.isEmpty
        return isOfUse ? nil : id
    }

    /// The sessions whose wait is over since the last call, each once, and why.
    ///
    /// The caller wakes them. A thread's session that nothing is known of is forgotten: if it needs the
    /// ledger again, it begins anew.
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
            && state.pendingFailures.isEmpty
    }

    mutating func give(_ verdict: Verdict, to session: SessionID) {
        guard endWait(of: session) != nil else { return }
        woken.append(Woken(session: session, verdict: verdict))
    }

    /// The wait of a session is over, but one that shares unfinished instances with others goes on only
    /// when none of those runs.
    mutating func decide(_ verdict: Verdict, for session: SessionID) {
        guard sessions[session]?.wait != nil else { return }
        guard isAwaited(root(of: session)) else { return give(verdict, to: session) }
        sessions[session]?.decision = verdict
    }

    private mutating func endWait(of session: SessionID) -> Wait? {
        guard let wait = sessions[session]?.wait else { return nil }
        sessions[session]?.wait = nil
        sessions[session]?.decision = nil
        if case .instance(let id) = wait { constructions[id]?.waiters.remove(session) }
        return wait
    }
}
