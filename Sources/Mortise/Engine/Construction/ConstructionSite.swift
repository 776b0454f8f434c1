// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph
import Synchronization

/// The one place of the process where tracked instances are built: the ledger, what it speaks of,
/// and the lock around both.
///
/// The ledger decides; this performs: it has sessions wait and wakes them, and publishes what is
/// committed. No user code runs under the lock, and nothing that belongs to a user is released
/// under it.
enum ConstructionSite {
    /// What the ledger knows as a number.
    final class Record {
        let cell: Cell?
        let slot: Slot
        /// Kept for as long as anything of it is under way: a session may have released it.
        let owner: Container
        /// Where it is being built, for its own thread.
        let frame: FramePointer?
        var holder: AnyObject?
        /// How to dispose of it once it is committed.
        var closer: Closer?
        /// The task that builds it, if it has one of its own.
        var task: Task<Void, Never>?
        /// Whether that task was cancelled because nobody waited any more.
        var isCancelled = false

        init(cell: Cell?, slot: Slot, frame: FramePointer?) {
            self.cell = cell
            self.slot = slot
            owner = slot.owner
            self.frame = frame
        }
    }

    /// An error on its way to everyone who needs what failed.
    final class Failure: Hashable, Sendable {
        let error: any Error

        init(_ error: any Error) { self.error = error }

        static func == (lhs: Failure, rhs: Failure) -> Bool { lhs === rhs }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    typealias Ledger = ConstructionLedger<Failure>

    /// What is left to do when the lock is given up, because a user's code may run in it: an
    /// executor's, or the `deinit` of an error or of what was replaced.
    struct AfterLock {
        /// What belongs to users, to be released.
        var failures: [Failure] = []
        /// What may be the last to hold something that belongs to users.
        var records: [Record] = []
        var parkers: [OpaquePointer] = []
        var continuations: [CheckedContinuation<Void, Never>] = []

        var isEmpty: Bool {
            parkers.isEmpty && continuations.isEmpty && failures.isEmpty && records.isEmpty
        }

        func perform() {
            for parker in parkers { mortise_parker_wake(parker) }
            for continuation in continuations { continuation.resume() }
        }
    }

    // A word: of a value without size, a sanitizer takes the mutex behind it for the value.
    private static let lock = Locked(0)

    // Accesses are not checked for exclusivity, which the lock sees to: a check costs more than what
    // it checks.

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

    /// Has a session wait.
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

    /// Hands verdicts to the sessions that the ledger has decided about.
    ///
    /// Under the lock: at its end, and before anything that a verdict is about is forgotten.
    static func deliverVerdicts() {
        for woken in ledger.takeWoken() {
            waiters.removeValue(forKey: woken.session)?
                .deliver(delivery(woken.verdict), isForgotten: woken.isForgotten)
        }
    }

    /// A verdict with what it is about.
    ///
    /// Under the lock.
    static func delivery(_ verdict: Ledger.Verdict) -> Waiter.Delivery {
        Waiter.Delivery(verdict: verdict, record: verdict.construction.flatMap { records[$0] })
    }

    /// A construction is over.
    ///
    /// Under the lock; its record is released after it.
    ///
    /// - Returns: Its record.
    @discardableResult static func forget(_ id: Int) -> Record? {
        guard let record = records.removeValue(forKey: id) else { return nil }
        afterLock.records.append(record)
        return record
    }

    // MARK: Asking

    enum Answer {
        /// The instance is committed or handed out early; this is its holder.
        case instance(AnyObject)
        /// The committed instance of a weak scope is alive.
        case object(AnyObject)
        /// Build it, under this number.
        case construct(Int)
        /// Unwind to the innermost step; it runs again when the instance of that frame exists.
        case postpone(until: FramePointer)
        /// The asked-for instance waits for this very request, in factories all around.
        case cycle
        case failed(any Error)
        /// The container that would keep it is closed.
        case closed
        /// It exists, and waits for the commit of what this definition makes asynchronously.
        case needsAsync(Slot)
        /// Another session is building it: leave the attempt, then join what is built for the cell.
        case unwind
    }

    /// Synchronous code asks for the instance of a cell; a thread waits while another one builds it.
    static func request(_ cell: Cell, of slot: Slot, frame: FramePointer, thread: Thread) -> Answer
    {
        while true {
            let (answer, waiter) = locked { ask(cell, of: slot, frame: frame, thread: thread) }
            if let answer = answer ?? waiter?.park().flatMap(Self.answer(to:)) { return answer }
        }
    }

    /// Under the lock.
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

    /// What a verdict says to who asked; `nil` to ask again.
    private static func answer(to delivery: Waiter.Delivery) -> Answer? {
        let record = delivery.record
        return switch delivery.verdict {
        case .committed, .early: record?.holder.map { .instance($0) }
        case .postpone: record?.frame.map { .postpone(until: $0) } ?? .cycle
        case .cycle: .cycle
        case .failed(let failure): .failed(failure.error)
        case .needsAsync: record.map { .needsAsync($0.slot) }
        case .released, .retry: nil
        }
    }

    // MARK: Cells

    /// The instance that a cell has, or that it can have none; else who builds it is tracked from now on:
    /// if that is nobody, the cell is reserved for who asks.
    ///
    /// Under the lock.
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
            return nil
        }
        if let construction { track(construction) }
        return answer
    }

    /// An instance is built to which somebody has a claim.
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

    /// The tracked construction of a cell is over: a claim to it may be left.
    ///
    /// Under both locks.
    static func end(in cell: Cell, _ closing: inout Closing) {
        cell.isTracked = ledger.isInFlight(cell.number)
        closing.constructionEnds(resuming: &afterLock.continuations)
    }
}
