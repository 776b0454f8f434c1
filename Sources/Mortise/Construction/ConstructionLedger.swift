// SPDX-License-Identifier: MIT

/// Who is building what, who waits for whom, and what may be committed.
///
/// A pure value. Every input returns what the caller must do next; nothing here waits, locks or
/// calls out, so a test can walk through all interleavings. ``ConstructionSite`` holds the one
/// ledger of the process behind a lock and performs what it answers.
///
/// The words:
/// - A *session* is one outermost resolve, on one thread.
/// - A *construction* is one instance on its way. It is *constructing* while its factory runs,
///   *injecting* once the instance exists, and *complete* when its steps are done.
/// - A construction *needs* another when it was handed an instance that was not committed yet.
/// - What is complete, and needs only what is complete, directly or through others, is committed:
///   it leaves the ledger and becomes visible to everyone.
///
/// A session that asks for an instance of another session waits for its commit. Where waiting would
/// close a ring of sessions, all members but one stay parked, so that nothing half-built is ever
/// used by two threads at once; `Design/0001` has the protocol and its reasons.
struct ConstructionLedger<Failure: Hashable & Sendable>: Hashable, Sendable {
    typealias ID = Int
    typealias Cell = UInt
    typealias Session = UInt

    enum Phase: Hashable, Sendable {
        case constructing
        case injecting
        case complete
    }

    struct Construction: Hashable, Sendable {
        let session: Session
        /// The place where the committed instance will be kept, if it is kept at all.
        let cell: Cell?
        var phase = Phase.constructing
        /// What it was handed before that was committed.
        var needs: Set<ID> = []
        /// Something it needs has failed: it must fail too, as soon as its session comes by.
        var doom: Failure?
        /// The construction in progress that was found last time to hold back the commit.
        var heldBackBy: ID?
    }

    /// What a session is doing, innermost last in its stack.
    enum Activity: Hashable, Sendable {
        case factory(ID)
        case step
    }

    enum Wait: Hashable, Sendable {
        /// For an instance that another session is building.
        case instance(ID)
        /// For the commit of an own instance that needs what another session is building.
        case commit(ID)
    }

    /// Why a parked session goes on.
    enum Verdict: Hashable, Sendable {
        /// The awaited construction was committed.
        case committed(ID)
        /// The awaited instance exists; it is handed out before its commit to break a ring.
        case early(ID)
        /// The own instance is not committed yet, but members of its ring need this session.
        case released
        /// Unwind to the innermost step and run it again when that own instance exists.
        case postpone(until: ID)
        /// Every awaited instance of the ring is still in its factory.
        case cycle(ID)
        /// What was awaited, or what it needs, failed.
        case failed(Failure)
        /// What was awaited is not being built any more.
        ///
        /// Ask again.
        case retry
    }

    struct SessionState: Hashable, Sendable {
        var stack: [Activity] = []
        /// The construction that every activity of `stack` works for, innermost last.
        var builders: [ID] = []
        var wait: Wait?
        var verdict: Verdict?

        var isParked: Bool { wait != nil && verdict == nil }
    }

    private(set) var constructions: [ID: Construction] = [:]
    private(set) var inFlight: [Cell: ID] = [:]
    private(set) var sessions: [Session: SessionState] = [:]
    /// Complete, and waiting for others to be complete.
    private var heldBack: Set<ID> = []
    /// Those that need anything.
    private var holders: Set<ID> = []
    private var woken: [Session] = []
    private var lastID = 0

    /// Creates an empty ledger.
    init() {}
}

// MARK: - Building

extension ConstructionLedger {
    /// Notes that a session starts to build an instance that no cell keeps.
    mutating func begin(in session: Session, cell: Cell? = nil) -> ID {
        lastID += 1
        constructions[lastID] = Construction(session: session, cell: cell)
        if let cell { inFlight[cell] = lastID }
        sessions[session, default: SessionState()].stack.append(.factory(lastID))
        sessions[session, default: SessionState()].builders.append(lastID)
        return lastID
    }

    /// The factory returned: the instance exists from now on.
    mutating func instanceExists(_ id: ID) {
        guard let session = constructions[id]?.session else { return }
        constructions[id]?.phase = .injecting
        popActivity(of: session)
    }

    /// A step starts to run for a construction, or for an instance that is not watched itself.
    ///
    /// - Returns: Whether the step was noted, so that its end must be noted too.
    mutating func stepBegins(in session: Session, for id: ID?) -> Bool {
        guard let builder = id ?? sessions[session]?.builders.last else { return false }
        sessions[session, default: SessionState()].stack.append(.step)
        sessions[session, default: SessionState()].builders.append(builder)
        return true
    }

