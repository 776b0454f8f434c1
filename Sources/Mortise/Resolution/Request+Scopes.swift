// SPDX-License-Identifier: MIT

import MortiseGraph

extension Request {
    // MARK: Unique

    /// A new instance for every request.
    func makeUnique(_ slot: Slot, _ note: UInt) throws -> Instance {
        try inFrame(slot, table: view, note: note) { frame in
            try reporting(slot, frame) {
                do {
                    let (instance, properties) = try make(
                        slot,
                        frame,
                        construction: thread.pointee.builder
                    )
                    let steps = steps(of: slot, properties)
                    _ = try runSteps(steps, instance, slot, frame, construction: 0)
                    slot.warmUp()
                    return instance
                } catch {
                    thread.failed(frame, error)
                    throw error
                }
            }
        }
    }

    // MARK: Shared

    /// One instance for the session.
    func shared(_ slot: Slot, _ note: UInt) throws -> Instance {
        let values = try keyValues(slot)
        if let node = sharedNode(slot, values) {
            if node.pointee.construction != 0 {
                try ConstructionSite.hold(node.pointee.construction, thread: thread)
            }
            // A listener may resolve, and what fails in there may take the node along.
            let instance = node.instance(Instance.self).pointee
            reportReuse(slot)
            return instance
        }
        if let target = frameInFactory(of: slot, values) {
            if slot.mayThrow, let postponement = thread.postpone(from: caller, until: target) {
                throw postponement
            }
            throw ResolutionError.cycle(
                askingFor: slot,
                from: caller,
                container: view.owner.takeUnretainedValue()
            )
        }
        return try inFrame(slot, table: view, note: note) { frame in
            try noting(values, frame) {
                try reporting(slot, frame) {
                    if thread.pointee.building > 0 || slot.sealed().steps != nil || step != nil
                        || addition != nil || building != nil || slot.hasProperties
                        || !slot.wasBuilt
                    {
                        return try watched(slot, frame, cell: nil) { instance, construction in
                            addNode(instance, slot, values, construction)
                        }
                    }
                    do {
                        let (instance, properties) = try make(
                            slot,
                            frame,
                            construction: thread.pointee.builder
                        )
                        addNode(instance, slot, values, 0)
                        try completeShared(instance, properties, slot, frame)
                        slot.warmUp()
                        return instance
                    } catch {
                        thread.failed(frame, error)
                        throw error
                    }
                }
            }
        }
    }

    func sharedNode(_ slot: Slot, _ values: [AnyHashable]?) -> SharedNodePointer? {
        let address = Unmanaged.passUnretained(slot).toOpaque()
        return thread.firstNode {
            $0.pointee.slot == address && $0.pointee.view == view.owner.toOpaque()
                && $0.pointee.arguments == values
        }
    }

    private func addNode<Shared>(
        _ instance: Shared,
        _ slot: Slot,
        _ values: [AnyHashable]?,
        _ construction: Int
    ) {
        thread.pointee.nodes = .make(
            instance,
            slot: .passUnretained(slot),
            view: view.owner,
            arguments: values,
            construction: construction,
            next: thread.pointee.nodes
        )
    }

    /// The frame that is making the same shared instance right now.
    ///
    /// Looked for where a step may be postponed. Without one it is a constructor cycle, which the
    /// checkpoint finds, unless there are arguments.
    private func frameInFactory(of slot: Slot, _ values: [AnyHashable]?) -> FramePointer? {
        let address = Unmanaged.passUnretained(slot).toOpaque()
        if let values {
            let making = thread.pointee.work?.takeUnretainedValue().making ?? []
            return making.last {
                $0.frame.pointee.slot.toOpaque() == address && !$0.frame.isInStep
                    && $0.frame.view.toOpaque() == view.owner.toOpaque() && $0.values == values
            }?.frame
        }
        guard thread.pointee.runningSteps > 0 else { return nil }
        return caller?.chain.first {
            $0.pointee.slot.toOpaque() == address && !$0.isInStep
                && $0.view.toOpaque() == view.owner.toOpaque()
        }
    }

    /// Runs a body that makes a shared instance, and remembers for which arguments.
    private func noting(
        _ values: [AnyHashable]?,
        _ frame: FramePointer,
        _ body: () throws -> Instance
    ) rethrows -> Instance {
        guard let values else { return try body() }
        thread.sessionWork.making.append((frame, values))
        defer { thread.sessionWork.making.removeLast() }
        return try body()
    }

