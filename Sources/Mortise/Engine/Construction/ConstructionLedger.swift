// SPDX-License-Identifier: MIT

/// The record of which session builds which instance, which waits for which, and what may be
/// committed.
///
/// A pure value. Every input returns what the caller must do next; nothing here waits, locks or
/// calls out, so a test can walk through all interleavings. ``ConstructionSite`` holds the one
/// ledger of the process behind a lock and performs what it answers.
///
/// The terms:
/// - A *session* is one outermost resolve. A thread's session parks when it has to wait, a task's
///   session suspends, and only between its synchronous attempts.
/// - A *construction* is the building of one instance. It is *constructing* while its factory runs,
///   *injecting* once the instance exists, and *complete* when its steps are done.
/// - A construction *needs* another when it was handed an instance that was not committed yet.
/// - A construction that is complete, and needs only complete ones, directly or through others, is
///   *committed*: it leaves the ledger, and its instance becomes visible to everyone.
///
/// A session that requests an instance of another session waits for its commit. Where waiting would
/// close a ring of sessions, all members but one keep waiting, so that two threads never use a
/// half-built instance simultaneously. The protocol and its reasons are in `Design/0002`,
/// `Design/0004` and `Design/0005`.
struct ConstructionLedger<Failure: Hashable & Sendable>: Hashable, Sendable {
    typealias ID = Int
    typealias Cell = UInt
    typealias SessionID = Int

    /// How a session waits.
    enum Waits: Hashable, Sendable {
        /// Its thread parks. It never waits for a session that is suspended.
        case parking
        /// Its task suspends.
        case suspending
    }

    enum Phase: Hashable, Sendable {
        case constructing
        case injecting
        case complete
    }

    /// What the ledger knows of one construction.
    struct TrackedConstruction: Hashable, Sendable {
        var session: SessionID
        /// The cell that will keep the committed instance, if one does.
        var cell: Cell?
        /// The construction that replaces it: it has no cell any more, and is abandoned when its
        /// factory returns.
        var successor: ID?
        /// The construction that it replaces, which gets the cell back if this one fails.
        var predecessor: ID?
        /// Whether its factory is asynchronous: it outlives the attempts of its session.
        let isAsync: Bool
        var phase = Phase.constructing
        /// Whether it is only the claim of its session to build it again, after an attempt was
        /// unwound.
        ///
        /// Tasks that wait for it go on waiting. If they began to build it themselves, some tasks
        /// could unwind each other for ever.
        var isClaim = false
        /// Whether its steps wait for the factory of another one: nothing of it runs.
        var isPostponed = false
        /// Whether its session is over: it is complete, and waits for what it needs.
        var isLeftBehind = false
        /// The constructions whose uncommitted instances it was given, and those that were given
        /// its own.
        var needs: Set<ID> = []
        var neededBy: Set<ID> = []
        /// Once it is complete: the incomplete constructions that it needs, directly or through
        /// complete ones.
        var blockers: Set<ID> = []
        /// The complete constructions that have this one among their blockers.
        var blocked: Set<ID> = []
        /// The sessions that wait for the instance.
        var waiters: Set<SessionID> = []
        /// The tasks' sessions that may have the instance early, as soon as they ask again.
        var grantees: Set<SessionID> = []
        /// The sessions that received this instance while they were building nothing that is tracked.
        var looseHolders: Set<SessionID> = []
        /// The failure of something that it needs, with which it fails when its session returns to
        /// it.
        var pendingFailure: Failure?

        /// Whether its factory or its steps are under way, so that its session will return to it.
        var isRunning: Bool { phase != .complete && !isPostponed }
    }

    /// What a session is doing: the factory or a step of a construction.
    struct Activity: Hashable, Sendable {
        let construction: ID
        let isStep: Bool
    }

    enum Wait: Hashable, Sendable {
        /// For an instance that another session is building.
        case instance(ID)
        /// For the commit of an own instance that needs an instance of another session.
        ///
        /// If the commit does not come, the instance may be handed to the enclosing construction.
        case commit(ID, isHandedOut: Bool)

