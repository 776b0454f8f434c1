// SPDX-License-Identifier: MIT

extension Session {
    /// Runs a synchronous attempt, and awaits what it needs, until it has what it asks for.
    ///
    /// - Parameters:
    ///   - way: The definitions on the path to the instance.
    ///   - unwound: The observed builds that have begun, and go on in it.
    ///   - body: The attempt. Runs again each time after something was awaited.
    /// - Returns: What the attempt returns.
    /// - Throws: What the attempt throws, with the path to it; `CancellationError` if the task is
    ///   cancelled while it waits.
    func finish<Result>(
        after way: some Sequence<ResolutionError.Entry>,
        goingOnWith unwound: [ObservedBuild] = [],
        _ body: () throws -> Result
    ) async throws -> Result {
        guard let task else { preconditionFailure("only a task's session has attempts") }
        let outer = task.setAsideAnswers()
        let outerBuilds = unwoundBuilds
        unwoundBuilds = unwound
        var isUnwound = false
        defer {
            task.restoreAnswers(outer, isUnwound: isUnwound)
            unwoundBuilds = outerBuilds
        }
        do {
            while true {
                isUnwound = false
                switch try attempt(task, after: way, body) {
                case .done(let result): return result
                case .awaiting(let awaited, let entries):
                    isUnwound = true
                    hasAwaited = true
                    let asking = askingBuild.take()
                    if let asking { builds.append(asking) }
                    defer { if asking != nil { builds.removeLast() } }
                    try await awaited.perform(self, way + entries)
                }
            }
        } catch {
            failUnwoundBuilds(error)
            throw error
        }
    }

    private enum Attempt<Result> {
        case done(Result)
        case awaiting(Suspension, [ResolutionError.Entry])
    }

    /// Runs a body as one attempt of this session.
    private func attempt<Result>(
        _ task: AsyncState,
        after way: some Sequence<ResolutionError.Entry>,
        _ body: () throws -> Result
    ) throws -> Attempt<Result> {
        let thread = ThreadRecord.make()
        let first = created.count
        task.beginAttempt()
        let outer = thread.mount(self, task)
        let outcome: Swift.Result<Result, any Error>
        do { outcome = .success(try body()) } catch { outcome = .failure(error) }
        let unwinding = self.unwinding
        self.unwinding = nil
        var succeeded = false
        if case .success = outcome, unwinding == nil { succeeded = true }
        let containers = thread.unmount(self, task, outer)
        endAttempt(succeeded: succeeded, builder: task.builder, createdBefore: first)
        // From here on user code may run, because objects are released.
        releaseUnregistered()
        if thread.isAwaited(Awaited.session) { Reclaimer.ended(thread) }
        withExtendedLifetime(containers) {}
        // The signal counts, whatever the outcome: user code may have swallowed it.
        if case .awaiting(let awaited, let entries) = unwinding {
            return .awaiting(awaited, entries)
        }
        do {
            return .done(try outcome.get())
        } catch let error as ResolutionError {
            throw error.prefixed(by: Array(way))
        }
    }

    /// Makes an instance on the main actor, and leaves it for the next attempt.
    func makeOnMainActor<Instance>(
        _ slot: Slot,
        like original: Request<Instance>,
        values: ArgumentValues?,
        at place: AwaitedPlace,
        after way: [ResolutionError.Entry]
    ) async throws {
        let original = Holder(original)
        let holder = try await finishOnMainActor(after: way) {
            try place.view.inSession { caller in
                var request = original.instance
                request.caller = caller
                return Holder(try request.resolve(slot))
            }
        }
        // The next attempt finds a cached instance in its cell; it may not be committed yet.
        guard !slot.scope.isCaching else { return }
        task?.answer(
            slot,
            values,
            at: place,
            .instance(holder),
            closer: slot.scope == .unique ? slot.closer(for: holder, madeIn: self) : nil
        )
    }

    @MainActor private func finishOnMainActor<Result: Sendable>(
        after way: [ResolutionError.Entry],
        _ body: @Sendable () throws -> Result
    ) async throws -> Result {
        try await finish(after: way.dropLast()) { try MainActorContainer.onMainActor(body) }
    }

    /// Ends the outermost resolve of a task.
    func end(succeeded: Bool) async {
        guard let task else { return }
        failed.formUnion(task.leaveLedger())
        task.dropNodes()
        releaseWeak()
        releaseUnregistered()
        for created in takeNotified(succeeded) {
            if created.isOnMainActor {
                await Self.notifyOnMainActor(Holder(created.notify))
            } else {
                created.notify()
            }
        }
    }

    @MainActor private static func notifyOnMainActor(_ notify: Holder<() -> Void>) {
        notify.instance()
    }
}

// MARK: - Mounting

/// What a thread does: the resolve that runs on it.
private struct Work {
    var session: Unmanaged<Session>?
    var frame: FramePointer?
    var nodes: SharedNodePointer?
    var builder = 0
    var building = 0
    var runningSteps = 0
    var isUnwinding = false
    var trial = Trial.none
    var build: UInt64 = 0
    var unwoundBuilds: [ObservedBuild] = []
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Has the thread do something else.
    ///
    /// - Parameter work: What it is to do; gets what it was doing.
    private func exchange(_ work: inout Work) {
        swap(&pointee.session, &work.session)
        swap(&pointee.frame, &work.frame)
        swap(&pointee.nodes, &work.nodes)
        swap(&pointee.builder, &work.builder)
        swap(&pointee.building, &work.building)
        swap(&pointee.runningSteps, &work.runningSteps)
        swap(&pointee.isUnwinding, &work.isUnwinding)
        swap(&pointee.trial, &work.trial)
        swap(&pointee.build, &work.build)
        swap(&pointee.unwoundBuilds, &work.unwoundBuilds)
    }

    /// Mounts a session to run an attempt.
    ///
    /// The thread may be in the middle of a resolve whose factory started a task on this thread.
    /// That resolve is set aside.
    ///
    /// - Returns: What it was doing.
    fileprivate func mount(_ session: Session, _ task: AsyncState) -> Work {
        track()
        var work = Work(
            session: .passUnretained(session),
            nodes: task.nodes,
            builder: task.builder,
            building: task.builder == 0 ? 0 : 1,
            build: session.build ?? 0,
            unwoundBuilds: session.unwoundBuilds
        )
        exchange(&work)
        forgetNodeIndex()
        task.nodes = nil
        return work
    }

    /// Unmounts a session after an attempt: the thread goes on with what it was doing.
    ///
    /// - Returns: The containers that the attempt has pinned, which the caller releases.
    fileprivate func unmount(
        _ session: Session,
        _ task: AsyncState,
        _ outer: consuming Work
    ) -> [Container] {
        // Before the tables may go that keep their definitions alive. Inside another resolve of
        // the thread, an attempt has no outermost table that was given up earlier.
        task.takeNodes(of: self)
        let containers = session.unpin(self)
        exchange(&outer)
        session.unwoundBuilds = outer.unwoundBuilds
        return containers
    }
}
