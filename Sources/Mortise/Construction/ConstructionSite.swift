// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// The one place of the process where watched instances are built: the ledger, what it speaks of,
/// and the lock around both.
///
/// The ledger decides; this performs: it parks and wakes threads, and publishes what is committed.
/// No user code runs under the lock, and nothing that belongs to a user is released under it.
enum ConstructionSite {
    /// What the ledger knows as a number.
    final class Record {
        let cell: Cell?
        let slot: Slot
        /// Kept for as long as anything of it is under way: a session may have let go of it.
        let owner: Container
        /// Where it is being built, for its own thread.
        let frame: FramePointer?
        var holder: AnyObject?
        /// How to dispose of it once it is committed.
        var closer: Closer?

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

    // Accesses are not checked for exclusivity, which the lock sees to: a check costs more than what
    // it checks.

    // Guarded by the site's lock.
    @exclusivity(unchecked) nonisolated(unsafe) static var ledger = Ledger()
    // Guarded by the site's lock.
    @exclusivity(unchecked) nonisolated(unsafe) static var records: [Int: Record] = [:]
    // Guarded by the site's lock.
    @exclusivity(unchecked) nonisolated(unsafe) static var resumptions: [Closing.Waiter] = []
    // Guarded by the site's lock.
    @exclusivity(unchecked) nonisolated(unsafe) static var flights = Flights()

    /// Runs a short closure under the site's lock.
    static func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
        var waiters: [Closing.Waiter] = []
        // After the lock: an executor's code runs in it, which may be a user's.
        defer { for waiter in waiters { waiter.resume() } }
        mortise_site_lock()
        defer {
            if !resumptions.isEmpty { swap(&waiters, &resumptions) }
            mortise_site_unlock()
        }
        return try body()
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
        case awaitsFlight(Slot)
    }

    /// Asks for the instance of a cell; waits while another thread builds it.
    static func request(_ cell: Cell, of slot: Slot, frame: FramePointer, thread: Thread) -> Answer
    {
        locked {
            while true {
                if let holder = cell.holder {
                    slot.makeHot(holder)
                    return .instance(holder)
                }
                if let object = cell.object { return .object(object) }
                enterBrief(building: cell)
                if let flight = flight(holdingBack: cell, session: thread.session) {
                    return .awaitsFlight(flight)
                }
                switch ledger.request(cell.number, by: thread.session) {
                case .construct(let id):
                    guard slot.owner.closing.constructionBegins() else {
                        ledger.abandon(id)
                        return .closed
                    }
                    records[id] = Record(cell: cell, slot: slot, frame: frame)
                    return .construct(id)
                case .verdict(let verdict):
                    wakeOthers()
                    if let answer = answer(verdict, holder: nil) { return answer }
                case .wait:
                    wakeOthers()
                    let verdict = sleep(thread)
                    let holder = thread.pointee.delivery
                    thread.pointee.delivery = nil
                    if let answer = answer(verdict, holder: holder) { return answer }
                }
            }
        }
    }

    private static func answer(_ verdict: Ledger.Verdict, holder: AnyObject?) -> Answer? {
        switch verdict {
        case .committed(let id), .early(let id):
            (holder ?? records[id]?.holder).map { .instance($0) }
        case .postpone(let id): records[id]?.frame.map { .postpone(until: $0) } ?? .cycle
        case .cycle: .cycle
        case .failed(let failure): .failed(failure.error)
        case .released, .retry: nil
        }
    }

    private static func sleep(_ thread: Thread) -> Ledger.Verdict {
        let session = thread.session
        if thread.pointee.asyncSession != nil { flights.threads[session] = thread }
        while ledger.sessions[session]?.isParked == true {
            // Those that this thread has just served may be what it waits for.
            guard resumptions.isEmpty else {
                let waiters = resumptions
                resumptions = []
                mortise_site_unlock()
                for waiter in waiters { waiter.resume() }
                mortise_site_lock()
                continue
            }
            mortise_site_park(thread.pointee.parker)
        }
        flights.threads[session] = nil
        return ledger.resume(session)
    }

    /// Wakes the threads that the ledger has decided about, with what they were waiting for.
    static func wakeOthers() {
        for (session, verdict) in ledger.takeWoken() {
            guard session & 1 == 0, let thread = Thread(bitPattern: session) else {
                wake(session, verdict)
                continue
            }
            switch verdict {
            case .committed(let id), .early(let id):
                thread.pointee.delivery = records[id]?.holder
            default: break
            }
            mortise_site_wake(thread.pointee.parker)
        }
    }

    // MARK: Building

    /// Watches an instance that no cell keeps.
    static func begin(_ slot: Slot, frame: FramePointer?, session: UInt) -> Int {
        locked {
            let id = ledger.begin(in: session)
            records[id] = Record(cell: nil, slot: slot, frame: frame)
            return id
        }
    }

    /// Watches an instance that exists already, for whoever is being built around it.
    static func adopt(_ slot: Slot, frame: FramePointer, thread: Thread) -> Int {
        let id = begin(slot, frame: frame, session: thread.session)
        locked {
            ledger.instanceExists(id)
            _ = ledger.hold(id, in: thread.session)
        }
        return id
    }

