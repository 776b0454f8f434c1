// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// An instance that an asynchronous factory makes.
// @unchecked: the values of run-time arguments go to one task after the other.
struct AsyncConstruction<Instance>: @unchecked Sendable {
    let slot: Slot
    var values: ArgumentValues?
    let place: AwaitedPlace
    /// The requested tag, if that is not the definition's own.
    var otherTag: TagBox?
    /// What makes the instance, if not the slot's own factory.
    var factory: AsyncFactory<Instance>?
    /// What a forwarded type adds to the instance.
    var addition: Addition<Instance>?

    /// The container that is asked.
    private var asked: Container { place.view }

    /// Makes the instance, and leaves it for the session's next attempt.
    func make(for session: Session, _ task: AsyncState, after way: [ResolutionError.Entry])
        async throws
    {
        guard !slot.scope.isCaching else {
            guard let holder = try await joined(by: session, task, after: way) else { return }
            return task.answer(slot, values, at: place, .instance(holder))
        }
        if slot.arguments == 0, !slot.hasUnknownArguments,
            task.frame?.isInside(slot, for: asked) == true
        {
            throw ResolutionError.cycle(way, container: asked)
        }
        if slot.scope == .shared {
            try await share(in: session, task, after: way)
        } else {
            let holder = try await instance(in: session, task, after: way, view: asked)
            task.answer(
                slot,
                values,
                at: place,
                .instance(holder),
                closer: slot.closer(for: holder, madeIn: session)
            )
        }
    }

    private func share(
        in session: Session,
        _ task: AsyncState,
        after way: [ResolutionError.Entry]
    ) async throws {
        let construction =
            task.builder == 0 ? 0 : ConstructionSite.begin(slot, in: task, isAsync: true)
        let holder = try await instance(
            in: session,
            task,
            after: way,
            view: asked,
            construction: construction
        )
        task.keep(slot)
        task.keep(asked)
        task.nodes = .make(
            holder.instance,
            slot: .passUnretained(slot),
            view: .passUnretained(asked),
            arguments: values,
            construction: construction,
            next: task.nodes
        )
    }

    // MARK: One construction for all requests

    /// Waits for the one construction of a cached instance, and starts it if nobody has.
    ///
    /// - Parameters:
    ///   - session: The session that waits.
    ///   - task: Its state.
    ///   - way: The definitions on the path to the instance, its own included.
    /// - Returns: The holder of the instance; `nil` if only an attempt can say what becomes of it.
    /// - Throws: ``ResolutionError``; `CancellationError` if the task is cancelled while it waits.
    func joined(
        by session: Session,
        _ task: AsyncState,
        after way: [ResolutionError.Entry]
    ) async throws -> Holder<Instance>? {
        let cell = slot.cell(for: values)
        while true {
            try Task.checkCancellation()
            let begun = ContinuousClock.now
            let (arrival, hasWaited) = try await ConstructionSite.join(cell, of: slot, for: task) {
                start($0, as: $1, after: way, for: session.build)
            }
            if hasWaited, arrival.hasInstance {
                slot.reportWait(in: cell, since: begun, at: way, in: session, through: asked)
            }
            switch arrival {
            // An instance that was made while its container was closed is disposed of.
            case .instance where asked.isClosed || slot.owner.isClosed: return nil
            case .instance(let holder): return unsafeDowncast(holder, to: Holder<Instance>.self)
            case .early: return nil
            case .object(let object):
                guard let instance = object as? Instance else { continue }
                return Holder(instance)
            case .closed:
                throw ResolutionError.closed(way, container: slot.owner)
            case .cycle:
                throw ResolutionError.cycle(way, container: asked)
            case .failed(let error): throw error.reached(by: way)
            case .again: continue
            }
        }
    }

    /// Starts the task that makes the instance.
    ///
    /// An instance of a scope belongs to what the scope is for, so its factory sees the task-local
    /// values of the first request. A singleton outlives the task that asks first, and its factory
    /// sees none.
    private func start(
        _ construction: Int,
        as number: Int,
        after way: [ResolutionError.Entry],
        for parent: UInt64?
    ) -> Task<Void, Never> {
        let priority = Task.currentPriority
        guard slot.scope.name != nil else {
            return Task.detached(priority: priority) {
                await run(construction, as: number, after: way, for: parent)
            }
        }
        return Task(priority: priority) { @concurrent in
            await run(construction, as: number, after: way, for: parent)
        }
    }

    /// Makes the instance in its own task.
    private func run(
        _ construction: Int,
        as number: Int,
        after way: [ResolutionError.Entry],
        for parent: UInt64?
    ) async {
        let task = AsyncState(building: construction, as: number, for: parent)
        let session = Session(task: task)
        let view = slot.owner
        let isMade =
            (try? await instance(
                in: session,
                task,
                after: way,
                view: view,
                construction: construction
            )) != nil
        await session.end(succeeded: isMade)
        // The end of the session needs the lock of the definition's container.
        withExtendedLifetime(view) {}
    }