        /// Whether it is for the commit of that instance.
        func isCommit(of other: ID) -> Bool {
            if case .commit(other, _) = self { true } else { false }
        }
    }

    /// Why a session goes on.
    enum Verdict: Hashable, Sendable {
        /// The awaited construction was committed.
        case committed(ID)
        /// The awaited instance exists; it is handed out before its commit to break a ring.
        case early(ID)
        /// Unwind to the innermost step and run it again when that own instance exists.
        case postpone(until: ID)
        /// Every awaited instance of the ring is still in its factory.
        case cycle(ID)
        /// The awaited construction failed, or one that it needs.
        case failed(Failure)
        /// The awaited construction depends on this asynchronous one, for which no thread waits.
        case needsAsync(ID)
        /// The awaited construction is not under way any more: ask again.
        case retry

        /// The construction that it is about.
        var construction: ID? {
            switch self {
            case .committed(let id), .early(let id), .postpone(let id), .cycle(let id),
                .needsAsync(let id):
                id
            case .failed, .retry: nil
            }
        }
    }

    /// A session whose wait is over.
    struct Woken: Hashable, Sendable {
        let session: SessionID
        let verdict: Verdict
        /// Whether the ledger has forgotten the session meanwhile.
        var isForgotten = false
    }

    struct SessionState: Hashable, Sendable {
        let waits: Waits
        /// The session whose factory or step waits for this one.
        let parent: SessionID?
        var children: Set<SessionID> = []
        /// Its activities, innermost last.
        var activities: [Activity] = []
        var wait: Wait?
        /// The verdict that will end its wait.
        ///
        /// It is held back while a session runs that shares unfinished instances with this one.
        var decision: Verdict?
        /// The asynchronous construction that it works for, also while none of its code runs.
        var builder: ID?
        /// Its constructions.
        var constructions: Set<ID> = []
        /// The constructions of others that it may have early.
        var granted: Set<ID> = []
        /// The uncommitted instances that it received while it was building nothing that is tracked.
        ///
        /// What is made of them is a construction later, if anything else can reach it: ``adopt(in:)``.
        var loose: Set<ID> = []
        /// The constructions that were dropped because one of another session failed: its own, and
        /// loose ones.
        var pendingFailures: [ID: Failure] = [:]
    }

    var constructions: [ID: TrackedConstruction] = [:]
    var inFlight: [Cell: ID] = [:]
    var sessions: [SessionID: SessionState] = [:]
    /// The sessions whose wait is over, with their verdicts.
    var woken: [Woken] = []
    /// The failures that left the ledger: the caller releases them, outside its lock.
    var released: [Failure] = []
    var lastID = 0
    var lastSession = 0

    /// Creates an empty ledger.
    init() {}

    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.constructions == rhs.constructions && lhs.inFlight == rhs.inFlight
            && lhs.sessions == rhs.sessions && lhs.lastID == rhs.lastID
            && lhs.lastSession == rhs.lastSession && lhs.woken == rhs.woken
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(constructions)
        hasher.combine(sessions)
    }
}

// MARK: - Building

extension ConstructionLedger {
    /// Opens a session.
    ///
    /// - Parameters:
    ///   - waits: How it waits.
    ///   - parent: The session whose factory or step waits for this one, if there is one.
    /// - Returns: Its number, which no other session ever has.
    mutating func open(_ waits: Waits, inside parent: SessionID? = nil) -> SessionID {
        lastSession += 1
        let known = parent.flatMap { sessions[$0] == nil ? nil : $0 }
        sessions[lastSession] = SessionState(waits: waits, parent: known)
        if let known { sessions[known]?.children.insert(lastSession) }
        return lastSession
    }

