// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

/// What a factory or an injection step resolves its dependencies from.
///
/// ```swift
/// container.register { resolver in
///     try Presenter(view: resolver.resolve(), router: resolver.resolve()) as any Presenting
/// }
/// ```
///
/// A resolver belongs to the call it was handed to: it can be neither copied nor stored, and
/// capturing it in an escaping closure does not compile. To resolve later, ask it for a
/// ``Provider``. It sees the container that was asked from outside, as that container was when it
/// was first asked.
public struct Resolver: ~Copyable {
    @usableFromInline let frame: FramePointer

    @inlinable @inline(__always) init(_ frame: FramePointer) { self.frame = frame }
}

// MARK: - The hot path

extension Resolver {
    /// Resolves an instance.
    ///
    /// - Parameter type: What to resolve. Leave it out where it can be inferred.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``. A factory that threw has its error in
    ///   ``ResolutionError/underlying``. Nothing of what was made for this call alone remains.
    /// - Complexity: O(1) beside the factories that run.
    @inlinable @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self) throws -> T {
        let word = KeyWords.word(of: T.self)
        if let slot = Hot.find(from: frame, { $0.find(word) }) {
            let hot = slot.hot
            if hot == Hot.unique { return try Hot.call(slot, from: frame, T.self) }
            if !Hot.isSpecial(hot) { return try Hot.reuse(slot, from: frame, T.self) }
        }
        return try Hot.keep(from: frame, KeyWords(type: word), T.self)
    }
}

extension Container {
    /// Resolves an instance.
    ///
    /// Inside a factory that captured the container, this joins the resolve that is running on the
    /// thread: it shares its `.shared` instances and is part of its error path.
    ///
    /// Safe from any thread. No lock is held while factories run. A thread waits only for a
    /// singleton that another thread is building.
    ///
    /// - Parameter type: What to resolve. Leave it out where it can be inferred.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``. A factory that threw has its error in
    ///   ``ResolutionError/underlying``. What was committed before stays, everything else that was
    ///   made for this call is dropped.
    /// - Complexity: O(1) beside the factories that run.
    @inlinable @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self) throws -> T {
        let word = KeyWords.word(of: T.self)
        if let found = Hot.open(self, mayFollow: true, { $0.find(word) }) {
            return try Hot.enter(found, T.self)
        }
        return try Hot.keep(self, KeyWords(type: word), T.self)
    }
}

extension Hot {
    /// A slot that can be entered at once.
    @usableFromInline struct Found {
        @usableFromInline let slot: Unmanaged<Slot>
        @usableFromInline let hot: UInt
        @usableFromInline let table: Table
        @usableFromInline let thread: Thread

        @inlinable @inline(__always) init(
            _ slot: Unmanaged<Slot>,
            _ hot: UInt,
            _ table: Table,
            _ thread: Thread
        ) {
            self.slot = slot
            self.hot = hot
            self.table = table
            self.thread = thread
        }
    }

