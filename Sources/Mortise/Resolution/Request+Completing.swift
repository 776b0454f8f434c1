// SPDX-License-Identifier: MIT

// What is done with instances that exist, and of which nobody knew that there is anything to do.

extension Request {
    /// Completes an instance of a factory that has returned, for who asked alone.
    func complete(_ instance: Instance, _ slot: Slot, _ frame: FramePointer) throws {
        let properties = self.properties(of: instance, slot, frame)
        noteCallbacks(slot, instance, frame, construction: thread.pointee.builder)
        let steps = steps(of: slot, properties)
        _ = try runSteps(steps, instance, slot, frame, construction: 0)
    }

    /// Completes a shared instance that nobody watched, and that the session has by now.
    ///
    /// If it is the first one with properties it is watched from now on: what they are filled with may
    /// get hold of it.
    func completeShared(
        _ instance: Instance,
        _ properties: PropertyList,
        _ slot: Slot,
        _ frame: FramePointer
    ) throws {
        if properties.isEmpty {
            try thread.runPostponedOfShared(frame)
        } else {
            let steps = steps(of: slot, properties)
            try thread.watchShared(frame) { construction in
                try runSteps(steps, instance, slot, frame, construction: construction)
            }
        }
        thread.keepCreated(in: frame)
    }

    /// The same for the instance of a hot frame.
    func completeShared(_ instance: Instance, _ slot: Slot, _ frame: FramePointer) throws {
        // Somebody swallowed the signal: what was made is not what it would have been.
        if thread.pointee.isPostponing, slot.mayThrow { throw Postponement() }
        let properties = self.properties(of: instance, slot, frame)
        noteCallbacks(slot, instance, frame, construction: thread.pointee.builder)
        try completeShared(instance, properties, slot, frame)
    }
}