    /// Begins a construction of a session.
    mutating func begin(in session: SessionID, cell: Cell? = nil, isAsync: Bool = false) -> ID {
        lastID += 1
        constructions[lastID] = TrackedConstruction(session: session, cell: cell, isAsync: isAsync)
        if let cell { inFlight[cell] = lastID }
        sessions[session]?.constructions.insert(lastID)
        if isAsync, sessions[session]?.builder == nil { sessions[session]?.builder = lastID }
        sessions[session]?.activities.append(Activity(construction: lastID, isStep: false))
        return lastID
    }

    /// Notes that the factory has returned, so that the instance exists.
    mutating func instanceExists(_ id: ID) {
        guard let session = constructions[id]?.session else { return }
        constructions[id]?.phase = .injecting
        sessions[session]?.activities.removeLast()
    }

    /// Notes that a step begins, for a construction or for an untracked instance.
    ///
    /// - Returns: Whether the step was noted, so that its end must be noted too.
    mutating func stepBegins(in session: SessionID, for id: ID?) -> Bool {
        guard let builder = id ?? sessions[session]?.activities.last?.construction else {
            return false
        }
        constructions[builder]?.isPostponed = false
        sessions[session]?.activities.append(Activity(construction: builder, isStep: true))
        return true
    }

    /// Notes that the step that began last has returned or thrown.
    mutating func stepEnds(in session: SessionID) {
        _ = sessions[session]?.activities.popLast()
    }

    /// Postpones the steps of a construction until the factory of another one has returned.
    ///
    /// - Returns: Its pending failure, if it has one.
    mutating func postpone(_ id: ID) -> Failure? {
        if let failure = constructions[id]?.pendingFailure { return failure }
        constructions[id]?.isPostponed = true
        return nil
    }

    /// Notes that the innermost construction that a session works for holds on to `id`.
    ///
    /// - Returns: The pending failure of `id`, if it has one.
    mutating func hold(_ id: ID, in session: SessionID) -> Failure? {
        guard let held = constructions[id] else { return sessions[session]?.pendingFailures[id] }
        if let failure = held.pendingFailure { return failure }
        let root = root(of: session)
        let state = sessions[root]
        if let holder = state?.activities.last?.construction ?? state?.builder {
            note(holder, needs: [id])
        } else {
            sessions[root]?.loose.insert(id)
            constructions[id]?.looseHolders.insert(root)
        }
        return nil
    }

    /// Begins the construction of an instance that exists.
    ///
    /// Its factory was no construction, so it may hold on to all that the session was handed outside
    /// constructions.
    mutating func adopt(in session: SessionID) -> ID {
        let id = begin(in: session)
        instanceExists(id)
        let state = sessions[root(of: session)]
        let loose = state?.loose.sorted() ?? []
        note(id, needs: loose)
        let failures = loose.compactMap {
            state?.pendingFailures[$0] ?? constructions[$0]?.pendingFailure
        }
        constructions[id]?.pendingFailure = failures.first
        _ = hold(id, in: session)
        return id
    }

    /// Notes that a construction may hold on to others.
    mutating func note(_ id: ID, needs others: [ID]) {
        guard constructions[id] != nil else { return }
        for other in others where other != id && constructions[other] != nil {
            constructions[id]?.needs.insert(other)
            constructions[other]?.neededBy.insert(id)
        }
    }

    /// The outermost session that waits for a session; the session itself, if none does.
    func root(of session: SessionID) -> SessionID {
        var root = session
        while let parent = sessions[root]?.parent { root = parent }
        return root
    }

    /// Whether a step runs inside the factory of a construction.
    func hasStep(above id: ID, in session: SessionID) -> Bool {
        guard let activities = sessions[session]?.activities,
            let position = activities.lastIndex(of: Activity(construction: id, isStep: false))
        else { return false }
        return activities[position...].contains(where: \.isStep)
    }

    func isInFlight(_ cell: Cell) -> Bool { !inFlight.isEmpty && inFlight[cell] != nil }

    func isUncommitted(_ id: ID) -> Bool { constructions[id] != nil }

    /// Whether nothing is under way.
    var isEmpty: Bool { constructions.isEmpty && sessions.isEmpty }
}