    // MARK: Cached

    /// One instance for as long as the definition's container keeps it.
    func cached(_ slot: Slot, _ note: UInt) throws -> Instance {
        let values = try keyValues(slot)
        _ = slot.sealed()
        let cell = slot.cell(for: values)
        // The owner's view: what a child overrides stays out of what is shared by all.
        let owner = Unmanaged.passUnretained(slot.owner)
        let table =
            owner.toOpaque() == view.owner.toOpaque()
            ? view : thread.sessionWork.table(of: owner, thread: thread)
        let work = thread.sessionWork
        work.usedConstructionSite = true
        // A member asks through its assembly's container: while it is made, that sees what the owner
        // sees, not what happens to be asked.
        let isRedirected = slot.kind == .member && table.owner.toOpaque() != view.owner.toOpaque()
        if isRedirected { work.redirects.append((UnsafeRawPointer(view.owner.toOpaque()), table)) }
        defer { if isRedirected { work.redirects.removeLast() } }
        return try inFrame(slot, table: table, note: note) { frame in
            thread.pointee.frame = caller
            switch ConstructionSite.request(cell, of: slot, frame: frame, thread: thread) {
            case .instance(let holder):
                reportReuse(slot)
                return unsafeDowncast(holder, to: Holder<Instance>.self).instance
            case .object(let object):
                reportReuse(slot)
                guard let instance = object as? Instance else {
                    throw ResolutionError.failed(.typeMismatch, in: frame)
                }
                return instance
            case .construct(let construction):
                thread.pointee.frame = frame
                return try reporting(slot, frame) {
                    try watched(slot, frame, cell: cell, construction: construction) { _, _ in }
                }
            case .postpone(let target):
                if slot.mayThrow, let postponement = thread.postpone(from: caller, until: target) {
                    throw postponement
                }
                throw cycle(slot)
            case .cycle: throw cycle(slot)
            case .closed:
                throw ResolutionError.closed(slot.key, from: caller, container: slot.owner)
            case .awaitsFlight(let other):
                return try instanceAfterFlight(slot, values, of: other)
            case .failed(let error):
                guard let error = error as? ResolutionError else { throw error }
                throw error.rerooted(at: ResolutionError.entries(to: frame))
            }
        }
    }

    private func cycle(_ slot: Slot) -> ResolutionError {
        .cycle(askingFor: slot, from: caller, container: view.owner.takeUnretainedValue())
    }

    // MARK: Adopted

    /// Completes an object that somebody else has made.
    ///
    /// - Parameters:
    ///   - slot: Its definition.
    ///   - place: The definition that stands for it until the session ends.
    ///   - cast: Gives the object as what that makes.
    /// - Throws: What resolving throws.
    func adopt<Placeholder>(
        _ slot: Slot,
        as place: Slot?,
        _ cast: (Instance) -> Placeholder
    ) throws {
        try requireOpen()
        record()
        _ = try inFrame(slot, table: view, note: 0) { frame in
            try reporting(slot, frame) {
                try watched(slot, frame, cell: nil) { object, construction in
                    if let place { addNode(cast(object), place, nil, construction) }
                }
            }
        }
    }

    /// Completes an instance that somebody else has made, as one of a definition.
    ///
    /// Nothing keeps it but the session, if it is shared.
    func complete(_ slot: Slot, _ note: UInt) throws -> Instance {
        if slot.lane.isMainActor, thread.pointee.mainActorDepth == 0 {
            throw ResolutionError.otherLane(slot, from: caller, pending: nil, view: view)
        }
        // The definition that it leads to completes it.
        if slot.kind == .forwarding { return try makeUnique(slot, note) }
        return try inFrame(slot, table: view, note: note) { frame in
            try reporting(slot, frame) {
                try watched(slot, frame, cell: nil) { instance, construction in
                    guard slot.scope == .shared else { return }
                    addNode(instance, slot, nil, construction)
                }
            }
        }
    }

    // MARK: Watched

