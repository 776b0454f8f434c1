// SPDX-License-Identifier: MIT

import CMortiseThread

// How the hot path completes unique instances: it runs injection steps, fills properties and calls
// callbacks.

extension UnsafeMutablePointer<Frame> {
    /// Completes an instance whose factory has returned.
    ///
    /// Makes neither a request nor a session, and allocates nothing, unless something is being
    /// built around the instance, its properties have to be searched for, a step has to be
    /// postponed, or callbacks have to wait for the end of the session.
    ///
    /// - Parameter instance: The instance.
    /// - Returns: The slot whose ``Slot/notify(_:)`` is to be called after this outermost resolve,
    ///   if any.
    /// - Throws: What resolving throws.
    @usableFromInline @inline(never) func completeHot<T>(_ instance: T) throws -> Slot? {
        let thread = pointee.thread
        do {
            if thread.pointee.building == 0, !thread.pointee.isUnwinding {
                let known = pointee.slot._withUnsafeGuaranteedRef { slot in
                    slot.inPlace { details -> Completion? in
                        guard let details else { return nil }
                        return completion(of: instance, slot, details)
                    }
                }
                if let known { return try complete(instance, known) }
            }
            try completeInGeneral(instance)
            return nil
        } catch {
            abandon(instance)
            failed(error)
            throw error
        }
    }

    /// Completes the instance as the slow path does.
    private func completeInGeneral<T>(_ instance: T) throws {
        // User code swallowed the signal: the instance is not what it would have been.
        if pointee.thread.pointee.isUnwinding {
            _ = pointee.thread.takeAnnounced(in: self)
            throw Unwinding()
        }
        pointee.note |= FrameFlags.heedsProperties
        try request(of: T.self).complete(instance, self)
    }

    /// The work that completes an instance; `nil` if only the slow path can tell.
    private func completion<T>(
        of instance: T,
        _ slot: Slot,
        _ details: Details
    ) -> Completion? {
        let type = dynamicType(of: instance)
        var completion = Completion()
        if let steps = details.steps { completion.steps = .passUnretained(steps) }
        completion.callsBack = details.callbacks != nil || Capabilities.mayBeAware(type)
        guard heedsProperties else { return completion }
        let object = withUnsafePointer(to: instance) {
            mortise_object($0, unsafeBitCast(T.self, to: UnsafeRawPointer.self))
        }
        // A unique definition has no overlay slots, so the slot's owner is the container that has
        // the definition.
        guard details.injectsProperties ?? slot.owner.injectsProperties, let object,
            completion.properties.find(in: object, type, announcedIn: self, details)
        else { return nil }
        return completion
    }

    private func complete<T>(_ instance: T, _ completion: Completion) throws -> Slot? {
        let thread = pointee.thread
        let properties = completion.properties
        // From here on, a property that announces itself is not the instance's.
        pointee.note |= FrameFlags.heedsProperties
        defer { if properties.count > 0 { thread.forgetAnnounced(from: properties.first) } }
        if completion.callsBack {
            // If nothing else has to be done, the outermost resolve notifies without a session.
            let isAlone =
                pointee.caller == nil && thread.pointee.session == nil
                && completion.steps == nil && properties.count == 0
            if isAlone { return slotObject }
            noteCallbacks(of: instance)
        }
        var index = 0
        let steps = completion.steps(of: T.self)
        guard try run(from: steps?.firstEarly, &index, of: instance, completion) else { return nil }
        for position in 0..<properties.count {
            let property = properties.property(at: position, thread)
            let isDone = try run(index, of: instance, completion) {
                try filling(property, of: instance) {
                    try runStep { try property.inject(from: &$0) }
                }
            }
            guard isDone else { return nil }
            index += 1
        }
        _ = try run(from: steps?.first, &index, of: instance, completion)
        return nil
    }

    /// Runs a step of an instance, and the steps that follow it in its list.
    ///
    /// - Returns: `false` if a step was postponed, with the steps after it.
    @inline(__always)
    private func run<T>(
        from first: StepList<T>.Link?,
        _ index: inout Int,
        of instance: T,
        _ completion: Completion
    ) throws -> Bool {
        var next = first
        while let step = next {
            let isDone = try run(index, of: instance, completion) {
                try runStep { try step.body(&$0, instance) }
            }
            guard isDone else { return false }
            next = step.next
            index += 1
        }
        return true
    }

    /// Runs a step of an instance.
    ///
    /// - Returns: `false` if the step was postponed, with the steps after it.
    @inline(__always)
    private func run<T>(
        _ index: Int,
        of instance: T,
        _ completion: Completion,
        _ step: () throws -> Void
    ) throws -> Bool {
        let mark = pointee.thread.createdMark
        do {
            try step()
            return true
        } catch {
            try postpone(index, of: instance, completion, mark, error)
            return false
        }
    }

    /// Postpones a step that was unwound for that; throws any other error.
    @inline(never)
    private func postpone<T>(
        _ index: Int,
        of instance: T,
        _ completion: Completion,
        _ mark: Int,
        _ error: any Error
    ) throws {
        let properties = completion.properties
        let all = (0..<properties.count).map { properties.property(at: $0, pointee.thread) }
        try Steps(completion.steps(of: T.self), PropertyList(all: all), nil, [])
            .postpone(instance, self, from: index, createdSince: mark, because: error)
    }
}

/// The work that completes an instance.
///
/// It owns nothing: the slot and the thread keep what it refers to.
private struct Completion {
    /// A `StepList` of the instance's type.
    var steps: Unmanaged<AnyObject>?
    /// Whether the definition or the instance may have callbacks.
    var callsBack = false
    var properties = PropertiesInPlace()

    // The type is that of the slot's key.
    @inline(__always) func steps<Instance>(of _: Instance.Type) -> StepList<Instance>? {
        guard let steps else { return nil }
        return unsafeDowncast(steps.takeUnretainedValue(), to: StepList<Instance>.self)
    }
}

extension Slot {
    /// Calls the callbacks of a resolved instance.
    @usableFromInline func notify<Instance>(_ instance: Instance) {
        created(instance, construction: 0)?.notify()
    }
}