    /// Notes that an instance may hold others that are not committed.
    static func note(_ id: Int, needs others: [Int]) {
        locked { ledger.note(id, needs: others) }
    }

    static func instanceExists(_ id: Int, holder: AnyObject?, closer: Closer?) {
        locked {
            records[id]?.holder = holder
            records[id]?.closer = closer
            ledger.instanceExists(id)
        }
    }

    static func stepBegins(_ id: Int?, thread: Thread) -> Bool {
        locked { ledger.stepBegins(in: thread.session, for: id) }
    }

    static func stepEnds(thread: Thread) {
        locked { ledger.stepEnds(in: thread.session) }
    }

    /// Notes that an instance's steps wait for the factory of another one.
    static func postpone(_ id: Int) throws {
        let doom = locked { ledger.postpone(id) }
        if let doom { throw doom.error }
    }

    /// Notes that what is being built around gets hold of an instance that may not be committed.
    static func hold(_ id: Int, thread: Thread) throws {
        let doom = locked { ledger.hold(id, in: thread.session) }
        if let doom { throw doom.error }
    }

    /// All steps are done: commits the instance, alone or with what it needs; waits for other
    /// threads if it needs theirs.
    static func complete(_ id: Int, isHandedOut: Bool = true, thread: Thread) throws {
        var published: [Record] = []
        let failure: Failure? = locked {
            let completion = finish(id, isHandedOut, publishing: &published)
            guard completion == nil else { return completion?.failure }
            let verdict = sleep(thread)
            thread.pointee.delivery = nil
            return completed(id, verdict, isHandedOut)
        }
        // The records go here, outside the lock: they may be the last to hold what was replaced.
        published.removeAll()
        if let failure { throw failure.error }
    }

    /// What became of an instance that is complete.
    struct Completion {
        let failure: Failure?
    }

    /// All steps of an instance are done.
    ///
    /// Under the site's lock.
    ///
    /// - Parameters:
    ///   - id: Its construction.
    ///   - isHandedOut: Whether it is handed to the construction around it.
    ///   - published: Gets what was committed, to be let go of outside the lock.
    /// - Returns: `nil` if its session has to sleep, and goes on with
    ///   ``completed(_:_:_:)``.
    static func finish(
        _ id: Int,
        _ isHandedOut: Bool = true,
        publishing published: inout [Record]
    ) -> Completion? {
        let completion = ledger.complete(id, isHandedOut: isHandedOut)
        if case .committed(let ids) = completion {
            published = publish(ids)
            return Completion(failure: nil)
        }
        wakeOthers()
        switch completion {
        case .verdict(let verdict):
            return Completion(failure: completed(id, verdict, isHandedOut))
        case .wait: return nil
        case .early, .committed: return Completion(failure: nil)
        }
    }

    /// The session of an instance that is complete goes on.
    ///
    /// Under the site's lock.
    static func completed(
        _ id: Int,
        _ verdict: Ledger.Verdict,
        _ isHandedOut: Bool = true
    ) -> Failure? {
        if case .failed(let failure) = verdict { return failure }
        if case .released = verdict, isHandedOut { ledger.released(id) }
        return nil
    }

    private static func publish(_ ids: [Int]) -> [Record] {
        let published = ids.compactMap { records[$0] }
        for record in published {
            guard let cell = record.cell, let holder = record.holder else { continue }
            cell.holder = holder
            record.slot.committed(holder)
        }
        wakeOthers()
        for id in ids { records[id] = nil }
        for record in published where record.cell != nil {
            if let closer = record.closer { record.owner.closing.add(closer) }
            record.owner.closing.constructionEnds(resuming: &resumptions)
        }
        return published
    }

    /// Constructions are over without a commit.
    private static func giveUp(_ records: [Record]) {
        for record in records where record.cell != nil {
            record.owner.closing.constructionEnds(resuming: &resumptions)
        }
    }

    /// Drops what failed and all that needs it.
    ///
    /// Returns the numbers of what was dropped.
    static func fail(_ id: Int, with error: any Error) -> [Int] {
        var dropped: [Record] = []
        let ids = locked {
            let ids = ledger.fail(id, with: Failure(error))
            wakeOthers()
            dropped = ids.compactMap { records.removeValue(forKey: $0) }
            giveUp(dropped)
            return ids
        }
        dropped.removeAll()
        return ids
    }

    /// Gives up a factory that was unwound to run again.
    static func abandon(_ id: Int) {
        let record = locked {
            ledger.abandon(id)
            wakeOthers()
            let record = records.removeValue(forKey: id)
            giveUp(record.map { [$0] } ?? [])
            return record
        }
        _ = record
    }

    /// Whether an instance is still waiting for its commit.
    static func isUncommitted(_ id: Int) -> Bool {
        locked { ledger.isUncommitted(id) }
    }

    /// The session is over.
    ///
    /// Returns the numbers of what was dropped because something of another session failed.
    static func end(_ session: UInt) -> Set<Int> {
        locked {
            let lost = ledger.end(session)
            wakeOthers()
            return lost
        }
    }
}
