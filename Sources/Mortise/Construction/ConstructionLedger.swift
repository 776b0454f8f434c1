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
        /// Whether its steps wait for the factory of another one: nothing of it runs.
        var isPostponed = false
        /// Whether its session is over: it is complete, and waits for what it needs.
        var isLeftBehind = false
        /// What it was handed before that was committed.
        var needs: Set<ID> = []
        /// Something it needs has failed: it must fail too, as soon as its session comes by.
        var doom: Failure?
        /// The construction in progress that was found last time to hold back the commit.
        var heldBackBy: ID?

        /// Whether its session will come by: its factory or its steps are under way.
        var isRunning: Bool { phase != .complete && !isPostponed }
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
        /// Its constructions that were dropped because one of another session failed.
        var lost: [ID: Failure] = [:]
        /// The session whose factory or step waits for this one.
        var parent: Session?

        var isParked: Bool { wait != nil && verdict == nil }
    }

    var constructions: [ID: Construction] = [:]
    var inFlight: [Cell: ID] = [:]
    var sessions: [Session: SessionState] = [:]
    /// Complete, and waiting for others to be complete.
    var heldBack: Set<ID> = []
    /// Those that need anything.
    var holders: Set<ID> = []
    var woken: [Session] = []
    var lastID = 0

    /// Creates an empty ledger.
    init() {}
}

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
        constructions[builder]?.isPostponed = false
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

    /// The steps of a construction will run when the factory of another one has returned.
    ///
    /// - Returns: The failure that has overtaken it already, if one has.
    mutating func postpone(_ id: ID) -> Failure? {
        if let doom = constructions[id]?.doom { return doom }
        constructions[id]?.isPostponed = true
        return nil
    }

    /// The session is over.
    ///
    /// - Returns: Its constructions that were dropped because one of another session failed.
    @discardableResult mutating func end(_ session: Session) -> Set<ID> {
        let lost = sessions.removeValue(forKey: session)?.lost ?? [:]
        for id in heldBack where constructions[id]?.session == session {
            constructions[id]?.isLeftBehind = true
        }
        settleRings(lastToWait: nil)
        return Set(lost.keys)
    }

    /// The innermost construction a session works for holds on to `id`.
    ///
    /// - Returns: The failure that has overtaken `id` already, if one has.
    mutating func hold(_ id: ID, in session: Session) -> Failure? {
        guard let held = constructions[id] else { return sessions[session]?.lost[id] }
        if let doom = held.doom { return doom }
        if let holder = sessions[root(of: session)]?.builders.last, holder != id {
            constructions[holder]?.needs.insert(id)
            holders.insert(holder)
        }
        return nil
    }

    /// The session that waits for a session in the end; itself, if none does.
    func root(of session: Session) -> Session {
        var root = session
        while let parent = sessions[root]?.parent { root = parent }
        return root
    }

    /// A construction may hold on to others.
    mutating func note(_ id: ID, needs others: [ID]) {
        guard constructions[id] != nil, !others.isEmpty else { return }
        constructions[id]?.needs.formUnion(others)
        holders.insert(id)
    }

    func isInFlight(_ cell: Cell) -> Bool { !inFlight.isEmpty && inFlight[cell] != nil }

    func isUncommitted(_ id: ID) -> Bool { constructions[id] != nil }
}
