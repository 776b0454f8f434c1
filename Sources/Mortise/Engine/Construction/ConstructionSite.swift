// SPDX-License-Identifier: MIT

import CMortiseThread

/// The only ledger of the process, the records of its constructions, and the lock around both.
///
/// The ledger decides, and this type performs: it makes sessions wait, wakes them, and publishes
/// committed instances. No user code runs under the lock, and nothing that belongs to a user is
/// released under it.
enum ConstructionSite {
    /// A construction, which the ledger knows as a number.
    final class Record {
        let cell: Cell?
        let slot: Slot
        /// Kept alive while the construction is under way: a session may have released it.
        let owner: Container
        /// The frame that builds it, for its own thread.
        let frame: FramePointer?
        var holder: AnyObject?
        /// How to dispose of it: once it is committed if its container keeps it, or now if nobody
        /// gets it.
        var closer: Closer?
        /// Whether it was made elsewhere, and brought.
        var isBrought = false
        /// The task that builds it, if it has one of its own.
        var task: Task<Void, Never>?
        /// Whether that task was cancelled because no session waited any more.
        var isCancelled = false

        init(cell: Cell?, slot: Slot, frame: FramePointer?) {
            self.cell = cell
            self.slot = slot
            owner = slot.owner
            self.frame = frame
        }
    }

    /// An error that is passed on to everything that needs the failed construction.
    final class Failure: Hashable, Sendable {
        let error: any Error

        init(_ error: any Error) { self.error = error }

        static func == (lhs: Failure, rhs: Failure) -> Bool { lhs === rhs }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    typealias Ledger = ConstructionLedger<Failure>

    /// The work to do after the lock is released, because it may run user code: an executor, or the
    /// `deinit` of an error or of a replaced value.
    struct AfterLock {
        /// The failures to release, which belong to users.
        var failures: [Failure] = []
        /// The records to release, which may have the last reference to something of a user's.
        var records: [Record] = []
        /// The instances to dispose of, because nobody gets them.
        var abandoned: [Closer] = []
        var parkers: [OpaquePointer] = []
        var continuations: [CheckedContinuation<Void, Never>] = []

        var isEmpty: Bool {
            parkers.isEmpty && continuations.isEmpty && failures.isEmpty && records.isEmpty
                && abandoned.isEmpty
        }

        func perform() {
            for parker in parkers { mortise_parker_wake(parker) }
            for continuation in continuations { continuation.resume() }
            for closer in abandoned { closer.abandon() }
            withExtendedLifetime(self) {}
        }
    }

    // A word, because a sanitizer takes the mutex behind a value without size for that value.
    private static let lock = Locked(0)

    // Accesses are not checked for exclusivity, which the lock ensures: a check costs more than the
    // access.

    // Guarded by the lock.
    @exclusivity(unchecked) nonisolated(unsafe) static var ledger = Ledger()
    // Guarded by the lock.
    @exclusivity(unchecked) nonisolated(unsafe) static var records: [Int: Record] = [:]
    // Guarded by the lock.
    @exclusivity(unchecked) nonisolated(unsafe) static var waiters: [Int: Waiter] = [:]
    // Guarded by the lock.
    @exclusivity(unchecked) nonisolated(unsafe) static var afterLock = AfterLock()

    /// Runs a short closure under the lock.
    static func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
        var afterLock = AfterLock()
        defer { if !afterLock.isEmpty { afterLock.perform() } }
        return try lock.withLock { _ in
            defer { finish(&afterLock) }
            return try body()
        }
    }

    /// Ends what was done under the lock, and takes what is to be done without it.
    ///
    /// Not inlined into everybody who takes the lock.
    @inline(never) private static func finish(_ afterLock: inout AfterLock) {
        if !ledger.woken.isEmpty { deliverVerdicts() }
        if !ledger.released.isEmpty { swap(&ledger.released, &Self.afterLock.failures) }
        if !Self.afterLock.isEmpty { swap(&afterLock, &Self.afterLock) }
    }

    // MARK: Waiting

    /// Makes a session wait.
    ///
    /// Under the lock.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - thread: Its thread, which parks; `nil` for a task.
    /// - Returns: Where to wait.
    static func wait(_ session: Int, parking thread: Thread?) -> Waiter {
        let waiter = Waiter(parking: thread)
        waiters[session] = waiter
        return waiter
    }

    /// Delivers the ledger's verdicts to the sessions.
    ///
    /// Under the lock: at its end, and before the record of a verdict's construction is forgotten.
    static func deliverVerdicts() {
        for woken in ledger.takeWoken() {
            waiters.removeValue(forKey: woken.session)?
                .deliver(delivery(woken.verdict), isForgotten: woken.isForgotten)
        }
    }

