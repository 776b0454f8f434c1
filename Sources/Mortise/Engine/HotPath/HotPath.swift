// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

/// What the hot word of a slot says.
///
/// An even value is the address of the holder of the slot's committed instance; a greater odd one is that
/// of the slot that is selected in place of this one, with the lowest bit set. So nothing is expected of
/// the other bits of an address: it may have a tag in its highest byte, or lie in the upper half of memory.
///
/// `Design/0002` has the table of what becomes of a word, ``HotPath/next(after:_:)`` is that table, and
/// ``Slot/transition(_:)`` its only user.
@usableFromInline enum HotPath: Sendable {
    /// The slow path: somebody builds from a ``fresh`` definition.
    @usableFromInline @inline(__always) static var opened: UInt { 1 }
    /// Take the slow path.
    @usableFromInline @inline(__always) static var slow: UInt { 3 }
    /// Call the factory.
    @usableFromInline @inline(__always) static var unique: UInt { 5 }
    /// The same, but look at what the first instance is and what it asks for.
    @usableFromInline @inline(__always) static var fresh: UInt { 7 }
    /// Look among the shared instances of the session, then call the factory.
    @usableFromInline @inline(__always) static var shared: UInt { 9 }
    /// Call the factory, then complete the instance.
    @usableFromInline @inline(__always) static var completed: UInt { 11 }

    @inlinable @inline(__always) static func isSlow(_ word: UInt) -> Bool { word <= slow }

    @inlinable @inline(__always) static func isHolder(_ word: UInt) -> Bool { word & 1 == 0 }

    @_alwaysEmitIntoClient @inline(__always) static func isSelection(_ word: UInt) -> Bool {
        !isHolder(word) && word > completed
    }
}

extension HotPath {
    /// A slot that can be entered at once.
    // Four words: a greater struct would be passed in memory.
    @usableFromInline struct Found {
        @usableFromInline let slot: Unmanaged<Slot>
        @usableFromInline let hot: UInt
        @usableFromInline let thread: Thread
        /// Who asks for it; `nil` for the outermost resolve of the thread.
        @usableFromInline let caller: FramePointer?

        @_alwaysEmitIntoClient @inline(__always) init(
            _ slot: Unmanaged<Slot>,
            _ hot: UInt,
            _ thread: Thread,
            from caller: FramePointer? = nil
        ) {
            self.slot = slot
            self.hot = hot
            self.thread = thread
            self.caller = caller
        }

        /// What the factory sees.
        ///
        /// The thread has announced it.
        @_alwaysEmitIntoClient @inline(__always) var table: Table {
            caller?.pointee.table ?? Table(word: thread.pointee.table.load(ordering: .relaxed))
        }
    }

    /// Finds a hot slot for the outermost resolve of a thread.
    ///
    /// - Parameters:
    ///   - container: The container that is asked.
    ///   - mayFollow: Whether it may be a selector that is found, and is to be followed.
    ///   - find: Looks in a table.
    /// - Returns: `nil` if the slow path has to be taken. Otherwise the table is announced for a
    ///   factory that will run; for a committed instance the thread says that it is reading.
    @_alwaysEmitIntoClient @inline(__always)
    static func open(
        _ container: Container,
        mayFollow: Bool = false,
        _ find: (Table) -> Unmanaged<Slot>?
    ) -> Found? {
        guard let thread = ThreadRecord.current,
            thread.pointee.table.load(ordering: .relaxed) == 0
        else { return nil }
        beginReading(thread)
        let table = Table(word: container.table.load(ordering: .acquiring))
        if var slot = find(table) {
            while true {
                let hot = slot.hot
                if isHolder(hot) { return Found(slot, hot, thread) }
                if hot >= HotPath.unique && hot <= HotPath.completed {
                    thread.pointee.table.store(table.word, ordering: .relaxed)
                    stopReading(thread)
                    if thread.isAwaited(Awaited.reading) { break }
                    return Found(slot, hot, thread)
                }
                guard mayFollow, isSelection(hot) else { break }
                slot = selected(by: hot)
            }
        }
        leaveUnopened(thread)
        return nil
    }

    /// Takes back what ``open(_:mayFollow:_:)`` did.
    ///
    /// Also where a slot was found, but others wait for the thread: what it releases for them is a user's,
    /// and there is no frame yet of which that would be a part.
    @usableFromInline @inline(never) static func leaveUnopened(_ thread: Thread) {
        thread.pointee.table.store(0, ordering: .releasing)
        if thread.pointee.epoch.load(ordering: .relaxed) & 1 != 0 { stopReading(thread) }
        if thread.isAwaited(Awaited.session) { Reclaimer.ended(thread) }
    }

    /// Finds a slot for a factory or a step, inside a resolve.
    @_alwaysEmitIntoClient @inline(__always)
    static func open(
        from caller: FramePointer,
        _ find: (Table) -> Unmanaged<Slot>?
    ) -> Found? {
        guard _fastPath(caller.pointee.note & FrameFlags.recording == 0) else { return nil }
        guard let slot = find(caller.pointee.table) else { return nil }
        return Found(slot, slot.hot, caller.pointee.thread, from: caller)
    }

