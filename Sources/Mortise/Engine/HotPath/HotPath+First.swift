// SPDX-License-Identifier: MIT

import Synchronization

extension HotPath {
    /// Makes the first instance of a fresh definition, as the outermost resolve of its thread.
    ///
    /// Records what the factory asks for, as the slow path does. If the instance has callbacks or
    /// properties, the definition's word becomes slow, not unique.
    @_alwaysEmitIntoClient @inline(__always)
    static func first<T>(_ found: Found, _: T.Type) throws -> T {
        guard open(found.slot) else { return try again(found, T.self) }
        return try inFrame(found, note: FrameFlags.recording) { frame in
            do {
                let instance = try run(frame) { try callFactory($0, T.self) }
                if frame.heedsProperties {
                    try frame.complete(instance)
                } else if Capabilities.mayBeAware(dynamicType(of: instance)) {
                    frame.settle(instance)
                } else {
                    frame.settle()
                }
                return instance
            } catch {
                frame.close()
                throw error
            }
        }
    }

    /// Begins the first build from a fresh definition, unless another thread has begun one.
    @usableFromInline static func open(_ slot: Unmanaged<Slot>) -> Bool {
        slot._withUnsafeGuaranteedRef { $0.transition(.opened) }
    }

    /// Takes the slow path: another thread builds from the definition, or has changed it.
    @usableFromInline @inline(never)
    static func again<T>(_ found: Found, _: T.Type) throws -> T {
        let (container, tag) = (found.table.owner, found.slot.takeUnretainedValue().tag)
        found.thread.leave(succeeded: true)
        return try container._withUnsafeGuaranteedRef { try $0.resolveOutermost(T.self, tag: tag) }
    }
}

extension UnsafeMutablePointer<Frame> {
    /// Ends the first build: the instance is no obstacle.
    @usableFromInline func settle() {
        // A fresh definition has only a factory. What was added meanwhile has changed the word
        // already.
        pointee.slot._withUnsafeGuaranteedRef { $0.settle([]) }
    }

    /// Ends the first build: notes the callbacks of the instance, if it has any.
    @usableFromInline @inline(never) func settle<T>(_ instance: T) {
        guard instance is any ResolutionAware else { return settle() }
        noteCallbacks(of: instance)
        slotObject.settle(.callbacks)
    }

    /// Ends the first build: completes the instance, which has properties to be filled.
    @usableFromInline @inline(never) func complete<T>(_ instance: T) throws {
        slotObject.settle(nil)
        try completing(instance) { try request(of: T.self).complete(instance, self) }
    }

    /// The request that a hot frame stands for.
    func request<T>(of _: T.Type) -> Request<T> {
        Request(T.self, Caller(pointee.caller, pointee.table, pointee.thread))
    }

    /// Completes an instance of a hot frame that turned out to have properties.
    ///
    /// - Parameters:
    ///   - instance: The instance.
    ///   - isShared: Whether the session has the instance already.
    /// - Throws: What resolving throws.
    @usableFromInline @inline(never)
    func completeLate<T>(_ instance: T, isShared: Bool = false) throws {
        do {
            let request = request(of: T.self)
            if isShared {
                try request.completeShared(instance, request.returned(instance, self), self)
            } else {
                try completing(instance) { try request.complete(instance, self) }
            }
        } catch {
            failed(error)
            throw error
        }
    }

    /// The session's instance of the definition; `nil` if it is gone by now.
    @usableFromInline @inline(never) func madeInside<T>(insteadOf instance: T) throws -> T? {
        let thread = pointee.thread
        do {
            let isReplaced = try completing(instance) {
                try self.isReplaced { thread.node(of: slotObject.knownAs, view.toOpaque()) != nil }
            }
            guard isReplaced else { return nil }
            abandon(instance)
            thread.pointee.frame = pointee.caller
            return try request(of: T.self).shared(slotObject, 0)
        } catch {
            failed(error)
            throw error
        }
    }

    /// Goes on to unwind where user code swallowed the signal: its instance is dropped.
    ///
    /// - Throws: The signal, unless the definition must not throw.
    func unwindFurther() throws {
        if slotObject.mayThrow { throw Unwinding() }
    }

    /// Goes on to unwind where user code swallowed the signal: its instance is disposed of.
    @usableFromInline @inline(never) func unwindFurther<T>(without instance: T) throws {
        try completing(instance) { try unwindFurther() }
    }

    func failed(_ error: any Error) {
        pointee.thread.failed(self, error)
        if pointee.caller == nil { pointee.note |= FrameFlags.failed }
    }

    /// Ends the first build: the factory failed, or completing its instance did.
    @usableFromInline @inline(never) func close() {
        slotObject.settle(nil)
        pointee.note |= FrameFlags.failed
    }
}

extension Slot {
    /// Ends the first build.
    ///
    /// - Parameter obstacles: Those that were found; `nil` if the build failed, or is not over yet.
    fileprivate func settle(_ obstacles: Obstacles?) {
        let isUnique = obstacles?.areTolerated(by: .toleratedByUnique) == true
        if let existingDetails {
            // Once sealed, the fields are read without a lock, and nobody writes them.
            existingDetails.isSealed.store(true, ordering: .releasing)
            if isUnique { existingDetails.note(.atHome) }
        } else if !isUnique {
            _ = sealed()
        }
        // If the container is observed by now, or a property was found, the word is slow already.
        transition(.settled(obstacles))
    }
}
