// SPDX-License-Identifier: MIT

import CMortiseThread
public import Synchronization

extension Container {
    /// Runs a body inside the resolve that runs on this thread, or as the outermost one.
    ///
    /// - Parameter body: Gets who asks this container.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    func inSession<Result>(
        _ body: (Caller) throws -> Result
    ) throws -> Result {
        let thread = ThreadRecord.make()
        let container = Unmanaged.passUnretained(self)
        if let caller = thread.pointee.frame {
            return try body(Caller(caller, caller.table(of: container), thread))
        }
        if thread.pointee.table.load(ordering: .relaxed) != 0 {
            // Between two frames: a observer, or a comparison of arguments, resolves.
            let table = thread.session.table(of: container, thread: thread)
            return try body(Caller(nil, table, thread))
        }
        let table = pinTable(thread)
        thread.pointee.checkpoint = Checkpoint.first(on: thread)
        let result: Result
        do {
            result = try body(Caller(nil, table, thread))
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
        let links = thread.pointee.session?.takeUnretainedValue().links[ObjectIdentifier(self)]
        if let links, links.changes != Self.linkChanges.load(ordering: .acquiring),
            !links.peers.elementsEqual(peersInOrder, by: ===)
        {
            return false
        }
        return allInOrder.allSatisfy { container in
            let container = Unmanaged.passUnretained(container)
            let seen =
                frame?.table(of: container)
                ?? thread.session.table(of: container, thread: thread)
            return seen.word == container.publishedTable
        }
    }

    func pinTable(_ thread: Thread) -> Table {
        assert(
            thread.pointee.session != nil || thread.pointee.loadSourceTable(0) == 0,
            "the last resolve has given up its pins"
        )
        var word = table.load(ordering: .acquiring)
        while true {
            thread.pointee.table.store(word, ordering: .relaxed)
            mortise_reader_barrier()
            if table.load(ordering: .acquiring) == word { return Table(word: word) }
            // Who retired that table may have seen the pin. What is released is a user's: an attempt,
            // which has begun already, puts that off to its end.
            thread.pointee.table.store(0, ordering: .releasing)
            if thread.pointee.session == nil, thread.isAwaited(Awaited.session) {
                Reclaimer.ended(thread)
            }
            word = table.load(ordering: .acquiring)
        }
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The table of a container, as the running resolve sees it.
    func table(of container: Unmanaged<Container>) -> Table {
        if let session = pointee.thread.pointee.session?.takeUnretainedValue(),
            !session.redirects.isEmpty,
            let redirect = session.redirects.last(where: { $0.asked == container.toOpaque() })
        {
            return redirect.table
        }
        if pointee.table.owner.toOpaque() == container.toOpaque() { return pointee.table }
        let thread = pointee.thread
        let first = thread.pointee.table.load(ordering: .relaxed)
        if first != 0, Table(word: first).owner.toOpaque() == container.toOpaque() {
            return Table(word: first)
        }
        return thread.session.table(of: container, thread: thread)
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// The table of a container, announced without a session where the end of the resolve gives that up.
    ///
    /// - Returns: `nil` if there is a session, or if the resolve has announced too many.
    func announcedTable(of container: Unmanaged<Container>, newest: Bool) -> Table? {
        guard pointee.isUntracked, pointee.session == nil else { return nil }
        for index in 0..<ThreadRecord.sourceTableCount {
            let word = pointee.loadSourceTable(index)
            guard word != 0 else { return Table(word: pin(container, at: index)) }
            let table = Table(word: word)
            if table.owner.toOpaque() == container.toOpaque(),
                !newest || word == container.publishedTable
            {
                return table
            }
        }
        return nil
    }

    /// An outermost resolve is over that has announced tables without a session.
    func leaveUntracked(succeeded: Bool) {
        pointee.isUntracked = false
        if pointee.session == nil {
            for index in 0..<ThreadRecord.sourceTableCount {
                guard pointee.loadSourceTable(index) != 0 else { break }
                pointee.storeSourceTable(index, 0)
            }
        }
        leave(succeeded: succeeded)
    }

    /// The outermost resolve is over: nothing is announced any more; what it left is cleaned up.
    @inlinable @inline(__always) func leave(succeeded: Bool) {
        pointee.frame = nil
        pointee.table.store(0, ordering: .releasing)
        if isAwaited(Awaited.session) || pointee.session != nil || pointee.nodes != nil {
            leaveSlowly(succeeded: succeeded)
        }
    }

    @usableFromInline @inline(never) func leaveSlowly(succeeded: Bool) {
        if pointee.session != nil { return cleanUp(succeeded: succeeded) }
        if pointee.nodes != nil { dropNodes() }
        if isAwaited(Awaited.session) { Reclaimer.ended(self) }
    }

    /// Cleans up after a synchronous resolve; an attempt is cleaned up after by who mounted its session.
    private func cleanUp(succeeded: Bool) {
        guard let mounted = pointee.session,
            mounted._withUnsafeGuaranteedRef({ $0.task == nil })
        else { return }
        let session = mounted.takeRetainedValue()
        pointee.session = nil
        pointee.isUnwinding = false
        pointee.builder = 0
        pointee.building = 0
        pointee.runningSteps = 0
        let containers = session.unpin(self)
        if pointee.number != 0 {
            let number = pointee.number
            pointee.number = 0
            session.failed.formUnion(ConstructionSite.locked { ConstructionSite.end(number) })
        }
        dropNodes()
        session.releaseWeak()
        session.releaseUnregistered()
        if isAwaited(Awaited.session) { Reclaimer.ended(self) }
        // User code: by now the thread is free for further resolves.
        for created in session.takeNotified(succeeded) { created.notify() }
        withExtendedLifetime(containers) {}
    }
}