    // MARK: Building

    /// Makes an instance, and waits for its commit if a construction tracks it.
    private func instance(
        in session: Session,
        _ task: AsyncState,
        after way: [ResolutionError.Entry],
        view: Container,
        construction: Int = 0
    ) async throws -> Holder<Instance> {
        do {
            let holder = try await build(in: session, task, after: way, view, construction)
            if construction != 0 { try await ConstructionSite.complete(construction) }
            return holder
        } catch {
            if construction != 0 {
                session.failed.formUnion(ConstructionSite.fail(construction, with: error))
            }
            throw error
        }
    }

    private func build(
        in session: Session,
        _ task: AsyncState,
        after way: [ResolutionError.Entry],
        _ view: Container,
        _ construction: Int
    ) async throws -> Holder<Instance> {
        let observed =
            slot.isObserved(askedThrough: .passUnretained(view))
            ? ObservedBuild(
                slot,
                in: slot.scope.isCaching ? slot.cell(for: values) : nil,
                askedThrough: view,
                for: asked,
                by: Requester(at: way),
                inside: session.build
            ) : nil
        if let observed { session.builds.append(observed.number) }
        defer { if observed != nil { session.builds.removeLast() } }
        let frame = AsyncFrame(
            slot,
            entries: way,
            state: task,
            asked: asked,
            view: view,
            otherTag: otherTag,
            build: session.build,
            parent: task.frame
        )
        task.frame = frame
        defer {
            task.frame = frame.parent
            frame.isOver.store(true, ordering: .releasing)
        }
        _ = slot.sealed()
        let watched = construction == 0 ? task.builder : construction
        let first = session.created.count
        // The instance, while only this call knows it.
        var made: Holder<Instance>?
        do {
            var resolver = AsyncResolver(
                session: session,
                view: view,
                frame: frame,
                isRecording: !slot.kind.isTransparent
                    && !slot.isRecorded(seeing: .passUnretained(view))
            )
            let factory = factory ?? slot.factory.asynchronous(Instance.self)
            let instance = try await AsyncFrame.$current.withValue(frame) {
                try await factory.call(&resolver)
            }
            let holder = Holder(instance)
            if construction != 0 {
                ConstructionSite.instanceExists(
                    construction,
                    holder: holder,
                    closer: slot.closer(for: holder, madeIn: session)
                )
            } else {
                made = holder
            }
            if slot.scope.isCaching {
                session.note(holder, of: slot, in: slot.cell(for: values))
            }
            let created = slot.created(
                holder.instance,
                construction: watched,
                addition?.notify
            )
            if let created { session.note(created) }
            let properties = frame.properties(of: instance)
            try await runSteps(holder, properties, view, construction, session, way)
            slot.noteRecorded(seeing: .passUnretained(view))
            observed?.made()
            return holder
        } catch {
            if let made { slot.abandon(made.instance, madeIn: session) }
            // User code may go on without the instance.
            session.forgetCreated(since: first, builder: watched)
            let failure = frame.failure(error, view)
            observed?.failed(failure)
            throw failure
        }
    }

    /// Runs the steps; a step runs again when something that it asked for had to be awaited.
    private func runSteps(
        _ holder: Holder<Instance>,
        _ properties: PropertyList,
        _ view: Container,
        _ construction: Int,
        _ session: Session,
        _ way: [ResolutionError.Entry]
    ) async throws {
        let steps = Steps<Instance>(
            slot.details.steps as? StepList<Instance>,
            properties,
            nil,
            addition?.steps ?? []
        )
        for index in 0..<steps.count {
            try await session.finish(after: way.dropLast()) {
                try view.inSession { caller in
                    // `self` keeps the tag alive.
                    let note = otherTag?.address ?? 0
                    try caller.inFrame(slot, table: caller.view, note: note) { frame in
                        try steps.run(
                            index,
                            on: holder.instance,
                            frame,
                            construction: construction
                        )
                    }
                }
            }
        }
    }
}

extension AsyncFrame {
    /// The error of a frame whose factory threw.
    fileprivate func failure(_ error: any Error, _ view: Container) -> any Error {
        if error is ResolutionError { return error }
        // Code that cancels a task expects the task's own error.
        if error is CancellationError, Task.isCancelled { return error }
        return ResolutionError(.factoryThrew, entries, underlying: error, container: view)
    }
}

extension Slot {
    /// Reports that a task has waited for the instance of a cell, which another one was making.
    func reportWait(
        in cell: Cell,
        since begun: ContinuousClock.Instant,
        at way: [ResolutionError.Entry],
        in session: Session,
        through asked: Container
    ) {
        guard isObserved(askedThrough: .passUnretained(asked)) else { return }
        report(
            .waited(duration: ContinuousClock.now - begun),
            by: Requester(at: way),
            askedThrough: asked,
            BuildNumber(own: cell.build(of: self), parent: session.build),
            in: scopeNumber(askedThrough: asked)
        )
    }
}
