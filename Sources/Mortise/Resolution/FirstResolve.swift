// SPDX-License-Identifier: MIT

public import CMortiseThread
import Synchronization

extension Hot {
    /// The first instance of a plain unique definition, as the outermost resolve of its thread.
    ///
    /// Looks at what the special path would look at, and at nothing else: what the factory asks for
    /// is recorded, and an instance that wants to hear that it was resolved ends the plain life of
    /// its definition before it has begun.
    @inlinable @inline(never)
    static func first<T>(_ found: Found, _: T.Type) throws -> T {
        var frame = Frame(
            caller: nil,
            slot: found.slot,
            table: found.table,
            thread: found.thread,
            note: Note.recording
        )
        return try first(&frame, T.self)
    }

    @inlinable @inline(__always)
    static func first<T>(_ frame: FramePointer, _: T.Type) throws -> T {
        let thread = frame.pointee.thread
        guard frame.open() else { return try again(frame, T.self) }
        thread.pointee.checkpoint = Checkpoint.stackAddress &- Checkpoint.firstDistance
        thread.pointee.frame = frame
        do {
            let instance = try run(frame, T.self)
            if Awareness.isPossible(dynamicType(of: instance)) {
                frame.settle(instance)
            } else {
                frame.settle()
            }
            thread.leave(succeeded: true)
            return instance
        } catch {
            frame.close()
            thread.leave(succeeded: false)
            throw error
        }
    }

    /// The type of the value in an existential; made without copying it.
    @inlinable @inline(__always)
    static func dynamicType<T>(of instance: T) -> Any.Type {
        let type = withUnsafePointer(to: instance) {
            mortise_dynamic_type($0, unsafeBitCast(T.self, to: UnsafeRawPointer.self))
        }
        return unsafeBitCast(type, to: Any.Type.self)
    }

    /// Somebody else builds from the definition, or has changed it: takes the special path.
    @usableFromInline @inline(never)
    static func again<T>(_ frame: FramePointer, _: T.Type) throws -> T {
        let (container, slot) = (frame.view, frame.slotObject)
        frame.pointee.thread.leave(succeeded: true)
        return try container._withUnsafeGuaranteedRef {
            try $0.resolveOutermost(T.self, tag: slot.tag)
        }
    }
}

extension UnsafeMutablePointer<Frame> {
    /// Begins to build from a fresh definition, unless somebody else has.
    @usableFromInline func open() -> Bool {
        pointee.slot._withUnsafeGuaranteedRef {
            $0.hot.compareExchange(
                expected: Hot.fresh,
                desired: Hot.opened,
                ordering: .acquiringAndReleasing
            ).exchanged
        }
    }

    /// There is nothing special about the definition.
    @usableFromInline func settle() {
        pointee.slot._withUnsafeGuaranteedRef { $0.settle(as: Hot.unique) }
    }

    /// There may be something special about the definition's instances.
    @usableFromInline @inline(never) func settle<T>(_ instance: T) {
        guard instance is any ResolutionAware else { return settle() }
        let request = Request<T>(
            T.self,
            tag: nil,
            caller: nil,
            view: pointee.table,
            thread: pointee.thread
        )
        request.noteCallbacks(slotObject, instance, self, construction: 0)
        slotObject.settle(as: Hot.special)
    }

    /// The factory failed.
    @usableFromInline @inline(never) func close() {
        slotObject.settle(as: Hot.special)
    }
}

extension Slot {
    fileprivate func settle(as word: UInt) {
        if let existingDetails {
            // The fields are read without a lock once sealed: nobody writes them any more.
            existingDetails.isSealed.store(true, ordering: .releasing)
            if word == Hot.unique { existingDetails.wasBuilt.store(true, ordering: .releasing) }
        } else if word == Hot.special {
            _ = sealed()
        }
        // If a listener has come meanwhile, the special path is right already.
        _ = hot.compareExchange(
            expected: Hot.opened,
            desired: word,
            ordering: .acquiringAndReleasing
        )
    }

    /// What was built from stays as it is, whatever its hot word says from now on.
    ///
    /// Under the owner's lock.
    func keepSealed() {
        guard isSealed else { return }
        details.isSealed.store(true, ordering: .releasing)
    }
}

/// Which types may conform to ``ResolutionAware``, remembered: asking the runtime each time costs
/// more than making an instance.
@usableFromInline enum Awareness: Sendable {
    private static let size = 256
    /// The addresses of types, which are even; made odd where they may conform.
    // The pointer never changes, and what it leads to is atomic.
    private nonisolated(unsafe) static let known: UnsafeMutablePointer<Atomic<UInt>> = {
        let known = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: size)
        for index in 0..<size { (known + index).initialize(to: Atomic(0)) }
        return known
    }()

    /// Whether a value of a type may be cast to ``ResolutionAware``.
    @usableFromInline static func isPossible(_ type: Any.Type) -> Bool {
        let word = KeyWords.word(of: type)
        let index = Int(truncatingIfNeeded: Table.hash(word, 56))
        let found = known[index].load(ordering: .relaxed)
        if found & ~1 == word { return found & 1 != 0 }
        let isPossible = ask(type)
        known[index].store(word | (isPossible ? 1 : 0), ordering: .relaxed)
        return isPossible
    }

    @inline(never) private static func ask(_ type: Any.Type) -> Bool {
        // A cast looks into what wraps another value.
        type is any ResolutionAware.Type || type is any DerivedDependency.Type
            || type == AnyHashable.self
    }
}
