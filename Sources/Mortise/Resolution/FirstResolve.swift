// SPDX-License-Identifier: MIT

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
        thread.pointee.collector = frame
        do {
            let instance = try run(frame, T.self)
            thread.pointee.collector = nil
            if thread.pointee.announced != nil {
                try frame.complete(instance)
            } else if Capabilities.mayBeAware(dynamicType(of: instance)) {
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

    /// The definition's instances have properties to be filled.
    @usableFromInline @inline(never) func complete<T>(_ instance: T) throws {
        let request = Request<T>(
            T.self,
            tag: nil,
            caller: nil,
            view: pointee.table,
            thread: pointee.thread
        )
        let properties = request.properties(of: instance, slotObject, self)
        request.noteCallbacks(slotObject, instance, self, construction: 0)
        slotObject.settle(as: Hot.special)
        let steps = request.steps(of: slotObject, properties)
        _ = try request.runSteps(steps, instance, slotObject, self, construction: 0)
    }

    /// The factory failed.
    @usableFromInline @inline(never) func close() {
        pointee.thread.pointee.collector = nil
        if pointee.thread.pointee.announced != nil { _ = pointee.thread.takeAnnounced(in: self) }
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
