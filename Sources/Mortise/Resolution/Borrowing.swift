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
            let opaque = Hot.borrow(KeyWords.word(of: T.self), table, thread)
            thread.pointee.table.store(0, ordering: .releasing)
            if let opaque {
                defer { Hot.giveBack(thread) }
                return try Unmanaged<Holder<T>>.fromOpaque(opaque)
                    ._withUnsafeGuaranteedRef { try body($0.instance) }
            }
        }
        return try body(resolve(T.self))
    }
}

extension Hot {
    /// Announces the holder of a committed instance for as long as a body needs it.
    @inlinable @inline(__always)
    static func borrow(_ word: UInt, _ table: Table, _ thread: Thread) -> UnsafeRawPointer? {
        guard let slot = table.find(word) else { return nil }
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

    @inlinable @inline(__always) static func giveBack(_ thread: Thread) {
        // What the body copied is copied before anybody may release the original.
        mortise_compiler_barrier()
        thread.pointee.borrowed.store(0, ordering: .releasing)
        if _slowPath(Reclaimer.keptCount.load(ordering: .relaxed) > 0) { Reclaimer.sweep() }
    }
}
