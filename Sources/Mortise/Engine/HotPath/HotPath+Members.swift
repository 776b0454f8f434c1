// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

extension HotPath {
    /// Finds a hot member, inside the resolve that runs on the thread or as the outermost one.
    ///
    /// - Parameters:
    ///   - key: The member.
    ///   - container: The container that is asked.
    ///   - mayMake: Whether an instance may be made; otherwise only a committed one is found.
    /// - Returns: `nil` if the slow path has to be taken. Otherwise the table is pinned; for a
    ///   committed instance the thread is reading instead.
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

    /// Whether the existing substitutions concern other containers only.
    @usableFromInline @inline(never)
    static func mayBeHot(beside container: Container, _ thread: Thread) -> Bool {
        thread.pointee.recording == nil && !thread.seesSubstitutes(through: container)
    }

    /// Whether a member of a container may be searched for immediately.
    ///
    /// It may if no substitution concerns the container and if the asking factory, if there is one,
    /// was built from before and sees the same container. A table that is loaded afterwards may
    /// still have substitutions.
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

    /// The instance of a found member.
    @_alwaysEmitIntoClient @inline(__always)
    static func make<T>(_ found: Found, _ make: () throws -> T) throws -> T {
        if isHolder(found.hot) { return copy(found, T.self) }
        if found.hot == shared { return try share(found) { _ in try make() } }
        return try call(found) { _ in try make() }
    }
}
