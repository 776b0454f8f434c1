// SPDX-License-Identifier: MIT

import MortiseGraph

/// The outcome of running the steps of an instance.
enum StepsOutcome {
    case done
    /// The rest runs when the factory of another frame has returned.
    case postponed
}

extension Steps {
    /// Runs the steps on an instance, from a given one on.
    ///
    /// - Parameters:
    ///   - instance: The instance.
    ///   - frame: Its frame.
    ///   - first: The first step to run.
    ///   - construction: Its construction, or 0.
    /// - Returns: Whether the rest runs later.
    /// - Throws: What resolving throws.
    func run(
        on instance: Instance,
        _ frame: FramePointer,
        from first: Int = 0,
        construction: Int = 0
    ) throws -> StepsOutcome {
        for index in first..<max(first, count) {
            let mark = frame.pointee.thread.createdMark
            do {
                try run(index, on: instance, frame, construction: construction)
            } catch {
                try postpone(
                    instance,
                    frame,
                    from: index,
                    createdSince: mark,
                    construction: construction,
                    because: error
                )
                return .postponed
            }
        }
        return .done
    }

    /// Postpones the steps from one on until another frame's factory has returned, if they are
    /// unwound for that.
    ///
    /// - Throws: The error, if they are not; that of the construction, if it has failed already.
    func postpone(
        _ instance: Instance,
        _ frame: FramePointer,
        from index: Int,
        createdSince mark: Int,
        construction: Int = 0,
        because error: any Error
    ) throws {
        let thread = frame.pointee.thread
        guard let target = thread.takePostponement(of: frame) else { throw error }
        // What the step made for itself alone, it makes again.
        thread.forgetCreated(since: mark)
        let slot = frame.slotObject
        let session = thread.session
        // Nothing that is built around the instance may be committed before the steps have run.
        let watched =
            construction == 0
            ? ConstructionSite.adopt(slot, frame: target, thread: thread) : construction
        do {
            try ConstructionSite.postpone(watched)
        } catch {
            if construction == 0 { thread.drop(watched, error) }
            throw error
        }
        if construction == 0, !isBrought {
            // Its frame is left, so that only the construction knows of a failure.
            let closer = slot.closer(for: Holder(instance), madeIn: session)
            ConstructionSite.note(closer, of: watched)
        }
        // The frame is gone when the steps run again: what they need of it is kept.
        let table = frame.pointee.table
        let tag = frame.requestedTagBox
        let recording = frame.pointee.note & FrameFlags.recording
        thread.pointee.building += 1
        session.postponed.append(
            Session.Postponed(until: target, construction: watched) { target in
                let builder = thread.pointee.builder
                thread.pointee.builder = watched
                defer { thread.pointee.builder = builder }
                let note = (tag?.address ?? 0) | recording | FrameFlags.rerun
                try Caller(target).inFrame(slot, table: table, note: note) { frame in
                    guard
                        case .done = try run(
                            on: instance,
                            frame,
                            from: index,
                            construction: watched
                        )
                    else { return }
                    try thread.commit(watched, frame, isHandedOut: false)
                }
            }
        )
    }
}

extension UnsafeMutablePointer<Frame> {
    /// Runs a step of the frame's instance.
    ///
    /// - Parameters:
    ///   - construction: The construction of the instance, or 0.
    ///   - step: The step.
    /// - Throws: What resolving throws.
    @inline(__always)
    func runStep(construction: Int = 0, _ step: (inout Resolver) throws -> Void) throws {
        let thread = pointee.thread
        let isNoted =
            thread.pointee.building > 0
            && ConstructionSite.stepBegins(construction == 0 ? nil : construction, thread: thread)
        pointee.note |= FrameFlags.inStep
        thread.pointee.runningSteps += 1
        defer {
            thread.pointee.runningSteps -= 1
            pointee.note &= ~FrameFlags.inStep
            if isNoted { ConstructionSite.stepEnds(thread: thread) }
        }
        do {
            var resolver = Resolver(self)
            try step(&resolver)
        } catch {
            if error is ResolutionError || error is Unwinding { throw error }
            throw ResolutionError.failed(.injectionFailed, in: self, underlying: error)
        }
        if thread.pointee.isUnwinding { throw Unwinding() }
    }
}

// MARK: - Callbacks

extension UnsafeMutablePointer<ThreadRecord> {
    /// How many instances with callbacks are noted.
    var createdMark: Int {
        pointee.session?._withUnsafeGuaranteedRef { $0.created.count } ?? 0
    }

    /// Forgets what was made since a mark for the running factory or step alone.
    func forgetCreated(since mark: Int) {
        pointee.session?._withUnsafeGuaranteedRef {
            $0.forgetCreated(since: mark, builder: pointee.builder)
        }
    }

