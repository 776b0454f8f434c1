// SPDX-License-Identifier: MIT

import MortiseGraph

/// What became of the steps of an instance.
enum StepsOutcome {
    case done
    /// The rest runs when the factory of another frame has returned.
    case postponed
}

extension Request {
    /// What is done with an instance after the factory.
    ///
    /// What a forwarded type adds is done by the definition that makes the instance.
    func steps(of slot: Slot, _ properties: PropertyList) -> Steps<Instance> {
        guard slot.kind != .forwarding else { return Steps(nil, properties, step, []) }
        return Steps(
            step == nil ? slot.details.steps as? StepList<Instance> : nil,
            properties,
            step,
            addition?.steps ?? []
        )
    }

    /// Runs the steps of an instance, from one on.
    func runSteps(
        _ steps: Steps<Instance>,
        _ instance: Instance,
        _ slot: Slot,
        _ frame: FramePointer,
        from first: Int = 0,
        construction: Int
    ) throws -> StepsOutcome {
        for index in first..<max(first, steps.count) {
            let mark = thread.createdMark
            do {
                try steps.noting(index, instance, frame) {
                    try run(
                        { resolver, instance in try steps.run(index, &resolver, instance) },
                        instance,
                        frame,
                        construction: construction
                    )
                }
            } catch {
                guard let target = thread.takePostponement(of: frame) else { throw error }
                // What the step made for itself alone it makes again.
                thread.forgetCreated(since: mark)
                try postpone(steps, instance, slot, frame, from: index, until: target, construction)
                return .postponed
            }
        }
        return .done
    }

    func run(
        _ step: (inout Resolver, Instance) throws -> Void,
        _ instance: Instance,
        _ frame: FramePointer,
        construction: Int
    ) throws {
        let isNoted =
            thread.pointee.building > 0
            && ConstructionSite.stepBegins(construction == 0 ? nil : construction, thread: thread)
        frame.pointee.note |= Note.inStep
        thread.pointee.runningSteps += 1
        defer {
            thread.pointee.runningSteps -= 1
            frame.pointee.note &= ~Note.inStep
            if isNoted { ConstructionSite.stepEnds(thread: thread) }
        }
        do {
            var resolver = Resolver(frame)
            try step(&resolver, instance)
        } catch {
            if error is ResolutionError || error is Postponement { throw error }
            throw ResolutionError.failed(.injectionFailed, in: frame, underlying: error)
        }
        if thread.pointee.isPostponing { throw Postponement() }
    }

    /// Has the steps from one on run again when the factory of `target` has returned.
    private func postpone(
        _ steps: Steps<Instance>,
        _ instance: Instance,
        _ slot: Slot,
        _ frame: FramePointer,
        from index: Int,
        until target: FramePointer,
        _ construction: Int
    ) throws {
        var watched = construction
        if watched == 0 {
            // Whoever is built around it must not be committed before its steps have run.
            thread.sessionWork.usedConstructionSite = true
            watched = ConstructionSite.adopt(slot, frame: target, thread: thread)
        }
        try ConstructionSite.postpone(watched)
        let table = frame.pointee.table
        let tag = frame.requestedTagBox
        let recording = frame.pointee.note & Note.recording
        thread.pointee.building += 1
        // The factory of a member is gone by then, and whoever was given the factory.
        var later = self
        later.building = nil
        later.argumentValues = nil
        later.call = { slot, frame in
            throw ResolutionError.failed(.missingBinding, in: frame)
        }
        let request = later
        thread.sessionWork.postponed.append(
            SessionWork.Postponed(
                until: target,
                construction: watched
            ) { target in
                let note = tag.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
                try request.rerun(
                    steps,
                    instance,
                    slot,
                    from: index,
                    inside: target,
                    table: table,
                    note: (note ?? 0) | recording | Note.rerun,
                    construction: watched
                )
            }
        )
    }

    /// Runs postponed steps, inside the frame whose factory they waited for.
    private func rerun(
        _ steps: Steps<Instance>,
        _ instance: Instance,
        _ slot: Slot,
        from index: Int,
        inside target: FramePointer,
        table: Table,
        note: UInt,
        construction: Int
    ) throws {
        var frame = Frame(
            caller: target,
            slot: .passUnretained(slot),
            table: table,
            thread: thread,
            note: note | Note.heedsProperties
        )
        let builder = thread.pointee.builder
        thread.pointee.builder = construction
        try withUnsafeMutablePointer(to: &frame) { pointer in
            thread.pointee.frame = pointer
            defer {
                thread.pointee.frame = target
                thread.pointee.builder = builder
            }
            let outcome = try runSteps(
                steps,
                instance,
                slot,
                pointer,
                from: index,
                construction: construction
            )
            if case .done = outcome {
                try ConstructionSite.complete(construction, isHandedOut: false, thread: thread)
            }
        }
    }
}