    /// The step that began last has ended, in whatever way.
    mutating func stepEnds(in session: Session) {
        popActivity(of: session)
    }

    private mutating func popActivity(of session: Session) {
        guard sessions[session]?.stack.isEmpty == false else { return }
        sessions[session]?.stack.removeLast()
        sessions[session]?.builders.removeLast()
    }

    /// The session is over.
    mutating func end(_ session: Session) {
        sessions[session] = nil
    }

    /// The innermost construction a session works for holds on to `id`.
    ///
    /// - Returns: The failure that has overtaken `id` already, if one has.
    mutating func hold(_ id: ID, in session: Session) -> Failure? {
        guard let held = constructions[id] else { return nil }
        if let doom = held.doom { return doom }
        if let holder = sessions[session]?.builders.last, holder != id {
            constructions[holder]?.needs.insert(id)
            holders.insert(holder)
        }
        return nil
    }

    func isUncommitted(_ id: ID) -> Bool { constructions[id] != nil }
}

// MARK: - Asking

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
    private func hasStep(above id: ID, in session: Session) -> Bool {
        guard let stack = sessions[session]?.stack,
            let position = stack.lastIndex(of: .factory(id))
        else { return false }
        return stack[(position + 1)...].contains(.step)
    }

    private mutating func park(_ session: Session, _ wait: Wait) -> Answer {
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

    private mutating func give(_ verdict: Verdict, to session: Session) {
        guard sessions[session]?.isParked == true else { return }
        sessions[session]?.verdict = verdict
        woken.append(session)
    }

    private mutating func giveWaiters(of id: ID, _ verdict: Verdict) {
        for (session, state) in sessions where state.isParked {
            switch state.wait {
            case .instance(id), .commit(id): give(verdict, to: session)
            default: continue
            }
        }
    }
}

// MARK: - Rings of sessions

extension ConstructionLedger {
    /// One session of a ring, and what it awaits from the next one.
    private struct Link {
        let session: Session
        let wait: Wait
        let awaited: ID
    }

    private mutating func settleRings(lastToWait: Session?) {
        while let ring = findRing(from: lastToWait) { settle(ring) }
    }

    /// Lets exactly one member of a ring go on.
    private mutating func settle(_ ring: [Link]) {
        let early = ring.first {
            $0.wait == .instance($0.awaited) && constructions[$0.awaited]?.phase != .constructing
        }
        if let link = early {
            if let doom = hold(link.awaited, in: link.session) {
                give(.failed(doom), to: link.session)
            } else {
                give(.early(link.awaited), to: link.session)
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
        let parked = sessions.filter(\.value.isParked).keys.sorted()
        guard parked.count > 1 else { return nil }
        let order = [first].compactMap { $0 } + parked.filter { $0 != first }
        for start in order {
            var visited: Set<Session> = []
            var path: [Link] = []
            if findPath(from: start, to: start, &visited, &path) { return path }
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
            if owner == goal { return true }
            if visited.insert(owner).inserted, findPath(from: owner, to: goal, &visited, &path) {
                return true
            }
            path.removeLast()
        }
        return false
    }

    private func awaited(by wait: Wait) -> [ID] {
        switch wait {
        case .instance(let id): [id]
        case .commit(let id): unfinished(neededBy: id, trustingEarlierAnswers: false).sorted()
        }
    }
}

// MARK: - Committing

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
    mutating func complete(_ id: ID) -> Completion {
        guard let construction = constructions[id] else { return .verdict(.retry) }
        if let doom = construction.doom { return .verdict(.failed(doom)) }
        constructions[id]?.phase = .complete
        let session = construction.session
        let unfinished = heldBack(id)
        guard !unfinished.isEmpty else { return .committed(commit(id)) }
        heldBack.insert(id)
        if unfinished.contains(where: { constructions[$0]?.session == session }) {
            _ = hold(id, in: session)
            settleRings(lastToWait: nil)
            return .early
        }
        switch park(session, .commit(id)) {
        case .verdict(.released):
            _ = hold(id, in: session)
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
    private func unfinished(neededBy id: ID, trustingEarlierAnswers: Bool = true) -> [ID] {
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
    /// Everything that needs it fails with it: what is complete is dropped at once, what is not
    /// fails when its session comes by. Who waited for any of them gets the failure.
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
            if next == id || constructions[next]?.phase == .complete {
                dropped.append(next)
            } else {
                constructions[next]?.doom = failure
            }
        }
        for member in dropped {
            _ = remove(member)
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
