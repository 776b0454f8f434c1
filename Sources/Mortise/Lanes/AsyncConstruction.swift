// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// One instance that an asynchronous factory is to make.
// @unchecked: the values of run-time arguments go to one task after the other.
struct AsyncConstruction<Instance>: @unchecked Sendable {
    let slot: Slot
    let values: [AnyHashable]?
    let place: AwaitedPlace
    /// The tag that it is asked for with, if that is not the definition's own.
    let otherTag: TagBox?
    let call: AsyncCall<Instance>
    /// What a forwarded type adds to the instance.
    var addition: Addition<Instance>?

    /// The container that is asked.
    private var asked: Container { place.view }

    /// Makes the instance, and leaves it where the session's next stretch finds it.
    func make(for session: AsyncSession, after way: [ResolutionError.Entry]) async throws {
        guard !slot.scope.isCaching else { return try await fly(for: session, after: way) }
        if slot.arguments == 0, !slot.hasUnknownArguments,
            session.frame?.isInside(slot, for: asked) == true
        {
            throw ResolutionError.cycle(way, container: asked)
        }
        if slot.scope == .shared {
            try await share(in: session, after: way)
        } else {
            let holder = try await build(in: session, after: way, view: asked, construction: 0)
            session.answer(slot, values, holder, at: place)
        }
    }

    private func share(in session: AsyncSession, after way: [ResolutionError.Entry]) async throws {
        let construction =
            session.builder == 0
            ? 0 : ConstructionSite.begin(slot, frame: nil, session: session.number)
        do {
            let holder = try await build(
                in: session,
                after: way,
                view: asked,
                construction: construction
            )
            if construction != 0 {
                try await ConstructionSite.complete(construction, of: session)
            }
            session.keep(slot)
            session.keep(asked)
            session.nodes = .make(
                holder.instance,
                slot: .passUnretained(slot),
                view: .passUnretained(asked),
                arguments: values,
                construction: construction,
                next: session.nodes
            )
        } catch {
            if construction != 0 {
                session.failed.formUnion(ConstructionSite.fail(construction, with: error))
            }
            throw error
        }
    }

    // MARK: Single flight

    /// Waits for the one construction of a cached instance, which this starts if nobody has.
    private func fly(for session: AsyncSession, after way: [ResolutionError.Entry]) async throws {
        session.usedConstructionSite = true
        let cell = slot.cell(for: values)
        while true {
            try Task.checkCancellation()
            let ticket = ConstructionSite.board(cell, of: slot, by: session)
            if case .construct(let construction, let number) = ticket.departure {
                let task = Task.detached {
                    await self.takeOff(construction, as: number, after: way)
                }
                ConstructionSite.started(task, construction)
            }
            switch try await ConstructionSite.arrival(of: session, ticket) {
            case .instance(let holder, let construction):
                return session.answer(slot, values, holder, construction, at: place)
            case .object(let object):
                guard let instance = object as? Instance else { continue }
                return session.answer(slot, values, Holder(instance), at: place)
            case .closed:
                throw ResolutionError.closed(way, container: slot.owner)
            case .cycle:
                throw ResolutionError.cycle(way, container: asked)
            case .failed(let error):
                guard let error = error as? ResolutionError else { throw error }
                throw error.rerooted(at: way)
            case .again: continue
            }
        }
    }

    /// Makes the instance in a task of its own, which sees nothing of who asked first.
    private func takeOff(
        _ construction: Int,
        as number: UInt,
        after way: [ResolutionError.Entry]
    ) async {
        let session = AsyncSession(builder: construction, number: number)
        session.usedConstructionSite = true
        var succeeded = false
        do {
            _ = try await build(
                in: session,
                after: way,
                view: slot.owner,
                construction: construction
            )
            try await ConstructionSite.complete(construction, of: session)
            succeeded = true
        } catch {
            session.failed.formUnion(ConstructionSite.fail(construction, with: error))
        }
        await session.end(succeeded: succeeded)
        ConstructionSite.landed(construction)
    }

    // MARK: Building