    /// Finds a hot slot for the outermost resolve of a thread.
    ///
    /// - Parameters:
    ///   - container: The container that is asked.
    ///   - mayFollow: Whether it may be a selector that is found, and is to be followed.
    ///   - find: Looks in a table.
    /// - Returns: `nil` if the special path has to be taken. Otherwise the table is announced for a
    ///   factory that will run; for a committed instance the thread says that it is reading.
    @inlinable @inline(__always)
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
                if isHolder(hot) { return Found(slot, hot, table, thread) }
                if hot == Hot.unique || hot == Hot.fresh || hot == Hot.shared {
                    thread.pointee.table.store(table.word, ordering: .relaxed)
                    endReading(thread)
                    return Found(slot, hot, table, thread)
                }
                guard mayFollow, isSelection(hot) else { break }
                slot = selected(by: hot)
            }
        }
        endReading(thread)
        return nil
    }

    /// The instance of a slot that was found for the outermost resolve of a thread.
    @inlinable @inline(__always)
    static func enter<T>(_ found: Found, _: T.Type) throws -> T {
        if isHolder(found.hot) {
            defer { endReading(found.thread) }
            return instance(in: found.hot, T.self)
        }
        if found.hot == Hot.unique {
            return try begin(found.slot, found.table, found.thread, T.self)
        }
        if found.hot == Hot.shared { return try beginSharing(found, T.self) }
        return try first(found, T.self)
    }

    /// Finds a slot for a factory or a step, inside a resolve.
    @inlinable @inline(__always)
    static func find(
        from caller: FramePointer,
        _ find: (Table) -> Unmanaged<Slot>?
    ) -> Unmanaged<Slot>? {
        guard _fastPath(caller.pointee.note & Note.recording == 0) else { return nil }
        return find(caller.pointee.table)
    }

    /// A plain shared instance or a committed one, for a factory or a step.
    ///
    /// Not inlined: a factory with a call for each of many dependencies would become too large to
    /// have any of them inlined.
    @inlinable @inline(never)
    static func reuse<T>(_ slot: Unmanaged<Slot>, from caller: FramePointer, _: T.Type) throws -> T
    {
        let thread = caller.pointee.thread
        beginReading(thread)
        let hot = slot.hot
        if isHolder(hot) {
            defer { endReading(thread) }
            return instance(in: hot, T.self)
        }
        endReading(thread)
        if hot == Hot.shared { return try share(slot, from: caller, T.self) }
        return try follow(slot, from: caller, T.self)
    }

    /// From here on the thread looks at what others may withdraw.
    ///
    /// Until ``endReading(_:)`` it runs no user code: a few instructions later it is over.
    @inlinable @inline(__always) static func beginReading(_ thread: Thread) {
        thread.pointee.isReading.store(1, ordering: .relaxed)
        mortise_light_barrier()
    }

    /// What the thread goes on with is announced, or is its own.
    @inlinable @inline(__always) static func endReading(_ thread: Thread) {
        // Copies are made before anybody may release the original.
        mortise_compiler_barrier()
        thread.pointee.isReading.store(0, ordering: .releasing)
    }

    /// Copies a committed instance.
    @inlinable @inline(__always)
    static func instance<T>(in hot: UInt, _: T.Type) -> T {
        let opaque = UnsafeRawPointer(bitPattern: hot).unsafelyUnwrapped
        return Unmanaged<Holder<T>>.fromOpaque(opaque)._withUnsafeGuaranteedRef { $0.instance }
    }

    /// A plain unique instance, as the outermost resolve of its thread.
    @inlinable @inline(__always)
    static func begin<T>(
        _ slot: Unmanaged<Slot>,
        _ table: Table,
        _ thread: Thread,
        _: T.Type
    ) throws -> T {
        var frame = Frame(caller: nil, slot: slot, table: table, thread: thread)
        return try begin(&frame, T.self)
    }

    // A pointer made of an inout argument: an address without a closure.
    @inlinable @inline(__always)
    static func begin<T>(_ frame: FramePointer, _: T.Type) throws -> T {
        try begin(frame) { try callFactory(frame, T.self) }
    }

    @inlinable @inline(__always)
    static func begin<T>(_ frame: FramePointer, _ make: () throws -> T) throws -> T {
        let thread = frame.pointee.thread
        thread.pointee.checkpoint = Checkpoint.stackAddress &- Checkpoint.firstDistance
        thread.pointee.frame = frame
        defer { thread.leave(succeeded: frame.pointee.note & Note.failed == 0) }
        return try finish(frame, make)
    }

    /// A plain shared instance, as the outermost resolve of its thread.
    @inlinable @inline(never)
    static func beginSharing<T>(_ found: Found, _: T.Type) throws -> T {
        var frame = Frame(
            caller: nil,
            slot: found.slot,
            table: found.table,
            thread: found.thread
        )
        return try beginSharing(&frame, T.self)
    }

    // A pointer made of an inout argument: an address without a closure.
    @inlinable @inline(__always)
    static func beginSharing<T>(_ frame: FramePointer, _: T.Type) throws -> T {
        try beginSharing(frame) { try callFactory(frame, T.self) }
    }

    /// The same, made by a closure.
    @inlinable @inline(never)
    static func beginSharing<T>(_ frame: FramePointer, _ make: () throws -> T) throws -> T {
        let thread = frame.pointee.thread
        thread.pointee.checkpoint = Checkpoint.stackAddress &- Checkpoint.firstDistance
        defer { thread.leave(succeeded: frame.pointee.note & Note.failed == 0) }
        return try share(frame, make)
    }

    /// A plain unique instance, for a factory or a step.
    @inlinable @inline(__always)
    static func call<T>(_ slot: Unmanaged<Slot>, from caller: FramePointer, _: T.Type) throws -> T {
        var frame = Frame(
            caller: caller,
            slot: slot,
            table: caller.pointee.table,
            thread: caller.pointee.thread
        )
        return try descend(&frame, T.self)
    }

    @inlinable @inline(__always)
    static func descend<T>(_ frame: FramePointer, _: T.Type) throws -> T {
        try descend(frame) { try callFactory(frame, T.self) }
    }

    @inlinable @inline(__always)
    static func descend<T>(_ frame: FramePointer, _ make: () throws -> T) throws -> T {
        let thread = frame.pointee.thread
        if _slowPath(Checkpoint.stackAddress < thread.pointee.checkpoint) {
            try Checkpoint.examine(frame)
        }
        thread.pointee.frame = frame
        defer { thread.pointee.frame = frame.pointee.caller }
        return try finish(frame, make)
    }

    /// Runs the factory, and completes an instance that nobody expected to have properties.
    @inlinable @inline(__always)
    static func finish<T>(_ frame: FramePointer, _ make: () throws -> T) throws -> T {
        let instance = try run(frame, make)
        guard _fastPath(!frame.heedsProperties) else { return try frame.completedLate(instance) }
        return instance
    }

    @inlinable @inline(__always)
    static func run<T>(_ frame: FramePointer, _: T.Type) throws -> T {
        try run(frame) { try callFactory(frame, T.self) }
    }

    @inlinable @inline(__always)
    static func run<T>(_ frame: FramePointer, _ make: () throws -> T) throws -> T {
        do { return try make() } catch { throw frameFailed(error, frame) }
    }

    @inlinable @inline(__always)
    static func callFactory<T>(_ frame: FramePointer, _: T.Type) throws -> T {
        var resolver = Resolver(frame)
        return try frame.pointee.slot.call(T.self, &resolver)
    }

    /// A plain shared instance, for a factory or a step.
    @inlinable @inline(__always)
    static func share<T>(_ slot: Unmanaged<Slot>, from caller: FramePointer, _: T.Type) throws -> T
    {
        let thread = caller.pointee.thread
        let node = sharedNode(slot, caller.pointee.table, thread)
        if let node, _fastPath(thread.pointee.building == 0) {
            return node.instance(T.self).pointee
        }
        // Something is unfinished: what is shared now may get hold of it, and must be watched.
        if _slowPath(thread.pointee.building > 0 || thread.pointee.runningSteps > 0) {
            let tag = slot._withUnsafeGuaranteedRef { $0.tag }
            return try caller.resolve(T.self, tag: tag)
        }
        var frame = Frame(
            caller: caller,
            slot: slot,
            table: caller.pointee.table,
            thread: thread
        )
        return try share(&frame, T.self)
    }

    /// The shared instance that the running resolve has made for a container.
    @inlinable @inline(__always)
    static func sharedNode(
        _ slot: Unmanaged<Slot>,
        _ table: Table,
        _ thread: Thread
    ) -> SharedNodePointer? {
        let view = table.owner.toOpaque()
        var current = thread.pointee.nodes
        while let node = current {
            if node.pointee.slot == slot.toOpaque(), node.pointee.view == view { return node }
            current = node.pointee.next
        }
        return nil
    }

    @inlinable @inline(__always)
    static func share<T>(_ frame: FramePointer, _: T.Type) throws -> T {
        try share(frame) { try callFactory(frame, T.self) }
    }

    @inlinable @inline(__always)
    static func share<T>(_ frame: FramePointer, _ make: () throws -> T) throws -> T {
        let thread = frame.pointee.thread
        let instance: T
        do {
            if _slowPath(Checkpoint.stackAddress < thread.pointee.checkpoint) {
                try Checkpoint.examine(frame)
            }
            thread.pointee.frame = frame
            defer { thread.pointee.frame = frame.pointee.caller }
            instance = try run(frame, make)
        } catch {
            thread.sharedFactoryFailed(frame, error)
            throw error
        }
        thread.pointee.nodes = .make(
            instance,
            slot: frame.pointee.slot,
            view: frame.pointee.table.owner,
            next: thread.pointee.nodes
        )
        if _slowPath(frame.heedsProperties) {
            try frame.completeLateShared(instance)
            return instance
        }
        if _slowPath(thread.pointee.building > 0) { try thread.sharedFactoryReturned(frame) }
        if _slowPath(frame.pointee.note & Note.hasCreated != 0) { thread.keepCreated(in: frame) }
        return instance
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension Resolver: Sendable {}

@available(*, unavailable)
extension Hot.Found: Sendable {}
