// SPDX-License-Identifier: MIT

import CMortiseThread
public import Synchronization

extension Container {
    /// Runs a body inside the resolve that runs on this thread, or as the outermost one.
    ///
    /// - Parameter body: Gets the frame that asks, if there is one, and this container's table.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    func inSession<Result>(
        _ body: (FramePointer?, Table, Thread) throws -> Result
    ) throws -> Result {
        let thread = ThreadRecord.make()
        let container = Unmanaged.passUnretained(self)
        if let caller = thread.pointee.frame {
            return try body(caller, caller.table(of: container), thread)
        }
        if thread.pointee.table.load(ordering: .relaxed) != 0 {
            // Between two frames: a listener, or a comparison of arguments, resolves.
            return try body(nil, thread.sessionWork.table(of: container, thread: thread), thread)
        }
        let table = announceTable(thread)
        thread.pointee.checkpoint = Checkpoint.stackAddress &- Checkpoint.firstDistance
        let result: Result
        do {
            result = try body(nil, table, thread)
        } catch {
            thread.leave(succeeded: false)
            throw error
        }
        thread.leave(succeeded: true)
        return result
    }

    /// Whether who resolves here now, on this thread, gets what everybody would, and for good.
    ///
    /// A resolve that is running sees what was when it began; and what is being built may still fail, with
    /// all that needs it.
    var isSeenAsPublished: Bool {
        guard let thread = ThreadRecord.current,
            thread.pointee.table.load(ordering: .relaxed) != 0
        else { return true }
        guard thread.pointee.building == 0 else { return false }
        let frame = thread.pointee.frame
        let links = thread.pointee.work?.takeUnretainedValue().links[ObjectIdentifier(self)]
        if let links, links.changes != Self.linkChanges.load(ordering: .acquiring),
            !links.peers.elementsEqual(peersInOrder, by: ===)
        {
            return false
        }
        return allInOrder.allSatisfy { container in
            let container = Unmanaged.passUnretained(container)
            let seen =
                frame?.table(of: container)
                ?? thread.sessionWork.table(of: container, thread: thread)
            return seen.word == container.publishedTable
        }
    }

    func announceTable(_ thread: Thread) -> Table {
        var word = table.load(ordering: .acquiring)
        while true {
            thread.pointee.table.store(word, ordering: .relaxed)
            mortise_reader_barrier()
            let again = table.load(ordering: .acquiring)
            if again == word { return Table(word: word) }
            word = again
        }
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The table of a container, as the running resolve sees it.
    func table(of container: Unmanaged<Container>) -> Table {
        if let work = pointee.thread.pointee.work?.takeUnretainedValue(), !work.redirects.isEmpty,
            let redirect = work.redirects.last(where: { $0.asked == container.toOpaque() })
        {
            return redirect.table
        }
        if pointee.table.owner.toOpaque() == container.toOpaque() { return pointee.table }
        let thread = pointee.thread
        let first = thread.pointee.table.load(ordering: .relaxed)
        if first != 0, Table(word: first).owner.toOpaque() == container.toOpaque() {
            return Table(word: first)
        }
        return thread.sessionWork.table(of: container, thread: thread)
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// The outermost resolve is over: nothing is announced any more; what it left is cleaned up.
    @inlinable @inline(__always) func leave(succeeded: Bool) {
        pointee.frame = nil
        pointee.table.store(0, ordering: .releasing)
        if _slowPath(pointee.work != nil) {
            cleanUp(succeeded: succeeded)
        } else if pointee.nodes != nil {
            dropNodes()
        }
    }

    @usableFromInline @inline(never) func cleanUp(succeeded: Bool) {
        let work = pointee.work?.takeRetainedValue()
        pointee.work = nil
        pointee.isPostponing = false
        pointee.builder = 0
        pointee.building = 0
        pointee.runningSteps = 0
        work?.unpin(self)
        if let work, let carrier = work.carrier {
            return handOver(work, to: carrier, succeeded: succeeded)
        }
        if let work, work.usedConstructionSite {
            work.failed.formUnion(ConstructionSite.end(session))
        }
        dropNodes()
        guard let work else { return }
        SessionWork.letGo(of: &work.weak)
        SessionWork.letGoOfUnregistered(&work.built)
        let notified = SessionWork.notified(of: work.created, without: work.failed, succeeded)
        // User code: by now the thread is free for further resolves.
        for created in notified { created.notify() }
        Reclaimer.sweep()
    }

    /// A stretch of an asynchronous session is over.
    private func handOver(_ work: SessionWork, to carrier: AsyncSession, succeeded: Bool) {
        if work.usedConstructionSite { carrier.usedConstructionSite = true }
        let created = work.created.filter { created in
            succeeded || created.isKept
                || (created.construction != 0 && created.construction != carrier.builder)
        }
        carrier.takeOver(work, of: self, created)
        // What is let go of from here on may run user code, which is no part of it.
        pointee.asyncSession = nil
        SessionWork.letGoOfUnregistered(&work.built)
        Reclaimer.sweep()
    }
}

extension SessionWork {
    /// Whom to call back at the end of a session, in order: after a failure, what is committed.
    static func notified(
        of created: [Created],
        without failed: Set<Int>,
        _ succeeded: Bool
    ) -> [Created] {
        created.reversed().filter {
            !failed.contains($0.construction)
                && (succeeded
                    || ($0.construction != 0 && !ConstructionSite.isUncommitted($0.construction)))
        }
    }

    /// From now on only others keep the instances of weak scopes alive.
    static func letGo(of weak: inout [(cell: Cell, holder: AnyObject, object: AnyObject?)]) {
        guard !weak.isEmpty else { return }
        var released: [AnyObject] = []
        ConstructionSite.locked {
            for (cell, holder, object) in weak where cell.holder === holder {
                cell.object = object
                cell.holder = nil
                released.append(holder)
            }
        }
        weak = []
        released.removeAll()
    }

    /// Definitions that were removed or replaced while they were built from keep nothing.
    static func letGoOfUnregistered(_ built: inout [(slot: Slot, cell: Cell)]) {
        guard !built.isEmpty else { return }
        var released: [AnyObject] = []
        ConstructionSite.locked {
            // Whether the plain key of a wired definition is published says nothing about it.
            for (slot, cell) in built where !slot.isPublished && slot.kind != .wired {
                if let holder = cell.holder { released.append(holder) }
                cell.holder = nil
            }
        }
        built = []
        released.removeAll()
    }
}
