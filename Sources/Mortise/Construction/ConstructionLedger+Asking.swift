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
        if construction.session == session {
            return .verdict(ownInstance(id, construction, of: session))
        }
        return park(session, .instance(id))
    }

    private mutating func ownInstance(
        _ id: ID,
        _ construction: Construction,
        of session: Session
    ) -> Verdict {
        guard construction.phase == .constructing else {
            if let doom = hold(id, in: session) { return .failed(doom) }
            return .early(id)
        }
        return hasStep(above: id, in: session) ? .postpone(until: id) : .cycle(id)
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
