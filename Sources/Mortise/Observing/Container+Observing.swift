// SPDX-License-Identifier: MIT

import Synchronization

extension Container {
    /// Listens to what happens to the definitions of this container.
    ///
    /// While anybody listens, no definition of the container takes the hot path. When nobody does,
    /// listening costs nothing. A observer hears about the definitions that its container owns,
    /// whoever asks for them; that of a scope or an overlay about all that is made through it. What
    /// scopes and overlays of the container keep already may be asked for again without its hearing
    /// of that.
    ///
    /// - Parameter observer: Called on the thread that resolves, for each event, outside all locks.
    ///   What it resolves itself is part of the resolve it hears about, and is reported as well.
    /// - Returns: Keep it for as long as you listen.
    public func observe(
        _ observer: @escaping @Sendable (ResolutionEvent) -> Void
    ) -> ObservationToken {
        let number = state.withLock { state in
            let extras = state.extras
            extras.lastObserver += 1
            extras.observers.append((extras.lastObserver, observer))
            setObserved(true, state)
            return extras.lastObserver
        }
        return ObservationToken(self, number)
    }

    func removeObserver(_ number: Int) {
        // The closures are released after the lock.
        let removed = state.withLock { state in
            let extras = state.extras
            let removed = extras.observers.filter { $0.number == number }
            extras.observers.removeAll { $0.number == number }
            if extras.observers.isEmpty { setObserved(false, state) }
            return removed
        }
        _ = removed
    }

    /// Withdraws hot words, or lets definitions become hot again with their next use.
    ///
    /// Under the container's lock.
    private func setObserved(_ isObserved: Bool, _ state: State) {
        self.isObserved.store(isObserved, ordering: .releasing)
        instances.withLock { _ in
            forEachKeeper(state) { slot in
                if isObserved {
                    slot.keepSealed()
                    slot.transition(.observed)
                } else {
                    slot.coolDown()
                }
            }
        }
        // What a scope or an overlay makes across its links is made through it. Nobody takes the locks
        // the other way round.
        for counterpart in state.existingExtras?.counterparts.kept.values ?? [:].values {
            counterpart.state.withLock { counterpart.setObserved(isObserved, $0) }
        }
    }

    /// Tells the observers of this container about an event.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - slot: The definition.
    ///   - caller: Who asked.
    ///   - frame: The asynchronous factory that it happened in, if it did.
    func report(
        _ kind: ResolutionEvent.Kind,
        _ slot: Slot,
        caller: FramePointer?,
        inside frame: AsyncFrame? = nil
    ) {
        guard isObserved.load(ordering: .acquiring) else { return }
        if role != .plain, let origin = counterpartOrigin {
            origin.layer.value?.report(kind, slot, caller: caller, inside: frame)
            return
        }
        let observers = state.withLock { $0.extras.observers }
        let event = ResolutionEvent(kind, slot, caller: caller, inside: frame)
        for (_, observer) in observers { observer(event) }
    }
}

extension Slot {
    /// Whether anybody listens to the container that owns it, or to that of its definition.
    var isObserved: Bool {
        owner.isObserved.load(ordering: .relaxed)
            || original?.owner.isObserved.load(ordering: .relaxed) == true
    }

    /// Whose observers hear of an instance: those of who keeps it, of its definition's container, and
    /// of the layer it is seen through.
    func hearers(askedThrough asked: Container) -> [Container] {
        var hearers = [owner]
        if let original { hearers.append(original.owner) }
        if asked.role != .plain, !hearers.contains(where: { $0 === asked }) {
            hearers.append(asked)
        }
        return hearers
    }

    /// Nobody listens any more: what is built next finds out again whether it may be hot.
    fileprivate func coolDown() {
        existingDetails?.wasBuilt.store(false, ordering: .releasing)
        if let holder { makeHot(holder, in: self) }
    }
}

extension Request {
    /// Tells observers about an instance being made, if there are any.
    func reporting<Result>(_ slot: Slot, _ make: () throws -> Result) throws -> Result {
        _ = slot.sealed()
        guard isObserved(slot) else { return try make() }
        report(.began, slot)
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let instance = try make()
            report(.made(duration: clock.now - start), slot)
            return instance
        } catch {
            if !(error is Unwinding) { report(.failed(error), slot) }
            throw error
        }
    }

    func reportReuse(_ slot: Slot) {
        if isObserved(slot) { report(.reused, slot) }
    }

    /// Whether anybody listens to the definition's container or to the layer it is seen through.
    private func isObserved(_ slot: Slot) -> Bool {
        slot.isObserved
            || (view.owner.takeUnretainedValue().role != .plain
                && view.owner._withUnsafeGuaranteedRef { $0.isObserved.load(ordering: .relaxed) })
    }

    private func report(_ kind: ResolutionEvent.Kind, _ slot: Slot) {
        let asked = view.owner.takeUnretainedValue()
        let frame = thread.task?.frame
        for hearer in slot.hearers(askedThrough: asked) {
            hearer.report(kind, slot, caller: caller.frame, inside: frame)
        }
    }
}
