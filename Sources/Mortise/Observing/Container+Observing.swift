// SPDX-License-Identifier: MIT

import Synchronization

extension Container {
    /// Observes the events of this container's definitions.
    ///
    /// While a container has observers, its definitions do not take the hot path. Without observers
    /// this costs nothing. An observer receives the events of all definitions that its container
    /// owns, through any container. It may miss repeated requests for instances that scopes and
    /// overlays of the container keep already. The observer of a scope or an overlay receives the
    /// events of all instances made through it.
    ///
    /// - Parameter observer: Called for each event, outside all locks, on the thread that resolves,
    ///   replaces or closes. Its own requests are part of the observed resolve, and are reported as
    ///   well.
    /// - Returns: A token. Keep it for as long as you observe.
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
        withExtendedLifetime(removed) {}
    }

    /// Closes the hot path of the definitions, or reopens it with their next use.
    ///
    /// Under the container's lock.
    private func setObserved(_ isObserved: Bool, _ state: State) {
        self.isObserved.store(isObserved, ordering: .releasing)
        instances.withLock { _ in
            forEachKeepingSlot(state) { slot in
                if isObserved {
                    slot.keepSealed()
                    slot.transition(.observed)
                } else {
                    slot.coolDown()
                }
            }
        }
        // Instances that a scope or an overlay makes across its links are made through it. No
        // thread takes the locks in the opposite order.
        for counterpart in state.existingExtras?.counterparts.kept.values ?? [:].values {
            counterpart.state.withLock { counterpart.setObserved(isObserved, $0) }
        }
    }

    /// Reports an event to the observers of this container.
    ///
    /// - Parameters:
    ///   - kind: The kind of the event.
    ///   - slot: The definition.
    ///   - caller: The frame that made the request.
    ///   - frame: The asynchronous factory in which it happened, if any.
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
    /// Whether the owner or the definition's container has observers.
    var isObserved: Bool {
        owner.isObserved.load(ordering: .relaxed)
            || original?.owner.isObserved.load(ordering: .relaxed) == true
    }

    /// The containers whose observers receive an instance's events: the one that keeps it, the
    /// definition's, and the layer it is requested through.
    func observedContainers(askedThrough asked: Container) -> [Container] {
        var observedContainers = [owner]
        if let original { observedContainers.append(original.owner) }
        if asked.role != .plain, !observedContainers.contains(where: { $0 === asked }) {
            observedContainers.append(asked)
        }
        return observedContainers
    }

    /// Without observers, the next build decides again whether the slot may be hot.
    fileprivate func coolDown() {
        existingDetails?.wasBuilt.store(false, ordering: .releasing)
        existingDetails?.recorded.store([], ordering: .releasing)
        if let holder { makeHot(holder, in: self) }
    }
}

extension Request {
    /// Reports the construction of an instance to observers, if there are any.
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

    /// Whether the definition's container or the requested layer has observers.
    private func isObserved(_ slot: Slot) -> Bool {
        slot.isObserved
            || (view.owner.takeUnretainedValue().role != .plain
                && view.owner._withUnsafeGuaranteedRef { $0.isObserved.load(ordering: .relaxed) })
    }

    private func report(_ kind: ResolutionEvent.Kind, _ slot: Slot) {
        let asked = view.owner.takeUnretainedValue()
        let frame = thread.task?.frame
        for container in slot.observedContainers(askedThrough: asked) {
            container.report(kind, slot, caller: caller.frame, inside: frame)
        }
    }
}
