// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

extension HotPath {
    /// Finds a hot member, as part of the resolve that runs on the thread or as the outermost one.
    ///
    /// - Parameters:
    ///   - key: The member.
    ///   - container: The container that is asked.
    ///   - mayMake: Whether anything but a committed instance is looked for.
    /// - Returns: `nil` if the slow path has to be taken. Otherwise the table is announced; for a
    ///   committed instance the thread says that it is reading.
    @_alwaysEmitIntoClient @inline(__always)
    static func find(_ key: MemberKey, in container: Container, mayMake: Bool = true) -> Found? {
        guard let thread = ThreadRecord.current, mayBeHot(container, thread) else { return nil }
        let caller = thread.pointee.frame
        beginReading(thread)
        let table =
            caller?.pointee.table ?? Table(word: container.table.load(ordering: .acquiring))
        if !table.hasSubstitutions, let slot = table.find(key) {
            let found = Found(slot, slot.hot, thread, from: caller)
            if isHolder(found.hot) { return found }
            if mayMake, found.hot == unique || (found.hot == shared && mayShare(found)) {
                guard caller == nil else {
                    endReading(thread)
                    return found
                }
                thread.pointee.table.store(table.word, ordering: .relaxed)
                stopReading(thread)
                if !thread.isAwaited(Awaited.reading) { return found }
                leaveUnopened(thread)
                return nil
            }
        }
        endReading(thread)
        return nil
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
    @_alwaysEmitIntoClient @inline(__always)
    static func mayBeHot(_ container: Container, _ thread: Thread) -> Bool {
        guard mortise_substitutions() == 0 || mayBeHot(beside: container, thread) else {
            return false
        }
        guard let caller = thread.pointee.frame else {
            return thread.pointee.table.load(ordering: .relaxed) == 0
        }
        return caller.pointee.note & FrameFlags.recording == 0
            && caller.pointee.table.owner.toOpaque()
                == Unmanaged.passUnretained(container).toOpaque()
    }

    /// The instance of a member that was found.
    @_alwaysEmitIntoClient @inline(__always)
    static func make<T>(_ found: Found, _ make: () throws -> T) throws -> T {
        if isHolder(found.hot) { return copy(found, T.self) }
        if found.hot == shared { return try share(found) { _ in try make() } }
        return try call(found) { _ in try make() }
    }
}
