// SPDX-License-Identifier: MIT

import Synchronization

// How a construction on the stack of its thread ends: committed, made for its request alone, or
// failed. What the ledger tracks by then is committed in ConstructionSite+Committing.

extension ConstructionPointer {
    /// Finishes an instance that is made for its request alone.
    @usableFromInline func finish<T>(_ instance: T) throws {
        do {
            // Where user code swallowed the signal, observers must not hear of an instance.
            if thread.pointee.isUnwinding { try framePointer.unwindFurther(without: instance) }
            if framePointer.heedsProperties || Capabilities.mayBeAware(dynamicType(of: instance)) {
                try framePointer.completeLate(instance)
            }
        } catch {
            fail(error)
            throw error
        }
        // Observers that are gone have left a slow word.
        let isCold =
            pointee.observed == nil && framePointer.view.owns(pointee.slot)
            && HotPath.isSlow(pointee.slot.hot.load(ordering: .relaxed))
        if isCold || mayBeUnnoted {
            pointee.slot.warmUp(seeing: framePointer.view)
        }
        endBuild()
        leave(succeeded: true)
    }

    /// Commits the instance, which everyone can see from then on.
    ///
    /// - Parameters:
    ///   - holder: Its holder.
    ///   - type: Its dynamic type.
    /// - Returns: `false` if it needs the slow path.
    @usableFromInline func commit(_ holder: AnyObject, _ type: Any.Type) -> Bool {
        // Where user code swallowed the signal to unwind, the slow path goes on with it.
        guard !framePointer.heedsProperties, !thread.pointee.isUnwinding else { return false }
        let capabilities = Capabilities.of(type)
        let disposals = pointee.frame.slot._withUnsafeGuaranteedRef {
            $0.definitionDetails { $0?.disposals }
        }
        guard
            capabilities.isEmpty || (disposals != nil && !capabilities.contains(.resolutionAware))
        else { return false }
        var closer = disposals.map { Closer(slot: pointee.slot, holder: holder, disposals: $0) }
        let isDone = end { slot, closing in
            // The instance of an unpublished slot belongs to this session alone.
            guard slot.isPublished else { return false }
            if let closer = closer.take() { closing.add(closer) }
            slot.holder = holder
            slot.committed(holder, in: slot)
            return true
        }
        guard isDone else { return false }
        if mayBeUnnoted { pointee.slot.noteBuilt(seeing: framePointer.view) }
        endBuild()
        leave(succeeded: true)
        return true
    }

    /// Whether it may not be noted yet that an instance was built in this container.
    private var mayBeUnnoted: Bool {
        pointee.frame.note & FrameFlags.recording != 0 || pointee.slot.kind == .wired
    }

    /// Ends the construction, unless it is tracked.
    ///
    /// - Parameter body: Runs under the lock of the cell. Returns whether to end it.
    /// - Returns: Whether it has ended.
    @inline(__always)
    private func end(_ body: (Slot, inout Closing) -> Bool) -> Bool {
        var waiters: [Closing.Waiter] = []
        let isDone = locked { slot, closing in
            guard !pointee.isTracked, body(slot, &closing) else { return false }
            slot.construction = nil
            closing.constructionEnds(resuming: &waiters)
            return true
        }
        guard isDone else { return false }
        for waiter in waiters { waiter.resume() }
        thread.pointee.construction = pointee.outer
        thread.pointee.building -= 1
        return true
    }

    /// Ends the construction, whose factory threw.
    @usableFromInline func fail(_ error: any Error) {
        if pointee.slot.scope.isCaching, !end({ _, _ in true }) {
            try? tracked { _ in throw error }
        }
        endBuild(error)
        leave(succeeded: false)
    }

    /// Tells observers how the build has ended, if there are any.
    private func endBuild(_ error: (any Error)? = nil) {
        if let build = pointee.observed.take() { thread.end(build, error) }
    }

    /// Completes the instance on the slow path, because it needs more than its factory.
    ///
    /// - Returns: The instance, or the one that replaces it.
    @usableFromInline func settle<T>(_ holder: Holder<T>) throws -> T {
        var succeeded = false
        defer { leave(succeeded: succeeded) }
        let request = framePointer.request(of: T.self)
        var isReplaced = false
        do {
            try tracked { number in
                isReplaced = try framePointer.completing(holder.instance) {
                    try framePointer.isReplaced { ConstructionSite.isReplaced(number) }
                }
                guard isReplaced else {
                    return try request.settle(holder, framePointer, pointee.slot, number)
                }
                ConstructionSite.abandon(number)
                framePointer.abandon(holder.instance)
            }
            endBuild()
        } catch {
            endBuild(error)
            throw error
        }
        var instance = holder.instance
        if isReplaced {
            thread.session.handCreated(of: pointee.number, to: thread.pointee.builder)
            thread.pointee.frame = pointee.frame.caller
            instance = try request.cached(pointee.slot, 0)
        }
        succeeded = true
        return instance
    }

    /// Tracks the construction, and runs a body that ends it.
    private func tracked(_ body: (_ number: Int) throws -> Void) throws {
        thread.track()
        thread.pointee.construction = pointee.outer
        // What is tracked begins once more, without a second count of it.
        thread.pointee.builder = pointee.outerBuilder
        thread.pointee.building -= 1
        do {
            try thread.building(pointee.number) { try body(pointee.number) }
        } catch {
            thread.failed(framePointer, error)
            throw error
        }
    }

    func leave(succeeded: Bool) {
        thread.pointee.frame = pointee.frame.caller
        if pointee.frame.caller == nil { thread.leaveUntracked(succeeded: succeeded) }
    }
}
