// SPDX-License-Identifier: MIT

extension Request {
    /// An instance of a definition whose factory is not synchronous, if there is one now.
    ///
    /// - Throws: ``ResolutionError`` with code `needs-async` or `needs-main-actor`; in an attempt,
    ///   the signal to await the instance.
    func instanceInOtherLane(_ slot: Slot, _ note: UInt) throws -> Instance {
        // Nothing keeps a unique instance, so it may have arguments that cannot be compared.
        let values = slot.scope == .unique ? try? keyValues(slot, note) : try keyValues(slot, note)
        if slot.scope.isCaching, let finished = try finished(slot, values) { return finished }
        if slot.scope == .shared, let instance = try known(slot, values) { return instance }
        if let instance = try answered(slot, values) { return instance }
        if slot.scope.isCaching, let task = thread.task,
            let holder = try ConstructionSite.early(slot.cell(for: values), for: task)
        {
            return unsafeDowncast(holder, to: Holder<Instance>.self).instance
        }
        if thread.isTrying { throw thread.giveUp() }
        let error = ResolutionError.otherLane(slot, from: caller.frame, view: view)
        // The factory that a builder is given would be gone by the time it could be called.
        guard thread.isInAttempt, maker?.origin == nil,
            let awaited = awaited(slot, values, TagBox.at(note & ~FrameFlags.flags))
        else { throw error }
        throw thread.unwind(awaiting: awaited, error.entries)
    }

    /// An instance that another session is building; unwinds the attempt until it is there.
    func instanceOfAnother(_ cell: Cell, _ slot: Slot, _ values: ArgumentValues?) throws -> Instance
    {
        if let instance = try answered(slot, values) { return instance }
        let key = Holder(values)
        let place = place
        let container = caller.asked
        let begun = ContinuousClock.now
        let awaited = Suspension { session, way in
            guard let task = session.task else { return }
            let outcome: AsyncState.Outcome
            switch try await ConstructionSite.join(cell, for: task) {
            case .instance(let holder):
                slot.reportWait(in: cell, since: begun, at: way, in: session, through: place.view)
                outcome = .instance(holder)
            case .failed(let error):
                outcome = .failed(error.reached(by: way))
            case .cycle: outcome = .failed(ResolutionError.cycle(way, container: container))
            // The next attempt asks again.
            case .early, .object, .again, .closed: return
            }
            task.answer(slot, key.instance, at: place, outcome)
        }
        throw thread.unwind(
            awaiting: awaited,
            ResolutionError.way(to: slot, from: caller.frame)
        )
    }

    /// The awaited outcome for a request, if there is one.
    func answered(_ slot: Slot, _ values: ArgumentValues?) throws -> Instance? {
        thread.task?.giveUpOutdated(slot, values)
        guard let outcome = thread.task?.takeAnswer(slot, values, view.owner) else { return nil }
        switch outcome {
        case .failed(let error): throw error
        case .instance(let holder):
            return unsafeDowncast(holder, to: Holder<Instance>.self).instance
        }
    }

    /// The committed instance of a caching definition.
    private func finished(_ slot: Slot, _ values: ArgumentValues?) throws -> Instance? {
        let cell = slot.cell(for: values)
        let (holder, object) = slot.owner.instances.withLock { _ in (cell.holder, cell.object) }
        defer { withExtendedLifetime(object) {} }
        // What was awaited has been reported.
        let isAwaited = thread.task?.isAwaited(slot) == true
        if let holder {
            if !isAwaited { reportReuse(slot, of: cell) }
            return unsafeDowncast(holder, to: Holder<Instance>.self).instance
        }
        // No object would be cast to an optional.
        guard let object, let instance = object as? Instance else { return nil }
        if !isAwaited { reportReuse(slot, of: cell) }
        return instance
    }

    private var place: AwaitedPlace {
        AwaitedPlace(asked: caller.firstAsked?.takeUnretainedValue(), view: caller.asked)
    }

    private func awaited(
        _ slot: Slot,
        _ values: ArgumentValues?,
        _ otherTag: TagBox?
    ) -> Suspension? {
        let place = place
        switch slot.lane {
        case .sync, .mainActor: return nil
        case .mainActorSendable:
            let request = Holder(self)
            let key = Holder(values)
            return Suspension { session, way in
                try await session.makeOnMainActor(
                    slot,
                    like: request.instance,
                    values: key.instance,
                    at: place,
                    after: way
                )
            }
        case .async:
            let construction = AsyncConstruction<Instance>(
                slot: slot,
                values: values,
                place: place,
                otherTag: otherTag,
                factory: maker?.asyncFactory(for: slot),
                addition: addition
            )
            return Suspension { session, way in
                guard let task = session.task else { return }
                try await construction.make(for: session, task, after: way)
            }
        }
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Starts to unwind the running attempt.
    ///
    /// - Returns: The signal to throw.
    func unwind(awaiting awaited: Suspension, _ way: [ResolutionError.Entry]) -> any Error {
        session.unwinding = .awaiting(awaited, way)
        pointee.isUnwinding = true
        return Unwinding()
    }
}
