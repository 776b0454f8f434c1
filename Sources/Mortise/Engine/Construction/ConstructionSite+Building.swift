// SPDX-License-Identifier: MIT

import MortiseGraph

// Sessions report their constructions to the ledger and to the cells.

extension ConstructionSite {
    // MARK: Building

    /// Tracks an instance that no cell keeps.
    static func begin(_ slot: Slot, frame: FramePointer, thread: Thread) -> Int {
        locked { begin(slot, frame, in: thread.ledgerSession) }
    }

    /// Under the lock.
    static func begin(
        _ slot: Slot,
        _ frame: FramePointer?,
        in session: Int,
        cell: Cell? = nil,
        isAsync: Bool = false
    ) -> Int {
        let id = ledger.begin(in: session, cell: cell?.number, isAsync: isAsync)
        records[id] = Record(cell: cell, slot: slot, frame: frame)
        return id
    }

    /// Tracks another construction of an instance while its factory runs.
    ///
    /// - Returns: Its number; `nil` if no factory is making the instance any more: ask again.
    static func beginAgain(
        _ cell: Cell,
        of slot: Slot,
        frame: FramePointer,
        thread: Thread
    ) -> Int? {
        locked {
            guard let old = ledger.inFlight[cell.number],
                let new = ledger.beginAgain(cell.number, by: thread.ledgerSession)
            else { return nil }
            change(old, to: nil)
            records[new] = Record(cell: cell, slot: slot, frame: frame)
            return new
        }
    }

    /// Whether another construction replaces this one.
    static func isReplaced(_ id: Int) -> Bool {
        locked { ledger.constructions[id]?.successor != nil }
    }

    /// Gives a construction another cell, or none.
    private static func change(_ id: Int, to cell: Cell?) {
        guard let record = forget(id) else { return }
        records[id] = Record(cell: cell, slot: record.slot, frame: record.frame)
    }

    /// Tracks an instance that exists already, which the enclosing construction holds.
    static func adopt(_ slot: Slot, frame: FramePointer, thread: Thread) -> Int {
        locked {
            let id = ledger.adopt(in: thread.ledgerSession)
            records[id] = Record(cell: nil, slot: slot, frame: frame)
            return id
        }
    }

    static func instanceExists(
        _ id: Int,
        holder: AnyObject?,
        closer: Closer?,
        isBrought: Bool = false
    ) {
        locked {
            records[id]?.holder = holder
            records[id]?.closer = closer
            records[id]?.isBrought = isBrought
            ledger.instanceExists(id)
        }
    }

    /// Notes how to dispose of an adopted instance if nobody gets it.
    static func note(_ closer: Closer?, of id: Int) {
        guard let closer else { return }
        locked { records[id]?.closer = closer }
    }

    /// Replaces the instance of a construction.
    static func replace(_ id: Int, holder: AnyObject, closer: Closer?) {
        let old = locked {
            let old = (records[id]?.holder, records[id]?.closer)
            records[id]?.holder = holder
            if let closer { records[id]?.closer = closer }
            return old
        }
        withExtendedLifetime(old) {}
    }

    static func stepBegins(_ id: Int?, thread: Thread) -> Bool {
        locked { ledger.stepBegins(in: thread.ledgerSession, for: id) }
    }

    static func stepEnds(thread: Thread) {
        locked { ledger.stepEnds(in: thread.ledgerSession) }
    }

    /// Notes that an instance's steps wait for the factory of another one.
    static func postpone(_ id: Int) throws {
        let failure = locked { ledger.postpone(id) }
        if let failure { throw failure.error }
    }

    /// Notes that the enclosing construction holds an instance that may be uncommitted.
    static func hold(_ id: Int, thread: Thread) throws {
        let failure = locked { ledger.hold(id, in: thread.ledgerSession) }
        if let failure { throw failure.error }
    }

    // MARK: Failing

    /// Fails a construction, and all that need it.
    ///
    /// - Returns: The numbers of the dropped constructions.
    static func fail(_ id: Int, with error: any Error) -> [Int] {
        drop { ledger.fail(id, with: Failure(error), isOwn: error.isOwn) }
    }

    /// Drops a construction of an unwound attempt, and the complete or postponed ones that need it.
    static func unwound(_ id: Int) -> [Int] { drop { ledger.unwound(id) } }

    /// Drops a construction whose factory was unwound to run again, or whose instance is replaced.
    @discardableResult static func abandon(_ id: Int) -> [Int] {
        drop {
            ledger.abandon(id)
            return [id]
        }
    }

    private static func drop(_ ids: () -> [Int]) -> [Int] {
        locked {
            let ids = ids()
            // The newest first: it may depend on the others.
            for id in ids.sorted(by: >) {
                guard let record = forget(id) else { continue }
                if let closer = record.closer, !record.isBrought { abandon(closer) }
                guard let cell = record.cell else { continue }
                if let predecessor = ledger.inFlight[cell.number], predecessor != id {
                    change(predecessor, to: cell)
                    continue
                }
                record.owner.instances.withLock { end(in: cell, &$0) }
                guard ledger.isUncommitted(id) else { continue }
                // A claim is left, which has no instance.
                records[id] = Record(cell: cell, slot: record.slot, frame: nil)
            }
            return ids
        }
    }

    /// Disposes of an instance after the lock is released; its container awaits that.
    ///
    /// Under the lock.
    private static func abandon(_ closer: Closer) {
        closer.slot.owner.instances.withLock { $0.disposalBegins() }
        afterLock.abandoned.append(closer)
    }

    /// Whether an instance is still waiting for its commit.
    static func isUncommitted(_ id: Int) -> Bool {
        locked { ledger.isUncommitted(id) }
    }

    /// Ends a session, under the lock.
    ///
    /// - Returns: The numbers of its constructions that were dropped because one of another session
    ///   failed.
    static func end(_ session: Int) -> Set<Int> {
        let claims = ledger.claims(in: ledger.sessions[session]?.constructions ?? [])
        let lost = ledger.end(session)
        for id in claims {
            guard let claim = forget(id), let cell = claim.cell else { continue }
            claim.owner.instances.withLock { _ in
                cell.isTracked = ledger.isInFlight(cell.number)
            }
        }
        return lost
    }
}

extension Error {
    /// Whether it concerns only the session that failed, and not those that wait: a cancellation,
    /// or the wrong lane.
    fileprivate var isOwn: Bool {
        if self is CancellationError { return true }
        guard let code = (self as? ResolutionError)?.code else { return false }
        return code == .needsAsync || code == .needsMainActor
    }
}
