// SPDX-License-Identifier: MIT

extension ConstructionLedger {
    enum Answer: Hashable, Sendable {
        /// Nobody builds it: the asking session does, under this number.
        case construct(ID)
        /// Wait for a verdict.
        case wait
        /// Go on at once.
        case verdict(Verdict)
    }

    /// A session asks for the instance of a cell that holds none.
    mutating func request(_ cell: Cell, by session: Session) -> Answer {
        guard let id = inFlight[cell], let construction = constructions[id] else {
            return .construct(begin(in: session, cell: cell))
        }
        let isInFactory = construction.session == session && construction.phase == .constructing
        // The step may be unwound: it runs on the asking session's own stack.
        if isInFactory, hasStep(above: id, in: session) { return .verdict(.postpone(until: id)) }
        return ask(for: id, by: session)
    }

    /// A session asks for what is being built, perhaps by itself.
    mutating func ask(for id: ID, by session: Session) -> Answer {
        guard let construction = constructions[id] else { return .verdict(.retry) }
        guard construction.session == session else { return park(session, .instance(id)) }
        guard construction.phase != .constructing else { return .verdict(.cycle(id)) }
        if let doom = hold(id, in: session) { return .verdict(.failed(doom)) }
        return .verdict(.early(id))
    }

    /// A session was started by the factory or a step of another one, which waits for it.
    mutating func adopt(_ session: Session, by parent: Session) {
        guard sessions[parent] != nil else { return }
        sessions[session, default: SessionState()].parent = parent
    }

    /// A waiting session does not wait any longer.
    ///
    /// - Returns: What it waited for, if that is under way for nobody any more.
    mutating func giveUp(_ session: Session) -> ID? {
        guard let state = sessions[session], state.isParked, case .instance(let id) = state.wait
        else { return nil }
        sessions[session]?.wait = nil
        let isAwaited =
            sessions.values.contains { $0.isParked && $0.wait == .instance(id) }
            || holders.contains { constructions[$0]?.needs.contains(id) == true }
        return isAwaited ? nil : id
    }

    /// Whether a step runs inside the factory of a construction.
    func hasStep(above id: ID, in session: Session) -> Bool {
        guard let stack = sessions[session]?.stack,
            let position = stack.lastIndex(of: .factory(id))
        else { return false }
        return stack[(position + 1)...].contains(.step)
    }

    mutating func park(_ session: Session, _ wait: Wait) -> Answer {
        sessions[session, default: SessionState()].wait = wait
        settleRings(lastToWait: session)
        guard sessions[session]?.verdict != nil else { return .wait }
        woken.removeAll { $0 == session }
        return .verdict(resume(session))
    }

    /// A parked session goes on.
    ///
    /// Returns why.
    mutating func resume(_ session: Session) -> Verdict {
        let verdict = sessions[session]?.verdict ?? .retry
        sessions[session]?.wait = nil
        sessions[session]?.verdict = nil
        return verdict
    }

    /// The sessions that got a verdict since the last call, with it.
    ///
    /// The caller wakes them.
    mutating func takeWoken() -> [(session: Session, verdict: Verdict)] {
        defer { woken.removeAll() }
        return woken.compactMap { session in
            sessions[session]?.verdict.map { (session, $0) }
        }
    }

    mutating func give(_ verdict: Verdict, to session: Session) {
        guard sessions[session]?.isParked == true else { return }
        sessions[session]?.verdict = verdict
        woken.append(session)
    }

    mutating func giveWaiters(of id: ID, _ verdict: Verdict) {
        for (session, state) in sessions where state.isParked {
            switch state.wait {
            case .instance(id), .commit(id): give(verdict, to: session)
            default: continue
            }
        }
    }
}
