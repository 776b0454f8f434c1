// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

/// The hot word of a slot: what to do when the slot is asked for.
///
/// An even word is the address of the holder of the slot's committed instance. An odd word above
/// ``completed`` is the address of the selected slot, with the lowest bit set. Nothing is assumed
/// about the other bits of an address: its highest byte may hold a tag, or it may lie in the upper
/// half of memory.
///
/// `Design/0002` has the table of transitions. ``HotPath/next(after:_:)`` is that table, and only
/// ``Slot/transition(_:)`` writes what it says.
@usableFromInline enum HotPath: Sendable {
    /// Take the slow path: the first build from a ``fresh`` definition is under way.
    @usableFromInline @inline(__always) static var opened: UInt { 1 }
    /// Take the slow path.
    @usableFromInline @inline(__always) static var slow: UInt { 3 }
    /// Call the factory.
    @usableFromInline @inline(__always) static var unique: UInt { 5 }
    /// Call the factory, record what it asks for, and examine the first instance, or keep it.
    @usableFromInline @inline(__always) static var fresh: UInt { 7 }
    /// Look for the session's shared instance; if there is none, call the factory.
    @usableFromInline @inline(__always) static var shared: UInt { 9 }
    /// Call the factory, then complete the instance.
    @usableFromInline @inline(__always) static var completed: UInt { 11 }

    @inlinable @inline(__always) static func isSlow(_ word: UInt) -> Bool { word <= slow }

    @inlinable @inline(__always) static func isHolder(_ word: UInt) -> Bool { word & 1 == 0 }

    @_alwaysEmitIntoClient @inline(__always) static func isSelection(_ word: UInt) -> Bool {
        !isHolder(word) && word > completed
    }
}

extension Unmanaged<Slot> {
    /// The hot word.
    @inlinable @inline(__always) var hot: UInt {
        _withUnsafeGuaranteedRef { $0.hot.load(ordering: .acquiring) }
    }
}

extension HotPath {
    /// A slot that a resolve can enter immediately.
    // Four words: a larger struct would be passed in memory.
    @usableFromInline struct Found {
        @usableFromInline let slot: Unmanaged<Slot>
        @usableFromInline let hot: UInt
        @usableFromInline let thread: Thread
        /// The frame that asks; `nil` for the outermost resolve of the thread.
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

        /// The table that the factory sees, which the thread has pinned.
        @_alwaysEmitIntoClient @inline(__always) var table: Table {
            caller?.pointee.table ?? Table(word: thread.pointee.table.load(ordering: .relaxed))
        }
    }

    /// Finds a hot slot for the outermost resolve of a thread.
    ///
    /// - Parameters:
    ///   - container: The container that is asked.
    ///   - mayFollow: Whether a selection is followed to the selected slot.
    ///   - find: Searches a table.
    /// - Returns: `nil` if the slow path has to be taken. Otherwise the table is pinned for a
    ///   factory that will run; for a committed instance the thread is reading instead.
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

    /// Undoes what ``open(_:mayFollow:_:)`` did.
    ///
    /// Also called if a slot was found, but others wait for the thread to end its read. The thread
    /// releases what they have retired. That runs user code, which must not find a half-open
    /// resolve: there is no frame yet.
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

    /// The instance of a found slot.
    @_alwaysEmitIntoClient @inline(__always)
    static func enter<T>(_ found: Found, _: T.Type) throws -> T {
        if found.caller == nil, isHolder(found.hot) { return copy(found, T.self) }
        if found.hot == HotPath.unique { return try call(found) { try callFactory($0, T.self) } }
        return try enterOutlined(found, T.self)
    }

    /// The instance of a found slot that needs more than a call of its factory.
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
        if hot == HotPath.fresh, found.isKept { return try keep(found, T.self) }
        guard let caller = found.caller else { return try first(found, T.self) }
        if isSelection(hot) {
            let slot = selected(by: hot)
            let found = Found(slot, slot.hot, found.thread, from: caller)
            if !isSlow(found.hot) { return try enter(found, T.self) }
        }
        return try keep(from: caller, found.slot._withUnsafeGuaranteedRef { $0.key }, T.self)
    }

    /// Whether a new instance is made without looking at anything first.
    @_alwaysEmitIntoClient @inline(__always) static func callsFactory(_ hot: UInt) -> Bool {
        hot == HotPath.unique || hot == HotPath.completed
    }

    /// The instance of a unique or completed slot that was found for run-time arguments.
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

    /// Begins reading: the thread looks at what others may unpublish.
    ///
    /// Until ``endReading(_:)``, a few instructions later, it runs no user code.
    @_alwaysEmitIntoClient @inline(__always) static func beginReading(_ thread: Thread) {
        let epoch = thread.pointee.epoch.load(ordering: .relaxed)
        thread.pointee.epoch.store(epoch &+ 1, ordering: .relaxed)
        mortise_light_barrier()
    }

    /// Ends reading: what the thread goes on with is pinned, or is its own.
    ///
    /// User code may run: the `deinit` of a retired object that waited for this thread.
    @_alwaysEmitIntoClient @inline(__always) static func endReading(_ thread: Thread) {
        stopReading(thread)
        if thread.isAwaited(Awaited.reading) { Reclaimer.ended(thread) }
    }

    /// Ends reading; the caller checks whether others wait for that.
    @_alwaysEmitIntoClient @inline(__always) static func stopReading(_ thread: Thread) {
        // Copies must be made before others may release the original.
        mortise_compiler_barrier()
        let epoch = thread.pointee.epoch.load(ordering: .relaxed)
        thread.pointee.epoch.store(epoch &+ 1, ordering: .releasing)
    }

    /// Copies the committed instance that was found for an outermost resolve or for a member.
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

    /// Makes a unique instance by calling its factory.
    ///
    /// Completes an instance that unexpectedly has properties.
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

    /// Makes an instance and completes it: runs injection steps, fills properties and calls
    /// callbacks.
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

    /// Whether a shared instance need not be tracked.
    ///
    /// True if this thread is building nothing, or if the session already has the instance.
    @_alwaysEmitIntoClient @inline(__always) static func mayShare(_ found: Found) -> Bool {
        found.thread.pointee.building == 0
            && (found.thread.pointee.runningSteps == 0 || sharedNode(found) != nil)
    }

    /// The shared instance of the running resolve, or a new one.
    @_alwaysEmitIntoClient @inline(__always)
    static func share<T>(_ found: Found, _ make: (FramePointer) throws -> T) throws -> T {
        if let node = sharedNode(found) { return node.instance(T.self).pointee }
        return try inFrame(found) { frame in
            let thread = frame.pointee.thread
            let before = thread.nodesMark
            let instance: T
            do {
                instance = try run(frame, make)
                // The session would keep what is not what it would have been.
                if _slowPath(thread.pointee.isUnwinding) {
                    try frame.unwindFurther(without: instance)
                }
            } catch {
                thread.failed(frame, error)
                throw error
            }
            if thread.nodesMark != before,
                thread.indexedNode(found.slot.toOpaque(), found.table.owner.toOpaque()) != nil,
                let other = try frame.madeInside(insteadOf: instance)
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
                    try thread.sharedFactoryReturned(instance, frame)
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
