// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

extension Container {
    /// Uses an instance without taking part in its ownership.
    ///
    /// The fastest way to a singleton, and the one that does not make threads fight over its
    /// reference count:
    ///
    /// ```swift
    /// let name = try container.with(Settings.self) { $0.name }
    /// ```
    ///
    /// The instance stays alive until the body is over, even if it is replaced meanwhile. Anything
    /// but a singleton that was made before is resolved as usual.
    ///
    /// - Parameters:
    ///   - type: What to resolve.
    ///   - body: Uses the instance. Runs once, before this method returns, outside all locks. It
    ///     must not let the instance escape, unless it copies it.
    /// - Returns: What `body` returns.
    /// - Throws: ``ResolutionError``, or what `body` throws.
    @inlinable @inline(__always)
    public func with<T, Result>(
        _ type: T.Type,
        _ body: (borrowing T) throws -> Result
    ) throws -> Result {
        if let thread = ThreadRecord.current,
            thread.pointee.table.load(ordering: .relaxed) == 0,
            thread.pointee.borrowed.load(ordering: .relaxed) == 0,
            let table = Hot.announceTable(of: self, thread)
        {
            let opaque = Hot.borrow(table.find(KeyWords.word(of: T.self)), thread)
            thread.pointee.table.store(0, ordering: .releasing)
            if let opaque { return try Hot.lend(opaque, thread, body) }
        }
        return try body(resolve(T.self))
    }

    /// Uses an instance of a tagged definition without taking part in its ownership.
    ///
    /// - Parameters:
    ///   - type: What to resolve.
    ///   - tag: A string, a number, or any ``TagConvertible`` of your own. An unknown one falls back
    ///     to the untagged definition.
    ///   - body: Uses the instance. Runs once, before this method returns, outside all locks.
    /// - Returns: What `body` returns.
    /// - Throws: ``ResolutionError``, or what `body` throws.
    @inlinable @inline(__always)
    public func with<T, Result>(
        _ type: T.Type,
        tag: some TagConvertible,
        _ body: (borrowing T) throws -> Result
    ) throws -> Result {
        let tag = tag.tag
        if let thread = ThreadRecord.current,
            thread.pointee.table.load(ordering: .relaxed) == 0,
            thread.pointee.borrowed.load(ordering: .relaxed) == 0,
            let table = Hot.announceTable(of: self, thread)
        {
            let key = KeyWords(type: KeyWords.word(of: T.self), tag: tag)
            let opaque = Hot.borrow(table.find(key), thread)
            thread.pointee.table.store(0, ordering: .releasing)
            if let opaque { return try Hot.lend(opaque, thread, body) }
        }
        return try body(resolve(T.self, tag: tag))
    }
}

extension Hot {
    /// Announces the holder of a committed instance for as long as a body needs it.
    @inlinable @inline(__always)
    static func borrow(_ slot: Unmanaged<Slot>?, _ thread: Thread) -> UnsafeRawPointer? {
        guard let slot else { return nil }
        let hot = slot._withUnsafeGuaranteedRef { $0.hot.load(ordering: .acquiring) }
        guard isHolder(hot) else { return nil }
        thread.pointee.borrowed.store(hot, ordering: .relaxed)
        lightBarrier()
        let isStillThere = slot._withUnsafeGuaranteedRef {
            $0.hot.load(ordering: .acquiring) == hot
        }
        if _fastPath(isStillThere) { return UnsafeRawPointer(bitPattern: hot) }
        thread.pointee.borrowed.store(0, ordering: .releasing)
        return nil
    }

    /// Runs a body with the instance in an announced holder, and withdraws the announcement.
    @inlinable @inline(__always)
    static func lend<T, Result>(
        _ opaque: UnsafeRawPointer,
        _ thread: Thread,
        _ body: (borrowing T) throws -> Result
    ) throws -> Result {
        defer { giveBack(thread) }
        return try Unmanaged<Holder<T>>.fromOpaque(opaque)
            ._withUnsafeGuaranteedRef { try body($0.instance) }
    }

    @inlinable @inline(__always) static func giveBack(_ thread: Thread) {
        // What the body copied is copied before anybody may release the original.
        mortise_compiler_barrier()
        thread.pointee.borrowed.store(0, ordering: .releasing)
        // Whoever keeps something aside from now on sees that it is not borrowed any more.
        lightBarrier()
        if _slowPath(Reclaimer.keptCount.load(ordering: .relaxed) > 0) { Reclaimer.sweep() }
    }
}
