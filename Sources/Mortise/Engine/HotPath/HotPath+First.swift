// SPDX-License-Identifier: MIT

import Synchronization

extension HotPath {
    /// The first instance of a plain unique definition, as the outermost resolve of its thread.
    ///
    /// Looks at what the slow path would look at, and at nothing else: what the factory asks for
    /// is recorded, and an instance that wants to hear that it was resolved ends the plain life of
    /// its definition before it has begun.
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

    /// Begins to build from a fresh definition, unless somebody else has.
    @usableFromInline static func open(_ slot: Unmanaged<Slot>) -> Bool {
        slot._withUnsafeGuaranteedRef { $0.transition(.opened) }
    }

    /// Somebody else builds from the definition, or has changed it: takes the slow path.
    @usableFromInline @inline(never)
    static func again<T>(_ found: Found, _: T.Type) throws -> T {
        let (container, tag) = (found.table.owner, found.slot.takeUnretainedValue().tag)
        found.thread.leave(succeeded: true)
        return try container._withUnsafeGuaranteedRef { try $0.resolveOutermost(T.self, tag: tag) }
    }
}

extension UnsafeMutablePointer<Frame> {
    /// There is nothing special about the definition.
    @usableFromInline func settle() {
        // A fresh definition has a factory only, and what came meanwhile has changed the word already.
        pointee.slot._withUnsafeGuaranteedRef { $0.settle([]) }
    }

    /// There may be something special about the definition's instances.
    @usableFromInline @inline(never) func settle<T>(_ instance: T) {
        guard instance is any ResolutionAware else { return settle() }
        noteCallbacks(of: instance)
        slotObject.settle(.callbacks)
    }

    /// The definition's instances have properties to be filled.
    @usableFromInline @inline(never) func complete<T>(_ instance: T) throws {
        slotObject.settle(nil)
        try request(of: T.self).complete(instance, self)
    }

    /// The request that a hot frame stands for.
    func request<T>(of _: T.Type) -> Request<T> {
        Request(T.self, Caller(pointee.caller, pointee.table, pointee.thread))
    }

    /// The same for a hot frame, of whose definition that was not known.
    ///
    /// - Parameters:
    ///   - instance: The instance.
    ///   - isShared: Whether the session has it by now.
    /// - Throws: What resolving throws.
    @usableFromInline @inline(never)
    func completeLate<T>(_ instance: T, isShared: Bool = false) throws {
        do {
            let request = request(of: T.self)
            if isShared {
                try request.completeShared(instance, request.returned(instance, self), self)
            } else {
                try request.complete(instance, self)
            }
        } catch {
            failed(error)
            throw error
        }
    }

    /// Whether the session has an instance of the definition of a hot frame, whose factory has returned.
    @usableFromInline @inline(never) var hasInstanceInside: Bool {
        pointee.thread.node(of: pointee.slot.toOpaque(), view.toOpaque()) != nil
    }

    /// That instance; `nil` if it is gone by now.
    @usableFromInline @inline(never) func madeInside<T>(_: T.Type) throws -> T? {
        let thread = pointee.thread
        do {
            let isReplaced = try isReplaced {
                thread.node(of: slotObject.knownAs, view.toOpaque()) != nil
            }
            guard isReplaced else { return nil }
            thread.pointee.frame = pointee.caller
            return try request(of: T.self).shared(slotObject, 0)
        } catch {
            failed(error)
            throw error
        }
    }

    func failed(_ error: any Error) {
        pointee.thread.failed(self, error)
        if pointee.caller == nil { pointee.note |= FrameFlags.failed }
    }

    /// The factory failed, or what completes its instance.
    @usableFromInline @inline(never) func close() {
        slotObject.settle(nil)
        pointee.note |= FrameFlags.failed
    }
}

extension Slot {
    /// The first build is over.
    ///
    /// - Parameter obstacles: Those that were found; `nil` if it failed, or is not over yet.
    fileprivate func settle(_ obstacles: Obstacles?) {
        let isUnique = obstacles?.areTolerated(by: .toleratedByUnique) == true
        if let existingDetails {
            // The fields are read without a lock once sealed: nobody writes them any more.
            existingDetails.isSealed.store(true, ordering: .releasing)
            if isUnique { existingDetails.wasBuilt.store(true, ordering: .releasing) }
        } else if !isUnique {
            _ = sealed()
        }
        // If somebody observes it by now, or it has a first property, it is on the slow path already.
        transition(.settled(obstacles))
    }
}
