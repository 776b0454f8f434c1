// SPDX-License-Identifier: MIT

import MortiseGraph

extension Request {
    // MARK: Unique

    /// A new instance for every request.
    func makeUnique(_ slot: Slot, _ note: UInt) throws -> Instance {
        try caller.inFrame(slot, table: view, note: note) { frame in
            try making(frame) {
                guard let (instance, steps) = try make(frame) else {
                    preconditionFailure("nobody gets an instance that the session does not keep")
                }
                _ = try frame.completing(instance, isBrought: isBrought) {
                    try steps.run(on: instance, frame)
                }
                slot.warmUp(seeing: frame.view)
                return maker?.ownStep?.replacement?.instance ?? instance
            }
        }
    }

    // MARK: Shared

    /// One instance for the session.
    func shared(_ slot: Slot, _ note: UInt) throws -> Instance {
        let values = try keyValues(slot, note)
        if let instance = try known(slot, values) { return instance }
        if let target = frameInFactory(of: slot, values) {
            try requireRemaking(slot, in: target)
        }
        let made: Instance? = try caller.inFrame(slot, table: view, note: note) { frame in
            if let values { thread.session.making.begin(frame, values) }
            defer { if values != nil { thread.session.making.end() } }
            return try making(frame) {
                if thread.pointee.building > 0 || slot.sealed().steps != nil
                    || maker?.ownStep != nil || addition != nil || maker?.origin != nil
                    || slot.hasProperties
                {
                    return try watched(frame, values)
                }
                let before = thread.nodesMark
                let made = try make(frame) { isShared(slot, values, since: before) }
                guard let (instance, steps) = made else { return nil }
                addNode(instance, slot, values, 0)
                try completeShared(instance, steps, frame)
                slot.warmUp(seeing: frame.view)
                return instance
            }
        }
        // `nil` means that the session has another one by now.
        return try made ?? shared(slot, note)
    }

    /// Completes a shared instance that was made untracked, and that the session has by now.
    ///
    /// If it has steps or properties, it is tracked from now on: what they resolve may get hold of
    /// it.
    func completeShared(
        _ instance: Instance,
        _ steps: Steps<Instance>,
        _ frame: FramePointer
    ) throws {
        if steps.count > 0 {
            try thread.watchShared(instance, frame) {
                try steps.run(on: instance, frame, construction: $0)
            }
        } else {
            try thread.runPostponedOfShared(instance, frame)
        }
        thread.keepCreated(in: frame)
    }

    // MARK: Cached

    /// One instance for as long as the definition's container keeps it.
    ///
    /// - Parameters:
    ///   - slot: Its definition.
    ///   - note: The flags and the tag of its frame.
    ///   - isOwn: Whether only the request's own cell counts, and no other one of the definition.
    /// - Returns: The instance.
    /// - Throws: What resolving throws.
    func cached(_ slot: Slot, _ note: UInt, isOwn: Bool = false) throws -> Instance {
        if thread.isTrying { try thread.giveUp(for: slot) }
        let values = try keyValues(slot, note)
        if thread.isInAttempt, let instance = try answered(slot, values) { return instance }
        let latest = isOwn ? nil : slot.latestCell(for: values)
        let cell = latest ?? slot.cell(for: values)
        // The owner's table: what a child overrides stays out of an instance that all share.
        let table = caller.table(of: .passUnretained(slot.owner))
        let session = thread.session
        // A member asks through its assembly's container. While the member is made, such a request
        // sees what the owner sees, not what the asked container sees.
        let isRedirected = slot.kind == .member && slot.owner !== caller.asked
        if isRedirected {
            session.redirects.append((UnsafeRawPointer(view.owner.toOpaque()), table))
        }
        defer { if isRedirected { session.redirects.removeLast() } }
        let made: Instance? = try caller.inFrame(slot, table: table, note: note) { frame in
            func make(_ construction: Int) throws -> Instance? {
                thread.pointee.frame = frame
                return try making(frame, in: cell) {
                    try watched(frame, values, cell: cell, construction)
                }
            }
            // The request belongs to the caller until the construction begins.
            thread.pointee.frame = caller.frame
            let arrival = arrival(at: slot)
            let outcome = ConstructionSite.request(cell, of: slot, frame: frame, thread: thread)
            // Another request's cell counts only if it has an instance; else the own one is asked.
            if latest != nil {
                switch outcome {
                case .instance, .object, .closed, .unwind: break
                case .construct(let construction):
                    // The instance has gone meanwhile.
                    ConstructionSite.abandon(construction)
                    return nil
                case .postpone, .cycle, .failed, .needsAsync: return nil
                }
            }
            switch outcome {
            case .instance(let holder):
                reportReuse(slot, of: cell, since: arrival)
                return unsafeDowncast(holder, to: Holder<Instance>.self).instance
            case .object(let object):
                reportReuse(slot, of: cell, since: arrival)
                guard let instance = object as? Instance else {
                    throw ResolutionError.failed(.typeMismatch, in: frame)
                }
                return instance
            case .construct(let construction): return try make(construction)
            case .postpone(let target):
                try requireRemaking(slot, in: target)
                return try ConstructionSite.beginAgain(cell, of: slot, frame: frame, thread: thread)
                    .flatMap(make)
            case .cycle: throw cycle(slot)
            case .closed:
                throw ResolutionError.closed(slot.key, from: caller.frame, container: slot.owner)
            case .needsAsync(let other):
                throw ResolutionError.needsAsync(because: other, in: frame)
            case .unwind: return try instanceOfAnother(cell, slot, values)
            case .failed(let error): throw error.reached(by: ResolutionError.entries(to: frame))
            }
        }
        // `nil` means that there is another one by now.
        return try made ?? cached(slot, note, isOwn: true)
    }