    /// A verdict with the record of its construction.
    ///
    /// Under the lock.
    static func delivery(_ verdict: Ledger.Verdict) -> Waiter.Delivery {
        Waiter.Delivery(verdict: verdict, record: verdict.construction.flatMap { records[$0] })
    }

    /// Forgets a construction that is over.
    ///
    /// Under the lock; its record is released after it.
    ///
    /// - Returns: Its record.
    @discardableResult static func forget(_ id: Int) -> Record? {
        guard let record = records.removeValue(forKey: id) else { return nil }
        afterLock.records.append(record)
        return record
    }

    // MARK: Requests

    enum Answer {
        /// The instance is committed or handed out early; this is its holder.
        case instance(AnyObject)
        /// The committed instance of a weak singleton is alive.
        case object(AnyObject)
        /// Build it, under this number.
        case construct(Int)
        /// Unwind to the innermost step; it runs again when the instance of that frame exists.
        case postpone(until: FramePointer)
        /// The requested instance waits for this very request, through factories alone.
        case cycle
        case failed(any Error)
        /// The container that would keep it is closed.
        case closed
        /// Its commit waits for an instance that this definition makes asynchronously.
        case needsAsync(Slot)
        /// Another session is building it: leave the attempt, then join what is built for the cell.
        case unwind
    }

    /// Requests the instance of a cell for synchronous code.
    ///
    /// A thread waits while another one builds the instance.
    static func request(_ cell: Cell, of slot: Slot, frame: FramePointer, thread: Thread) -> Answer
    {
        while true {
            let (answer, waiter) = locked { ask(cell, of: slot, frame: frame, thread: thread) }
            if let answer = answer ?? waiter?.park().flatMap(Self.answer(to:)) { return answer }
        }
    }

    /// Requests the instance of a cell, under the lock.
    ///
    /// - Returns: The answer, or where to wait for it; neither, to ask again.
    private static func ask(
        _ cell: Cell,
        of slot: Slot,
        frame: FramePointer,
        thread: Thread
    ) -> (Answer?, Waiter?) {
        if let known = known(cell, of: slot) { return (known, nil) }
        let session = thread.ledgerSession
        let claim = ledger.inFlight[cell.number]
        switch ledger.request(cell.number, by: session) {
        case .construct(let id):
            records[id] = Record(cell: cell, slot: slot, frame: frame)
            if let claim, !fulfil(claim, in: cell, of: slot) {
                forget(id)
                ledger.abandon(id)
                return (.closed, nil)
            }
            return (.construct(id), nil)
        case .verdict(let verdict): return (self.answer(to: delivery(verdict)), nil)
        case .unwind: return (.unwind, nil)
        case .wait: return (nil, wait(session, parking: thread))
        }
    }

    /// The answer that a verdict means for a request; `nil` to ask again.
    private static func answer(to delivery: Waiter.Delivery) -> Answer? {
        let record = delivery.record
        return switch delivery.verdict {
        case .committed, .early: record?.holder.map { .instance($0) }
        case .postpone: record?.frame.map { .postpone(until: $0) } ?? .cycle
        case .cycle: .cycle
        case .failed(let failure): .failed(failure.error)
        case .needsAsync: record.map { .needsAsync($0.slot) }
        case .retry: nil
        }
    }

    // MARK: Cells

    /// The instance of a cell, or that its container is closed.
    ///
    /// If there is neither, the construction of the cell is tracked from then on. If there is none,
    /// the cell is reserved for the caller. Under the lock.
    static func known(_ cell: Cell, of slot: Slot) -> Answer? {
        var construction: ConstructionPointer?
        let answer = slot.owner.instances.withLock { closing -> Answer? in
            if let holder = cell.holder {
                slot.handsOut(holder, of: cell)
                return .instance(holder)
            }
            if let object = cell.object { return .object(object) }
            construction = cell.construction
            construction?.mark(cell)
            guard !cell.isTracked else { return nil }
            guard closing.constructionBegins() else { return .closed }
            cell.isTracked = true
            cell.build = 0
            return nil
        }
        if let construction { track(construction) }
        return answer
    }

    /// Turns the claim to a cell into a construction.
    ///
    /// Under the lock.
    ///
    /// - Returns: `false` if its container is closed.
    private static func fulfil(_ claim: Int, in cell: Cell, of slot: Slot) -> Bool {
        forget(claim)
        return slot.owner.instances.withLock { closing in
            cell.isTracked = closing.constructionBegins()
            return cell.isTracked
        }
    }

    /// Ends the tracked construction of a cell, of which a claim may be left.
    ///
    /// Under both locks.
    static func end(in cell: Cell, _ closing: inout Closing) {
        cell.isTracked = ledger.isInFlight(cell.number)
        closing.constructionEnds(resuming: &afterLock.continuations)
    }
}