    /// The instance of a slot that was found.
    @_alwaysEmitIntoClient @inline(__always)
    static func enter<T>(_ found: Found, _: T.Type) throws -> T {
        if found.caller == nil, isHolder(found.hot) { return copy(found, T.self) }
        if found.hot == HotPath.unique { return try call(found) { try callFactory($0, T.self) } }
        return try enterOutlined(found, T.self)
    }

    /// The instance of a slot that was found and that does more than call its factory.
    ///
    /// Not inlined: a factory with a call for each of many dependencies would become too large to
    /// have any of them inlined.
    @_alwaysEmitIntoClient @inline(never)
    static func enterOutlined<T>(_ found: Found, _: T.Type) throws -> T {
        var hot = found.hot
        if isHolder(hot) {
            beginReading(found.thread)
            defer { endReading(found.thread) }
            hot = found.slot.hot
            if isHolder(hot) { return instance(in: hot, T.self) }
        }
        if hot == HotPath.shared, mayShare(found) {
            return try share(found) { try callFactory($0, T.self) }
        }
        if hot == HotPath.completed { return try complete(found) { try callFactory($0, T.self) } }
        guard let caller = found.caller else { return try first(found, T.self) }
        if isSelection(hot) {
            let slot = selected(by: hot)
            let found = Found(slot, slot.hot, found.thread, from: caller)
            if !isSlow(found.hot) { return try enter(found, T.self) }
        }
        return try keep(from: caller, found.slot._withUnsafeGuaranteedRef { $0.key }, T.self)
    }

    /// Whether a new instance is made with nothing to be looked at before.
    @_alwaysEmitIntoClient @inline(__always) static func callsFactory(_ hot: UInt) -> Bool {
        hot == HotPath.unique || hot == HotPath.completed
    }

    /// The instance of a slot that was found for run-time arguments, which is unique or completed.
    @_alwaysEmitIntoClient @inline(__always)
    static func enter<T, Arguments>(
        _ found: Found,
        _ arguments: Arguments,
        _: T.Type
    ) throws -> T {
        if _fastPath(found.hot == HotPath.unique) {
            return try call(found) { try callFactory($0, arguments, T.self) }
        }
        return try completeOutlined(found, arguments, T.self)
    }

    @_alwaysEmitIntoClient @inline(never)
    static func completeOutlined<T, Arguments>(
        _ found: Found,
        _ arguments: Arguments,
        _: T.Type
    ) throws -> T {
        try complete(found) { try callFactory($0, arguments, T.self) }
    }

    /// From here on the thread looks at what others may withdraw.
    ///
    /// Until ``endReading(_:)`` it runs no user code: a few instructions later it is over.
    @_alwaysEmitIntoClient @inline(__always) static func beginReading(_ thread: Thread) {
        let epoch = thread.pointee.epoch.load(ordering: .relaxed)
        thread.pointee.epoch.store(epoch &+ 1, ordering: .relaxed)
        mortise_light_barrier()
    }

    /// What the thread goes on with is pinned, or is its own.
    ///
    /// User code may run in it: the `deinit` of something retired for which this thread was in the way.
    @_alwaysEmitIntoClient @inline(__always) static func endReading(_ thread: Thread) {
        stopReading(thread)
        if thread.isAwaited(Awaited.reading) { Reclaimer.ended(thread) }
    }

    /// The same, for who asks afterwards whether anybody waits for it.
    @_alwaysEmitIntoClient @inline(__always) static func stopReading(_ thread: Thread) {
        // Copies are made before anybody may release the original.
        mortise_compiler_barrier()
        let epoch = thread.pointee.epoch.load(ordering: .relaxed)
        thread.pointee.epoch.store(epoch &+ 1, ordering: .releasing)
    }

    /// Copies the committed instance that was found for the outermost resolve of a thread, or for a member.
    @_alwaysEmitIntoClient @inline(__always)
    static func copy<T>(_ found: Found, _: T.Type) -> T {
        defer { endReading(found.thread) }
        return instance(in: found.hot, T.self)
    }

    /// Copies a committed instance.
    @_alwaysEmitIntoClient @inline(__always)
    static func instance<T>(in hot: UInt, _: T.Type) -> T {
        let opaque = UnsafeRawPointer(bitPattern: hot).unsafelyUnwrapped
        return Unmanaged<Holder<T>>.fromOpaque(opaque)._withUnsafeGuaranteedRef { $0.instance }
    }

    /// Runs a body in a new frame, which is the innermost one of its thread meanwhile.
    @_alwaysEmitIntoClient @inline(__always)
    static func inFrame<T>(
        _ found: Found,
        note: UInt = 0,
        _ body: (FramePointer) throws -> T
    ) throws -> T {
        var frame = Frame(
            caller: found.caller,
            slot: found.slot,
            table: found.table,
            thread: found.thread,
            note: note
        )
        return try inFrame(&frame, from: found.caller, body)
    }

