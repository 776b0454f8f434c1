// SPDX-License-Identifier: MIT

import CMortiseThread
public import Synchronization

extension Container {
    /// Runs a body inside the resolve that runs on this thread, or as the outermost one.
    ///
    /// - Parameter body: Gets the caller that asks this container.
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
            // Between two frames: an observer resolves, or a comparison of arguments does.
            let table = thread.session.table(of: container, thread: thread)
            return try body(Caller(nil, table, thread))
        }
        let table = pinTable(thread)
        thread.pointee.checkpoint = Checkpoint.first(on: thread)
        var succeeded = false
        defer {
            // Before the table may go that keeps their definitions alive.
            thread.task?.keepNodes(of: thread)
            thread.leave(succeeded: succeeded)
        }
        let result = try body(Caller(nil, table, thread))
        succeeded = true
        return result
    }

    /// Whether a request here, on this thread, gets what all others get, and for good.
    ///
    /// A running resolve sees the containers as they were when it began. What is being built may
    /// still fail, with all that needs it.
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
            // The thread that retired that table may have seen the pin. Releasing may run user
            // code: an attempt, which has begun already, puts that off to its end.
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
    /// The table of a container, pinned without a session; the end of the resolve unpins it.
    ///
    /// - Returns: `nil` if the resolve has a session, did not begin with an untracked construction,
    ///   or has used up its hazard pointers.
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

    /// Ends an outermost resolve that may have pinned tables without a session.
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

    /// Ends the outermost resolve: unpins its table, and cleans up what it left.
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

    /// Cleans up after a synchronous resolve; the code that mounts an attempt's session cleans up
    /// there.
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
        var unwound: [ObservedBuild] = []
        if !isTrying { swap(&unwound, &pointee.unwoundBuilds) }
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
        withExtendedLifetime((containers, unwound)) {}
    }
}
