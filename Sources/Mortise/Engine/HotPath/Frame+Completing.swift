// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

// How the fast path completes unique instances: by injection steps, by filling properties, and by
// telling who wants to know.

extension UnsafeMutablePointer<Frame> {
    /// Completes an instance whose factory has returned.
    ///
    /// Makes neither a request nor a session, and allocates nothing, as long as nothing is being built
    /// around the instance and no step has to be postponed.
    ///
    /// - Parameter instance: The instance.
    /// - Returns: The slot, if its ``Slot/notify(_:)`` is to be called after the outermost resolve, which
    ///   this is.
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
            failed(error)
            throw error
        }
    }

    /// Does what the slow path would do.
    private func completeInGeneral<T>(_ instance: T) throws {
        // Somebody swallowed the signal: what was made is not what it would have been.
        if pointee.thread.pointee.isUnwinding {
            _ = pointee.thread.takeAnnounced(in: self)
            throw Unwinding()
        }
        pointee.note |= FrameFlags.heedsProperties
        try request(of: T.self).complete(instance, self)
    }

    /// What is to be done with an instance; `nil` if only the slow path can say.
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
        // A unique definition is its own: no layer keeps instances of it.
        guard details.injectsProperties ?? slot.owner.injectsProperties, let object,
            completion.properties.find(in: object, type, announcedIn: self, details)
        else { return nil }
        return completion
    }

    private func complete<T>(_ instance: T, _ completion: Completion) throws -> Slot? {
        let thread = pointee.thread
        let properties = completion.properties
        // What announces itself from here on is not the instance's.
        pointee.note |= FrameFlags.heedsProperties
        defer { if properties.count > 0 { thread.forgetAnnounced(from: properties.first) } }
        if completion.callsBack {
            // With nothing else to be told, whoever asked tells it without a session.
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

    /// Runs a step of an instance, and those that follow it in its list.
    ///
    /// - Returns: `false` if one was postponed, with those after it.
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
    /// - Returns: `false` if it was postponed, with those after it.
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

    /// Postpones a step that failed, if that is why.
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

/// What is to be done with an instance that is complete afterwards.
///
/// Keeps nothing: the slot does, and the thread.
private struct Completion {
    /// A `StepList` of the instance's type.
    var steps: Unmanaged<AnyObject>?
    /// Whether somebody may want to be told.
    var callsBack = false
    var properties = PropertiesInPlace()

    // The slot's key says what it makes.
    @inline(__always) func steps<Instance>(of _: Instance.Type) -> StepList<Instance>? {
        guard let steps else { return nil }
        return unsafeDowncast(steps.takeUnretainedValue(), to: StepList<Instance>.self)
    }
}

extension Slot {
    /// Tells who wants to know that an instance was resolved.
    @usableFromInline func notify<Instance>(_ instance: Instance) {
        created(instance, construction: 0)?.notify()
    }
}
