// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

extension Container {
    /// Uses an instance without retaining it.
    ///
    /// This is the fastest access to a singleton, and threads do not contend for its reference
    /// count:
    ///
    /// ```swift
    /// let name = try container.with(Settings.self) { $0.name }
    /// ```
    ///
    /// The instance stays alive until the body ends, even if it is replaced meanwhile. Anything but
    /// an existing singleton is resolved as usual.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - body: Uses the instance. Runs once, before this method returns, outside all locks. It
    ///     must not let the instance escape, unless it copies it.
    /// - Returns: What `body` returns.
    /// - Throws: ``ResolutionError``, or what `body` throws.
    @_alwaysEmitIntoClient @inline(__always)
    public func with<T, Result>(
        _ type: T.Type,
        _ body: (borrowing T) throws -> Result
    ) throws -> Result {
        let word = KeyWords.word(of: T.self)
        if let loan = HotPath.borrow(from: self, { $0.find(word) }) {
            return try HotPath.lend(loan, body)
        }
        return try body(resolve(T.self))
    }

    /// Uses an instance of a tagged definition without retaining it.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - tag: A string, a number, or any ``TagConvertible`` of your own.
    ///   - body: Uses the instance. Runs once, before this method returns, outside all locks.
    /// - Returns: What `body` returns.
    /// - Throws: ``ResolutionError``, or what `body` throws.
    @_alwaysEmitIntoClient @inline(__always)
    public func with<T, Result>(
        _ type: T.Type,
        tag: some TagConvertible,
        _ body: (borrowing T) throws -> Result
    ) throws -> Result {
        let tag = tag.tag
        let key = KeyWords(type: KeyWords.word(of: T.self), tag: tag)
        if let loan = HotPath.borrow(from: self, { $0.find(key) }) {
            return try HotPath.lend(loan, body)
        }
        return try body(resolve(T.self, tag: tag))
    }
}

extension HotPath {
    /// A committed instance that a thread's hazard pointer protects.
    @usableFromInline struct Loan {
        @usableFromInline let holder: UInt
        @usableFromInline let thread: Thread

        @_alwaysEmitIntoClient @inline(__always) init(holder: UInt, thread: Thread) {
            self.holder = holder
            self.thread = thread
        }
    }

    /// Protects the holder of a committed instance with the thread's hazard pointer, until
    /// `giveBack(_:)`.
    ///
    /// - Returns: `nil` if there is none, or if a resolve or another `with` runs on the thread.
    @_alwaysEmitIntoClient @inline(__always)
    static func borrow(
        from container: Container,
        _ find: (Table) -> Unmanaged<Slot>?
    ) -> Loan? {
        guard let thread = ThreadRecord.current,
            thread.pointee.table.load(ordering: .relaxed) == 0,
            thread.pointee.borrowed.load(ordering: .relaxed) == 0
        else { return nil }
        beginReading(thread)
        if let slot = find(Table(word: container.table.load(ordering: .acquiring))) {
            let hot = slot.hot
            if isHolder(hot) {
                thread.pointee.borrowed.store(hot, ordering: .relaxed)
                endReading(thread)
                return Loan(holder: hot, thread: thread)
            }
        }
        endReading(thread)
        return nil
    }

    /// Runs a body with a protected instance, and clears the hazard pointer.
    @_alwaysEmitIntoClient @inline(__always)
    static func lend<T, Result>(
        _ loan: Loan,
        _ body: (borrowing T) throws -> Result
    ) throws -> Result {
        defer { giveBack(loan.thread) }
        let opaque = UnsafeRawPointer(bitPattern: loan.holder).unsafelyUnwrapped
        return try Unmanaged<Holder<T>>.fromOpaque(opaque)
            ._withUnsafeGuaranteedRef { try body($0.instance) }
    }

    @_alwaysEmitIntoClient @inline(__always) static func giveBack(_ thread: Thread) {
        // The body's copies are complete before another thread may release the original.
        mortise_compiler_barrier()
        thread.pointee.borrowed.store(0, ordering: .releasing)
        if thread.isAwaited(Awaited.body) { Reclaimer.ended(thread) }
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension HotPath.Loan: Sendable {}