    // A pointer made of an inout argument: an address without a closure.
    @_alwaysEmitIntoClient @inline(__always)
    static func inFrame<T>(
        _ frame: FramePointer,
        from caller: FramePointer?,
        _ body: (FramePointer) throws -> T
    ) throws -> T {
        let thread = frame.pointee.thread
        guard caller == nil else {
            if _slowPath(Checkpoint.stackAddress < thread.pointee.checkpoint) {
                try Checkpoint.examine(frame)
            }
            thread.pointee.frame = frame
            defer { thread.pointee.frame = frame.pointee.caller }
            return try body(frame)
        }
        thread.pointee.checkpoint = Checkpoint.first(on: thread)
        thread.pointee.frame = frame
        defer { thread.leave(succeeded: frame.pointee.note & FrameFlags.failed == 0) }
        return try body(frame)
    }

    /// A plain unique instance.
    ///
    /// Completes one that nobody expected to have properties.
    @_alwaysEmitIntoClient @inline(__always)
    static func call<T>(_ found: Found, _ make: (FramePointer) throws -> T) throws -> T {
        try inFrame(found) { frame in
            let instance = try run(frame, make)
            if _slowPath(frame.heedsProperties) { try frame.completeLate(instance) }
            return instance
        }
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func run<T>(_ frame: FramePointer, _ make: (FramePointer) throws -> T) throws -> T {
        do { return try make(frame) } catch { throw frameFailed(error, frame) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func callFactory<T>(_ frame: FramePointer, _: T.Type) throws -> T {
        var resolver = Resolver(frame)
        return try frame.pointee.slot.call(T.self, &resolver)
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func callFactory<T, Arguments>(
        _ frame: FramePointer,
        _ arguments: Arguments,
        _: T.Type
    ) throws -> T {
        var resolver = Resolver(frame)
        return try frame.pointee.slot.call(T.self, &resolver, arguments)
    }

    /// An instance that is completed: by injection steps, by filling properties, and by telling who wants
    /// to know.
    @_alwaysEmitIntoClient @inline(__always)
    static func complete<T>(_ found: Found, _ make: (FramePointer) throws -> T) throws -> T {
        var notifying: Slot?
        let instance = try inFrame(found) { frame in
            let instance = try run(frame, make)
            notifying = try frame.completeHot(instance)
            return instance
        }
        if _slowPath(notifying != nil) { notifying?.notify(instance) }
        return instance
    }

    /// Whether a shared instance need not be watched: nothing is unfinished that it might get hold of, or
    /// it was made before.
    @_alwaysEmitIntoClient @inline(__always) static func mayShare(_ found: Found) -> Bool {
        found.thread.pointee.building == 0
            && (found.thread.pointee.runningSteps == 0 || sharedNode(found) != nil)
    }

    /// A plain shared instance: the one that the running resolve has made, or a new one.
    @_alwaysEmitIntoClient @inline(__always)
    static func share<T>(_ found: Found, _ make: (FramePointer) throws -> T) throws -> T {
        if let node = sharedNode(found) { return node.instance(T.self).pointee }
        return try inFrame(found) { frame in
            let thread = frame.pointee.thread
            let before = thread.nodesMark
            let instance: T
            do {
                instance = try run(frame, make)
            } catch {
                thread.failed(frame, error)
                throw error
            }
            if thread.nodesMark != before, frame.hasInstanceInside,
                let other = try frame.madeInside(T.self)
            {
                return other
            }
            thread.pointee.nodes = .make(
                instance,
                slot: frame.pointee.slot,
                view: frame.pointee.table.owner,
                next: thread.pointee.nodes
            )
            if _slowPath(frame.heedsProperties) {
                try frame.completeLate(instance, isShared: true)
            } else {
                if _slowPath(thread.pointee.building > 0) {
                    try thread.sharedFactoryReturned(frame)
                }
                if _slowPath(frame.pointee.note & FrameFlags.hasCreated != 0) {
                    thread.keepCreated(in: frame)
                }
            }
            return instance
        }
    }

    /// The shared instance that the running resolve has made for a container.
    @_alwaysEmitIntoClient @inline(__always)
    static func sharedNode(_ found: Found) -> SharedNodePointer? {
        guard found.caller != nil else { return nil }
        let view = found.table.owner.toOpaque()
        var current = found.thread.pointee.nodes
        var left = NodeIndex.threshold
        while let node = current {
            if node.pointee.slot == found.slot.toOpaque(), node.pointee.view == view {
                return node
            }
            current = node.pointee.next
            left &-= 1
            if _slowPath(left == 0) { return found.thread.indexedNode(found.slot.toOpaque(), view) }
        }
        return nil
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension HotPath.Found: Sendable {}