    /// Forgets what was made inside a frame for the running factory or step alone.
    func forgetCreated(in frame: FramePointer) {
        pointee.session?._withUnsafeGuaranteedRef {
            $0.forgetCreated(in: frame, builder: pointee.builder)
        }
    }

    /// Ties what was made inside the frame of a shared instance, and for it alone, to that instance.
    @usableFromInline @inline(never)
    func keepCreated(in frame: FramePointer, construction: Int = 0) {
        pointee.session?._withUnsafeGuaranteedRef {
            $0.keepCreated(in: frame, builder: pointee.builder, construction: construction)
        }
    }
}

// MARK: - Postponing

extension UnsafeMutablePointer<Frame> {
    /// Whether another instance, made meanwhile, counts; the factory of the frame has returned.
    ///
    /// If there is another one, runs the steps that waited for the factory. If it counts, forgets
    /// the properties that announced themselves in the factory.
    ///
    /// - Parameter isOtherThere: Whether a new request finds another instance.
    /// - Returns: Whether that one counts.
    /// - Throws: What those steps throw.
    func isReplaced(by isOtherThere: () -> Bool) throws -> Bool {
        guard isOtherThere(), !slotObject.keepsOwnInstance else { return false }
        try pointee.thread.runPostponed(until: self)
        guard isOtherThere() else { return false }
        if heedsProperties { _ = pointee.thread.takeAnnounced(in: self) }
        return true
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// How a request for an instance that an ancestor's factory is making can go on.
    ///
    /// It is about the innermost step between the two.
    enum WayOut {
        /// The step is unwound, to run again when the factory has returned.
        case postponing(step: FramePointer)
        /// The step gets another instance, and so does the request that waits for the factory.
        case remaking
    }

    /// - Parameters:
    ///   - requested: The definition of the requested instance.
    ///   - caller: The request.
    ///   - target: The frame whose factory is making the instance.
    /// - Returns: `nil` if there is no such step, or none that can be unwound.
    func wayOut(of requested: Slot, for caller: Caller, until target: FramePointer) -> WayOut? {
        if requested.mayNestInstances { return .remaking }
        var (canUnwind, conventions) = (requested.mayThrow, caller.asked.conventions)
        var current = caller.frame
        while let frame = current, frame != target {
            let slot = frame.slotObject
            canUnwind = canUnwind && slot.mayThrow
            conventions.formUnion(slot.definition.owner.conventions)
            if frame.isInStep {
                if conventions.contains(.remakesInCycles) { return .remaking }
                if canUnwind { return .postponing(step: frame) }
                return conventions.contains(.makesAnotherInCycles) ? .remaking : nil
            }
            current = frame.pointee.caller
        }
        return nil
    }

    /// Starts to unwind to a step that runs again when the factory of a frame has returned.
    ///
    /// - Returns: The signal to throw.
    func postpone(_ step: FramePointer, until target: FramePointer) -> Unwinding {
        session.unwinding = .postponing(step: step, until: target)
        pointee.isUnwinding = true
        return Unwinding()
    }

    /// If a step of this frame is being unwound, ends that; returns the frame that the step waits
    /// for.
    func takePostponement(of frame: FramePointer) -> FramePointer? {
        guard pointee.isUnwinding, case .postponing(let step, let until) = session.unwinding,
            step == frame
        else { return nil }
        session.unwinding = nil
        pointee.isUnwinding = false
        return until
    }

    /// Runs the steps that waited for the factory of a frame, which has returned.
    func runPostponed(until frame: FramePointer) throws {
        guard let work = pointee.session?.takeUnretainedValue() else { return }
        // A step that is postponed again runs when the instance exists.
        for _ in work.postponed {
            guard let step = work.takePostponed(until: frame) else { return }
            defer { pointee.building -= 1 }
            // The construction may have failed in the meantime. Then there is nothing to finish.
            guard ConstructionSite.isUncommitted(step.construction) else { continue }
            do {
                try step.run(frame)
            } catch {
                drop(step.construction, error)
                throw error
            }
        }
    }

    /// Runs a body that makes the instance of a construction, which fails if the body throws.
    func building<Result>(_ construction: Int, _ body: () throws -> Result) throws -> Result {
        let outer = pointee.builder
        pointee.builder = construction
        pointee.building += 1
        defer { pointee.building -= 1 }
        do {
            defer { pointee.builder = outer }
            return try body()
        } catch {
            drop(construction, error)
            throw error
        }
    }

    /// Runs the steps that waited for a frame's factory, then those of its instance, and commits
    /// it.
    ///
    /// - Returns: Whether it is committed by now.
    @discardableResult
    func finish(
        _ construction: Int,
        _ frame: FramePointer,
        _ runSteps: () throws -> StepsOutcome
    ) throws -> Bool {
        try runPostponed(until: frame)
        switch try runSteps() {
        case .done: return try commit(construction, frame)
        case .postponed:
            try ConstructionSite.hold(construction, thread: self)
            return false
        }
    }

    /// Runs the steps that waited for the factory of an untracked shared instance.
    ///
    /// The instance may hold others whose steps are still to run. Then it is tracked from now on,
    /// so that nothing that gets hold of it is committed before those.
    func runPostponedOfShared<Instance>(_ instance: Instance, _ frame: FramePointer) throws {
        guard pointee.session?.takeUnretainedValue().postponed.isEmpty == false else { return }
        try watchShared(instance, frame) { _ in .done }
    }

    /// Tracks the shared instance of a frame whose factory has returned, and runs its steps.
    ///
    /// - Parameters:
    ///   - instance: The instance.
    ///   - frame: The frame.
    ///   - runSteps: Runs the steps of the instance, for its construction.
    /// - Throws: What resolving throws.
    func watchShared<Instance>(
        _ instance: Instance,
        _ frame: FramePointer,
        _ runSteps: (_ construction: Int) throws -> StepsOutcome
    ) throws {
        let slot = frame.slotObject
        let construction = ConstructionSite.adopt(slot, frame: frame, thread: self)
        let closer = slot.closer(for: Holder(instance), madeIn: session)
        ConstructionSite.note(closer, of: construction)
        firstNode {
            $0.pointee.slot == frame.slotObject.knownAs
                && $0.pointee.view == frame.view.toOpaque()
        }?.pointee.construction = construction
        keepCreated(in: frame, construction: construction)
        _ = try building(construction) {
            try finish(construction, frame) { try runSteps(construction) }
        }
    }

    /// Commits an instance whose steps are done, alone or with what it needs.
    ///
    /// - Returns: Whether it is committed by now.
    /// - Throws: The error of something that it needs, or `needs-async` if that is made
    ///   asynchronously; in an attempt that has to wait for the commit, the signal to await it.
    @discardableResult
    func commit(
        _ construction: Int,
        _ frame: FramePointer,
        isHandedOut: Bool = true
    ) throws -> Bool {
        switch ConstructionSite.complete(construction, isHandedOut: isHandedOut, thread: self) {
        case .committed: return true
        case .done: return false
        case .failed(let error): throw error
        case .needsAsync(let other): throw ResolutionError.needsAsync(because: other, in: frame)
        case .unwind:
            let awaited = Suspension { session, way in
                let arrival = try await ConstructionSite.awaitCommit(of: construction)
                guard case .failed(let error) = arrival else { return }
                throw error.reached(by: way)
            }
            throw unwind(awaiting: awaited, ResolutionError.entries(to: frame))
        }
    }

    /// Runs what waited for a shared instance that was made while something else is unfinished.
    @usableFromInline @inline(never)
    func sharedFactoryReturned<Instance>(_ instance: Instance, _ frame: FramePointer) throws {
        pointee.frame = frame
        defer { pointee.frame = frame.pointee.caller }
        do {
            try runPostponedOfShared(instance, frame)
        } catch {
            failed(frame, error)
            throw error
        }
    }

    /// Ends a frame without an instance.
    ///
    /// The steps that waited for its factory fail too, or wait for another one. What was created
    /// for it alone is forgotten.
    @usableFromInline @inline(never) func failed(_ frame: FramePointer, _ error: any Error) {
        guard let session = pointee.session?.takeUnretainedValue() else { return }
        if error is Unwinding, case .postponing(_, let target) = session.unwinding {
            session.repostpone(from: frame, until: target)
        } else {
            while let step = session.takePostponed(until: frame) {
                pointee.building -= 1
                drop(step.construction, error)
            }
        }
        forgetCreated(in: frame)
    }

    /// Ends a construction without a commit, with all that needs it.
    func drop(_ construction: Int, _ error: any Error) {
        let session = session
        let dropped =
            switch error is Unwinding ? session.unwinding : nil {
            case .postponing: ConstructionSite.abandon(construction)
            case .awaiting: ConstructionSite.unwound(construction)
            case nil where pointee.trial == .givenUp: ConstructionSite.unwound(construction)
            case nil: ConstructionSite.fail(construction, with: error)
            }
        guard !dropped.isEmpty else { return }
        session.failed.formUnion(dropped)
        removeNodes { session.failed.contains($0.pointee.construction) }
    }
}
