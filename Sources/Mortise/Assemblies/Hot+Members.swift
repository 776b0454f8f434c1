// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

extension Hot {
    /// A member that can be entered at once.
    @usableFromInline struct FoundMember {
        @usableFromInline let slot: Unmanaged<Slot>
        @usableFromInline let hot: UInt
        @usableFromInline let table: Table
        @usableFromInline let thread: Thread
        /// Who asks for it; `nil` for the outermost resolve of the thread.
        @usableFromInline let caller: FramePointer?

        @inlinable @inline(__always) init(
            _ slot: Unmanaged<Slot>,
            _ hot: UInt,
            _ table: Table,
            _ thread: Thread,
            _ caller: FramePointer?
        ) {
            self.slot = slot
            self.hot = hot
            self.table = table
            self.thread = thread
            self.caller = caller
        }
    }

    /// Finds a hot member, as part of the resolve that runs on the thread or as the outermost one.
    ///
    /// - Returns: `nil` if the special path has to be taken. Otherwise the table is announced; for a
    ///   committed instance the thread says that it is reading.
    @inlinable @inline(__always)
    static func find(_ key: MemberKey, in container: Container) -> FoundMember? {
        guard let thread = ThreadRecord.current, mayBeHot(container, thread) else { return nil }
        let caller = thread.pointee.frame
        beginReading(thread)
        let table =
            caller?.pointee.table ?? Table(word: container.table.load(ordering: .acquiring))
        if !table.hasSubstitutions, let slot = table.find(key) {
            let hot = slot.hot
            if isHolder(hot) { return FoundMember(slot, hot, table, thread, caller) }
            if hot == unique || (hot == shared && (caller == nil || mayShare(thread))) {
                if caller == nil { thread.pointee.table.store(table.word, ordering: .relaxed) }
                endReading(thread)
                return FoundMember(slot, hot, table, thread, caller)
            }
        }
        endReading(thread)
        return nil
    }

    /// Finds the committed instance of a member.
    ///
    /// - Returns: `nil` if the special path has to be taken. Otherwise the thread says that it is
    ///   reading.
    @inlinable @inline(__always)
    static func findKept(_ key: MemberKey, in container: Container) -> (hot: UInt, thread: Thread)?
    {
        guard let thread = ThreadRecord.current, mayBeHot(container, thread) else { return nil }
        beginReading(thread)
        let table =
            thread.pointee.frame?.pointee.table
            ?? Table(word: container.table.load(ordering: .acquiring))
        if !table.hasSubstitutions, let hot = table.find(key)?.hot, isHolder(hot) {
            return (hot, thread)
        }
        endReading(thread)
        return nil
    }

    /// Copies the committed instance that was found.
    @inlinable @inline(__always)
    static func copy<T>(_ found: (hot: UInt, thread: Thread), _: T.Type) -> T {
        defer { endReading(found.thread) }
        return instance(in: found.hot, T.self)
    }

    /// Whether the substitutions that there are concern other containers.
    @usableFromInline @inline(never)
    static func mayBeHot(beside container: Container, _ thread: Thread) -> Bool {
        thread.pointee.recording == nil && !thread.seesSubstitutes(through: container)
    }

    /// Whether a member of a container is to be looked for at once: nobody substitutes any, and the
    /// factory that asks, if one does, has been seen before and sees the same container.
    ///
    /// A table that is loaded afterwards may have substitutions all the same.
    @inlinable @inline(__always)
    static func mayBeHot(_ container: Container, _ thread: Thread) -> Bool {
        guard mortise_substitutions() == 0 || mayBeHot(beside: container, thread) else {
            return false
        }
        guard let caller = thread.pointee.frame else {
            return thread.pointee.table.load(ordering: .relaxed) == 0
        }
        return caller.pointee.note & Note.recording == 0
            && caller.pointee.table.owner.toOpaque()
                == Unmanaged.passUnretained(container).toOpaque()
    }

    /// Whether nothing is unfinished that what is shared now might get hold of.
    @inlinable @inline(__always) static func mayShare(_ thread: Thread) -> Bool {
        thread.pointee.building == 0 && thread.pointee.runningSteps == 0
    }

    /// The instance of a member that was found.
    @inlinable @inline(__always)
    static func make<T>(_ found: FoundMember, _ make: () throws -> T) throws -> T {
        if isHolder(found.hot) {
            defer { endReading(found.thread) }
            return instance(in: found.hot, T.self)
        }
        if found.hot == shared, found.caller != nil,
            let node = sharedNode(found.slot, found.table, found.thread)
        {
            return node.instance(T.self).pointee
        }
        var frame = Frame(
            caller: found.caller,
            slot: found.slot,
            table: found.table,
            thread: found.thread
        )
        if found.caller == nil {
            return found.hot == shared ? try beginSharing(&frame, make) : try begin(&frame, make)
        }
        return found.hot == shared ? try share(&frame, make) : try descend(&frame, make)
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension Hot.FoundMember: Sendable {}