    /// Makes an instance that others may get hold of before it is finished.
    private func watched(
        _ slot: Slot,
        _ frame: FramePointer,
        cell: Cell?,
        construction known: Int? = nil,
        _ exists: (Instance, Int) -> Void
    ) throws -> Instance {
        thread.sessionWork.usedConstructionSite = true
        let construction =
            known ?? ConstructionSite.begin(slot, frame: frame, session: thread.session)
        let outer = thread.pointee.builder
        thread.pointee.builder = construction
        thread.pointee.building += 1
        defer {
            thread.pointee.builder = outer
            thread.pointee.building -= 1
        }
        do {
            let (instance, properties) = try make(slot, frame, construction: construction)
            try finish(Holder(instance), properties, slot, frame, cell, construction, exists)
            return instance
        } catch {
            thread.drop(frame, construction: construction, builder: outer, error)
            throw error
        }
    }

    /// Runs the steps of an instance, and commits it.
    private func finish(
        _ holder: Holder<Instance>,
        _ properties: PropertyList,
        _ slot: Slot,
        _ frame: FramePointer,
        _ cell: Cell?,
        _ construction: Int,
        _ exists: (Instance, Int) -> Void
    ) throws {
        if let cell { thread.sessionWork.built.append((slot, cell)) }
        if let cell, slot.scope == .weakSingleton {
            thread.sessionWork.weak.append((cell, holder, holder.object))
        }
        ConstructionSite.instanceExists(
            construction,
            holder: holder,
            closer: cell == nil ? nil : slot.closer(for: holder)
        )
        exists(holder.instance, construction)
        try thread.runPostponed(until: frame)
        let steps = steps(of: slot, properties)
        switch try runSteps(steps, holder.instance, slot, frame, construction: construction) {
        case .done: try ConstructionSite.complete(construction, thread: thread)
        case .postponed: try ConstructionSite.hold(construction, thread: thread)
        }
        slot.warmUp()
    }

    /// Goes on with an instance that was made without the ledger, which knows it by now.
    func settle(
        _ holder: Holder<Instance>,
        _ slot: Slot,
        _ frame: FramePointer,
        _ cell: Cell?,
        _ construction: Int
    ) throws {
        // Somebody swallowed the signal: what was made is not what it would have been.
        if thread.pointee.isPostponing { throw Postponement() }
        let properties =
            frame.heedsProperties ? self.properties(of: holder.instance, slot, frame) : .empty
        noteCallbacks(slot, holder.instance, frame, construction: construction)
        try finish(holder, properties, slot, frame, cell, construction) { _, _ in }
    }

    func keyValues(_ slot: Slot) throws -> [AnyHashable]? {
        guard let argumentValues else { return nil }
        return try inFrame(slot, table: view, note: 0) { frame in try argumentValues(frame) }
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// How many instances want to be called back by now.
    var createdMark: Int {
        pointee.work?._withUnsafeGuaranteedRef { $0.created.count } ?? 0
    }

    /// What was made since a mark for nobody but the running factory or step is dropped.
    func forgetCreated(since mark: Int) {
        pointee.work?._withUnsafeGuaranteedRef {
            $0.forgetCreated(since: mark, builder: pointee.builder)
        }
    }

    /// What was made inside a frame for nobody but the running factory or step is dropped.
    func forgetCreated(in frame: FramePointer) {
        pointee.work?._withUnsafeGuaranteedRef {
            $0.forgetCreated(in: frame, builder: pointee.builder)
        }
    }

    /// What was made inside the frame of a shared instance, for it alone, stays with it.
    @usableFromInline @inline(never)
    func keepCreated(in frame: FramePointer, construction: Int = 0) {
        pointee.work?._withUnsafeGuaranteedRef {
            $0.keepCreated(in: frame, builder: pointee.builder, construction: construction)
        }
    }

    /// The construction of a frame's instance is over, without one.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - construction: Its construction.
    ///   - builder: The construction around it.
    ///   - error: Why.
    func drop(_ frame: FramePointer, construction: Int, builder: Int, _ error: any Error) {
        pointee.builder = builder
        if error is Postponement {
            ConstructionSite.abandon(construction)
            sessionWork.failed.insert(construction)
        } else {
            fail(construction, error)
        }
        failed(frame, error)
    }

    /// A frame's instance is dropped, with what was created only for it.
    func failed(_ frame: FramePointer, _ error: any Error) {
        unwind(frame, error)
        forgetCreated(in: frame)
    }
}
