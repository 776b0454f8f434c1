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
        do {
            let instance = try run(frame, T.self)
            if frame.heedsProperties {
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
        request(of: T.self).noteCallbacks(slotObject, instance, self, construction: 0)
        slotObject.settle(as: Hot.special)
    }

    /// The definition's instances have properties to be filled.
    @usableFromInline @inline(never) func complete<T>(_ instance: T) throws {
        slotObject.settle(as: Hot.special)
        try request(of: T.self).complete(instance, slotObject, self)
    }

    /// The request that a hot frame stands for.
    private func request<T>(of _: T.Type) -> Request<T> {
        Request(
            T.self,
            tag: nil,
            caller: pointee.caller,
            view: pointee.table,
            thread: pointee.thread
        )
    }

    /// The same for a hot frame, of whose definition that was not known.
    ///
    /// - Returns: The instance, so that nothing is left to be done with it where this is rarely called.
    @usableFromInline @inline(never) func completedLate<T>(_ instance: consuming T) throws -> T {
        do {
            try request(of: T.self).complete(instance, slotObject, self)
            return instance
        } catch {
            failed(error)
            throw error
        }
    }

    /// The same for the instance of a hot shared definition, which the session has by now.
    @usableFromInline @inline(never) func completeLateShared<T>(_ instance: T) throws {
        pointee.thread.pointee.frame = self
        defer { pointee.thread.pointee.frame = pointee.caller }
        do {
            try request(of: T.self).completeShared(instance, slotObject, self)
        } catch {
            failed(error)
            throw error
        }
    }

    private func failed(_ error: any Error) {
        pointee.thread.failed(self, error)
        if pointee.caller == nil { pointee.note |= Note.failed }
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
        // If a listener has come meanwhile, or a first property, the special path is right already.
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