    private func build(
        in session: AsyncSession,
        after way: [ResolutionError.Entry],
        view: Container,
        construction: Int
    ) async throws -> Holder<Instance> {
        let frame = AsyncFrame(
            slot,
            entries: way,
            session: session.waiting,
            asked: asked,
            view: view,
            otherTag: otherTag,
            parent: session.frame
        )
        session.frame = frame
        defer {
            session.frame = frame.parent
            frame.isOver.store(true, ordering: .releasing)
        }
        let details = slot.sealed()
        let report = AsyncReport(slot, view, inside: frame.parent)
        do {
            var resolver = AsyncResolver(
                session: session,
                view: view,
                frame: frame,
                isRecording: !details.wasBuilt.load(ordering: .acquiring)
            )
            let instance = try await AsyncFrame.$current.withValue(frame) {
                try await call.run(slot, &resolver)
            }
            let holder = Holder(instance)
            if construction != 0 {
                ConstructionSite.instanceExists(
                    construction,
                    holder: holder,
                    closer: slot.scope.isCaching ? slot.closer(for: holder) : nil
                )
            }
            noteCell(holder, session)
            let watched = construction == 0 ? session.builder : construction
            let created = slot.created(
                holder.instance,
                construction: watched,
                addition?.notify
            )
            if let created { session.created.append(created) }
            let properties = frame.properties(of: instance)
            try await runSteps(holder, properties, view, construction, session, way)
            details.wasBuilt.store(true, ordering: .releasing)
            report.made()
            return holder
        } catch {
            let failure = frame.failure(error, view)
            report.failed(failure)
            throw failure
        }
    }

    /// From the end of the session on, nothing keeps the instance that should not.
    private func noteCell(_ holder: Holder<Instance>, _ session: AsyncSession) {
        guard slot.scope.isCaching else { return }
        let cell = slot.cell(for: values)
        session.built.append((slot, cell))
        guard slot.scope == .weakSingleton else { return }
        session.weak.append((cell, holder, holder.object))
    }

    /// Runs the steps, each again when what it asks for had to be awaited.
    private func runSteps(
        _ holder: Holder<Instance>,
        _ properties: PropertyList,
        _ view: Container,
        _ construction: Int,
        _ session: AsyncSession,
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
                try view.inSession { caller, table, thread in
                    let request = Request<Instance>(
                        Instance.self,
                        tag: nil,
                        caller: caller,
                        view: table,
                        thread: thread
                    )
                    // The construction keeps it.
                    let note = otherTag.map {
                        UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque())
                    }
                    try request.inFrame(slot, table: table, note: note ?? 0) { frame in
                        try steps.noting(index, holder.instance, frame) {
                            try request.run(
                                { resolver, instance in
                                    try steps.run(index, &resolver, instance)
                                },
                                holder.instance,
                                frame,
                                construction: construction
                            )
                        }
                    }
                }
            }
        }
    }
}

extension AsyncFrame {
    /// What leaves the frame when its factory threw.
    fileprivate func failure(_ error: any Error, _ view: Container) -> any Error {
        if error is ResolutionError { return error }
        // Who cancels a task expects its own error.
        if error is CancellationError, Task.isCancelled { return error }
        return ResolutionError(.factoryThrew, entries, underlying: error, container: view)
    }
}

/// Tells listeners about an instance that an asynchronous factory makes.
private struct AsyncReport {
    private let slot: Slot
    private let hearers: [Container]
    private let frame: AsyncFrame?
    private let start = ContinuousClock.now

    init(_ slot: Slot, _ view: Container, inside frame: AsyncFrame?) {
        self.slot = slot
        self.frame = frame
        hearers = slot.hearers(askedThrough: view).filter {
            $0.isObserved.load(ordering: .relaxed)
        }
        tell(.began)
    }

    func made() { tell(.made(duration: ContinuousClock.now - start)) }

    func failed(_ error: any Error) { tell(.failed(error)) }

    private func tell(_ kind: ResolutionEvent.Kind) {
        for hearer in hearers { hearer.report(kind, slot, caller: nil, inside: frame) }
    }
}