    /// Decides about a request for an instance that an ancestor's factory is making.
    ///
    /// - Throws: Unless the instance is to be made once more: the signal to run a step again when
    ///   the factory has returned, or the error if no step can.
    private func requireRemaking(_ slot: Slot, in target: FramePointer) throws {
        switch thread.wayOut(of: slot, for: caller, until: target) {
        case .remaking: return
        case .postponing(let step): throw thread.postpone(step, until: target)
        case nil: throw cycle(slot)
        }
    }

    private func cycle(_ slot: Slot) -> ResolutionError {
        .cycle(askingFor: slot, from: caller.frame, container: caller.asked)
    }

    // MARK: Adopted

    /// Completes an object that was made elsewhere.
    ///
    /// - Parameters:
    ///   - slot: Its definition.
    ///   - place: The definition that stands for it until the session ends.
    ///   - name: Its name, if it has one.
    ///   - cast: Converts the object to the type of that definition.
    /// - Throws: What resolving throws.
    func adopt<Placeholder>(
        _ slot: Slot,
        as place: Slot?,
        named name: ArgumentValues?,
        _ cast: (Instance) -> Placeholder
    ) throws {
        try requireOpen()
        record()
        _ = try caller.inFrame(slot, table: view, note: 0) { frame in
            try making(frame) {
                try watched(frame) { object, construction in
                    if let place { addNode(cast(object), place, name, construction) }
                }
            }
        }
    }

    /// Completes an instance that was made elsewhere, for a definition.
    ///
    /// Nothing keeps the instance but the session, if it is shared.
    func complete(_ slot: Slot, _ note: UInt) throws -> Instance {
        if slot.lane.isMainActor, thread.pointee.mainActorDepth == 0 {
            throw ResolutionError.otherLane(slot, from: caller.frame, view: view)
        }
        // The definition that it leads to completes the instance.
        if slot.kind == .forwarding { return try makeUnique(slot, note) }
        let values = try keyValues(slot, note)
        let made = try caller.inFrame(slot, table: view, note: note) { frame in
            try making(frame) { try watched(frame, values) }
        }
        guard let made else { throw cycle(slot) }
        return made
    }

    // MARK: Tracked

    /// Makes a tracked instance, which others may get hold of before it is finished.
    ///
    /// - Parameters:
    ///   - frame: Its frame.
    ///   - values: What distinguishes it among the instances of its definition.
    ///   - cell: The cell that will keep it.
    ///   - known: Its construction, if that has begun.
    ///   - exists: Gets the instance and its construction before the steps run.
    /// - Returns: The instance; `nil` if another one counts, which a new request finds.
    /// - Throws: What resolving throws.
    private func watched(
        _ frame: FramePointer,
        _ values: ArgumentValues? = nil,
        cell: Cell? = nil,
        _ known: Int? = nil,
        _ exists: (Instance, Int) -> Void = { _, _ in }
    ) throws -> Instance? {
        _ = thread.session
        let slot = frame.slotObject
        let construction = known ?? ConstructionSite.begin(slot, frame: frame, thread: thread)
        let builder = thread.pointee.builder
        let before = thread.nodesMark
        return try thread.building(construction) {
            let made = try make(frame) {
                slot.scope == .shared
                    ? isShared(slot, values, since: before)
                    : ConstructionSite.isReplaced(construction)
            }
            guard let (instance, steps) = made else {
                ConstructionSite.abandon(construction)
                thread.session.handCreated(of: construction, to: builder)
                return nil
            }
            try finish(Holder(instance), steps, frame, cell, construction) {
                defer { exists(instance, construction) }
                if let cell { slot.noteLatest(cell, values) }
                guard slot.scope == .shared else { return nil }
                return addNode(instance, slot, values, construction)
            }
            return maker?.ownStep?.replacement?.instance ?? instance
        }
    }

    /// Runs the steps of an instance, and commits it.
    private func finish(
        _ holder: Holder<Instance>,
        _ steps: Steps<Instance>,
        _ frame: FramePointer,
        _ cell: Cell?,
        _ construction: Int,
        _ exists: () -> SharedNodePointer? = { nil }
    ) throws {
        let slot = frame.slotObject
        if let cell { thread.session.note(holder, of: slot, in: cell) }
        ConstructionSite.instanceExists(
            construction,
            holder: holder,
            closer: slot.closer(for: holder, madeIn: thread.session),
            isBrought: isBrought
        )
        let node = exists()
        let session = thread.session
        maker?.ownStep?.replacing = { other in
            node?.instance(Instance.self).pointee = other.instance
            let closer = slot.closer(for: other, madeIn: session)
            ConstructionSite.replace(construction, holder: other, closer: closer)
            session.replaceWeak(holder, by: other)
        }
        let isCommitted = try thread.finish(construction, frame) {
            try steps.run(on: holder.instance, frame, construction: construction)
        }
        // From now on, a request that gets it need not ask what it waits for.
        if isCommitted { node?.pointee.construction = 0 }
        slot.warmUp(seeing: frame.view)
    }

    /// Goes on with an instance that was made untracked, and is tracked by now.
    func settle(
        _ holder: Holder<Instance>,
        _ frame: FramePointer,
        _ cell: Cell?,
        _ construction: Int
    ) throws {
        let steps = try frame.completing(holder.instance) {
            try returned(holder.instance, frame)
        }
        try finish(holder, steps, frame, cell, construction)
    }

    /// Runs a body that makes the instance of a frame, and tells observers.
    ///
    /// A failure leaves nothing behind.
    private func making<Result>(
        _ frame: FramePointer,
        in cell: Cell? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        try reporting(frame.slotObject, in: cell) {
            do {
                return try body()
            } catch {
                thread.failed(frame, error)
                throw error
            }
        }
    }
}