// MARK: - Postponing

extension UnsafeMutablePointer<ThreadRecord> {
    /// Starts to unwind to the innermost step above a frame that is still in its factory.
    ///
    /// - Returns: The signal to throw; `nil` if no step runs between here and there.
    func postpone(from caller: FramePointer?, until target: FramePointer) -> Postponement? {
        var current = caller
        while let frame = current, frame != target {
            guard frame.slotObject.mayThrow else { return nil }
            if frame.isInStep {
                sessionWork.postponement = (frame, target)
                pointee.isPostponing = true
                return Postponement()
            }
            current = frame.pointee.caller
        }
        return nil
    }

    /// If a step of this frame is the one being unwound: for which frame it waits from now on.
    func takePostponement(of frame: FramePointer) -> FramePointer? {
        guard pointee.isPostponing, let postponement = sessionWork.postponement,
            postponement.step == frame
        else { return nil }
        sessionWork.postponement = nil
        pointee.isPostponing = false
        return postponement.until
    }

    /// The factory of a frame has returned: runs the steps that waited for that.
    func runPostponed(until frame: FramePointer) throws {
        guard let work = pointee.work?.takeUnretainedValue() else { return }
        while let step = work.takePostponed(until: frame) {
            defer { pointee.building -= 1 }
            // What it needs may have failed in the meantime: then there is nothing to finish.
            guard ConstructionSite.isUncommitted(step.construction) else { continue }
            do {
                try step.run(frame)
            } catch {
                fail(step.construction, error)
                throw error
            }
        }
    }

    /// The factory of a shared instance that nobody watched has returned: runs the steps that waited
    /// for that.
    ///
    /// It may hold instances whose steps are still to run. From now on it is watched, so that
    /// whoever gets hold of it is not committed before those.
    func runPostponedOfShared(_ frame: FramePointer) throws {
        guard let work = pointee.work?.takeUnretainedValue(), !work.postponed.isEmpty else {
            return
        }
        try watchShared(frame) { _ in .done }
    }

    /// From now on the shared instance of a frame, whose factory has returned, is watched.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - finish: Runs the steps of the instance, for its construction.
    /// - Throws: What that throws.
    func watchShared(
        _ frame: FramePointer,
        _ finish: (_ construction: Int) throws -> StepsOutcome
    ) throws {
        let work = sessionWork
        work.usedConstructionSite = true
        let construction = ConstructionSite.adopt(frame.slotObject, frame: frame, thread: self)
        ConstructionSite.note(construction, needs: work.postponed.map(\.construction))
        firstNode {
            $0.pointee.slot == frame.pointee.slot.toOpaque()
                && $0.pointee.view == frame.view.toOpaque()
        }?.pointee.construction = construction
        keepCreated(in: frame, construction: construction)
        let builder = pointee.builder
        pointee.building += 1
        defer { pointee.building -= 1 }
        do {
            try runPostponed(until: frame)
            pointee.builder = construction
            defer { pointee.builder = builder }
            switch try finish(construction) {
            case .done: try ConstructionSite.complete(construction, thread: self)
            case .postponed: try ConstructionSite.hold(construction, thread: self)
            }
        } catch {
            fail(construction, error)
            throw error
        }
    }

    /// The factory of a plain shared instance returned while something else is unfinished.
    @usableFromInline @inline(never) func sharedFactoryReturned(_ frame: FramePointer) throws {
        if pointee.isPostponing { throw Postponement() }
        pointee.frame = frame
        defer { pointee.frame = frame.pointee.caller }
        do {
            try runPostponedOfShared(frame)
        } catch {
            failed(frame, error)
            throw error
        }
    }

    @usableFromInline @inline(never)
    func sharedFactoryFailed(_ frame: FramePointer, _ error: any Error) {
        unwind(frame, error)
    }

    /// A frame is unwound: what waited for its factory fails too, or waits for another one.
    func unwind(_ frame: FramePointer, _ error: any Error) {
        guard let work = pointee.work?.takeUnretainedValue() else { return }
        if error is Postponement, let target = work.postponement?.until {
            return work.repostpone(from: frame, until: target)
        }
        while let step = work.takePostponed(until: frame) {
            pointee.building -= 1
            fail(step.construction, error)
        }
    }

    /// A watched construction failed, with all that needs it.
    func fail(_ construction: Int, _ error: any Error) {
        let dropped = ConstructionSite.fail(construction, with: error)
        let work = sessionWork
        work.failed.formUnion(dropped)
        work.failed.insert(construction)
        removeNodes { work.failed.contains($0.pointee.construction) }
    }
}
