// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// Observes the events of this container's definitions and scopes.
    ///
    /// While a container has observers, what it makes for each request is not made on the hot path.
    /// Instances that exist are read as fast as without observers, unless one asks for reuse. Without
    /// observers this costs nothing.
    ///
    /// An observer receives the events of all definitions that its container owns, through any
    /// container, and those of the scopes that are opened below it. It may miss repeated requests
    /// for instances that scopes and overlays of the container keep already. The observer of a
    /// scope or an overlay receives the events of all instances made through it.
    ///
    /// - Parameters:
    ///   - includesReuse: Whether the observer gets ``ResolutionEvent/Kind/reused`` as well. Then no
    ///     definition of the container takes the hot path.
    ///   - observer: Called for each event, outside all locks, on the thread that resolves, replaces
    ///     or closes. Its own requests run inside the observed resolve, and are reported as well. They
    ///     are dependencies of nothing.
    /// - Returns: A token. Keep it for as long as you observe.
    public func observe(
        reuse includesReuse: Bool = false,
        _ observer: @escaping @Sendable (ResolutionEvent) -> Void
    ) -> ObservationToken {
        let number = state.withLock { state in
            let extras = state.extras
            extras.lastObserver += 1
            extras.observers.append(
                Observer(extras.lastObserver, includesReuse: includesReuse, observer)
            )
            observersChange(state)
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
            observersChange(state)
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    /// Closes the hot path of the definitions, or reopens it with their next use.
    ///
    /// Under the container's lock.
    private func observersChange(_ state: State) {
        let observers = state.existingExtras?.observers ?? []
        setObserved(!observers.isEmpty, reuse: observers.contains(where: \.includesReuse), state)
    }

    private func setObserved(_ isObserved: Bool, reuse: Bool, _ state: State) {
        self.isObserved.store(isObserved, ordering: .releasing)
        isReuseObserved.store(reuse, ordering: .releasing)
        instances.withLock { _ in
            forEachKeepingSlot(state) { slot in
                if isObserved {
                    slot.keepSealed()
                    slot.keepRecorded()
                    slot.transition(.observed(reuse: reuse))
                }
                if !reuse, let holder = slot.holder { slot.makeHot(holder, in: slot) }
            }
        }
        // Instances that a scope or an overlay makes across its links are made through it. No
        // thread takes the locks in the opposite order.
        for counterpart in state.existingExtras?.counterparts.kept.values ?? [:].values {
            counterpart.state.withLock { counterpart.setObserved(isObserved, reuse: reuse, $0) }
        }
    }

    /// Reports an event to the observers of this container.
    ///
    /// - Parameters:
    ///   - kind: The kind of the event.
    ///   - slot: The definition.
    ///   - scope: The number of the scope that it belongs to.
    func report(
        _ kind: ResolutionEvent.Kind,
        _ slot: Slot,
        in scope: @autoclosure () -> UInt64? = nil
    ) {
        guard isObserved.load(ordering: .acquiring) else { return }
        report(ResolutionEvent(kind, slot, by: .none, .none, in: scope()))
    }

    /// Reports an event to the observers of this container, or of the one whose counterpart it is.
    fileprivate func report(_ event: ResolutionEvent) {
        guard isObserved.load(ordering: .acquiring) else { return }
        if role != .plain, let origin = counterpartOrigin {
            origin.layer.value?.report(event)
            return
        }
        let observers = state.withLock { $0.existingExtras?.observers ?? [] }
        ThreadRecord.betweenFrames {
            for observer in observers { observer.get(event) }
        }
    }
}

/// An observer of a container.
struct Observer: Sendable {
    let number: Int
    let includesReuse: Bool
    private let observe: @Sendable (ResolutionEvent) -> Void

    init(
        _ number: Int,
        includesReuse: Bool,
        _ observe: @escaping @Sendable (ResolutionEvent) -> Void
    ) {
        self.number = number
        self.includesReuse = includesReuse
        self.observe = observe
    }

    fileprivate func get(_ event: ResolutionEvent) {
        if case .reused = event.kind, !includesReuse { return }
        observe(event)
    }
}

// MARK: - Scopes

/// A scope whose opening was observed.
final class ObservedScope: Sendable {
    let name: ScopeName
    let place: Place
    let number = BuildNumber.next()
    private let opened = ContinuousClock.now
    /// The containers that it was opened from: what is still there at its end.
    private let sources: [Container]

    init(_ name: ScopeName, _ place: Place, openedFrom sources: [Container]) {
        self.name = name
        self.place = place
        self.sources = sources
        report(.scopeOpened)
    }

    func reportEnd() { report(.scopeClosed(duration: ContinuousClock.now - opened)) }

    private func report(_ kind: ResolutionEvent.Kind) {
        let event = ResolutionEvent(kind, self)
        for container in sources { container.report(event) }
    }
}

extension Container {
    /// Reports that this scope was opened, if the containers that it was opened from are observed.
    func reportOpening(_ name: ScopeName, _ file: StaticString, _ line: UInt32) {
        guard hasObservedSource else { return }
        let place = Place(file: file.address, line: line)
        let scope = ObservedScope(name, place, openedFrom: sourcesInOrder)
        // Closed by now, it has not seen that there is an end to report.
        if !instances.withLock({ $0.opens(scope) }) { scope.reportEnd() }
    }

    private var hasObservedSource: Bool {
        // Counts no references along a chain of single sources.
        var container = Unmanaged.passUnretained(self)
        while let source = container.onlySource {
            if source._withUnsafeGuaranteedRef({ $0.isObserved.load(ordering: .acquiring) }) {
                return true
            }
            container = source
        }
        return container._withUnsafeGuaranteedRef { container in
            container.hasFurtherSources
                && container.sourcesInOrder.contains { $0.isObserved.load(ordering: .acquiring) }
        }
    }
}

extension Slot {
    /// Whether the owner or the definition's container has observers.
    var isObserved: Bool {
        owner.isObserved.load(ordering: .relaxed)
            || original?.owner.isObserved.load(ordering: .relaxed) == true
    }

    /// Whether one of those observers asks for reuse.
    var isReuseObserved: Bool {
        owner.isReuseObserved.load(ordering: .relaxed)
            || original?.owner.isReuseObserved.load(ordering: .relaxed) == true
    }

    /// Whether an instance's events have observers: those of the container that keeps it, of the
    /// definition's, and of the layer it is requested through.
    func isObserved(askedThrough asked: Unmanaged<Container>) -> Bool {
        isObserved
            || asked._withUnsafeGuaranteedRef {
                $0.role != .plain && $0.isObserved.load(ordering: .relaxed)
            }
    }

    /// Reports an event to those observers.
    func report(
        _ kind: ResolutionEvent.Kind,
        by requester: Requester,
        askedThrough asked: Container,
        _ build: BuildNumber,
        in scope: UInt64?
    ) {
        let event = ResolutionEvent(kind, self, by: requester, build, in: scope)
        owner.report(event)
        let definer = original?.owner
        definer?.report(event)
        if asked.role != .plain, asked !== owner, asked !== definer { asked.report(event) }
    }

    /// Keeps what the hot word says when it changes: that an instance was built, and its requests
    /// were recorded.
    fileprivate func keepRecorded() {
        guard hot.load(ordering: .relaxed) == HotPath.unique, kind.callsFactory else { return }
        details.note(.atHome)
    }
}

extension Request {
    /// Reports the construction of an instance to observers, if there are any.
    ///
    /// - Parameters:
    ///   - slot: Its definition.
    ///   - cell: The cell that will keep it, if one will.
    ///   - make: Makes it.
    /// - Returns: What `make` returns.
    /// - Throws: What `make` throws.
    func reporting<Result>(
        _ slot: Slot,
        in cell: Cell?,
        _ make: () throws -> Result
    ) throws -> Result {
        _ = slot.sealed()
        guard isObserved(slot) else { return try make() }
        let build = caller.beginBuild(of: slot, in: cell)
        do {
            let instance = try make()
            thread.end(build)
            return instance
        } catch {
            thread.end(build, error)
            throw error
        }
    }

    /// Reports that a shared instance of the session was handed out.
    func reportReuse(_ slot: Slot) {
        if isObserved(slot) { report(.reused, slot, BuildNumber(own: nil, parent: thread.build)) }
    }

    /// Reports that the instance of a cell was handed out.
    ///
    /// - Parameters:
    ///   - slot: Its definition.
    ///   - cell: The cell.
    ///   - arrival: When it was asked for.
    func reportReuse(_ slot: Slot, of cell: Cell, since arrival: Arrival? = nil) {
        guard isObserved(slot) else { return }
        let build = BuildNumber(own: cell.build(of: slot), parent: thread.build)
        report(arrival?.wait(on: thread).map { .waited(duration: $0) } ?? .reused, slot, build)
    }

    /// The time at which an observed instance is asked for.
    func arrival(at slot: Slot) -> Arrival? { isObserved(slot) ? Arrival(on: thread) : nil }

    private func isObserved(_ slot: Slot) -> Bool { slot.isObserved(askedThrough: view.owner) }

    private func report(_ kind: ResolutionEvent.Kind, _ slot: Slot, _ build: BuildNumber) {
        let asked = caller.asked
        let scope = slot.scopeNumber(askedThrough: asked)
        slot.report(kind, by: caller.requester, askedThrough: asked, build, in: scope)
    }
}

extension Caller {
    fileprivate var requester: Requester { Requester(frame, inside: thread.task?.frame) }

    /// Begins an observed build on this thread, or goes on with one that was unwound.
    ///
    /// ``UnsafeMutablePointer/end(_:_:)`` ends it.
    ///
    /// - Parameters:
    ///   - slot: The definition of the instance, which has observers.
    ///   - cell: The cell that will keep it, if one will.
    /// - Returns: The build.
    func beginBuild(of slot: Slot, in cell: Cell?) -> ObservedBuild {
        let build =
            thread.takeUnwound(slot)
            ?? ObservedBuild(
                slot,
                in: cell,
                askedThrough: asked,
                by: requester,
                inside: thread.build
            )
        thread.pointee.build = build.number.own ?? 0
        return build
    }
}

/// An observed build.
///
/// What is unwound while it awaits something is the same build when it goes on.
final class ObservedBuild: Sendable {
    let slot: Slot
    let number: BuildNumber
    private let asked: Container
    private let requester: Requester
    /// The number of the scope that its events belong to.
    private let scope: UInt64?
    private let start: ContinuousClock.Instant

    /// Numbers a build, and tells that it begins.
    ///
    /// - Parameters:
    ///   - slot: The definition of the instance.
    ///   - cell: The cell that will keep it, if one will.
    ///   - asked: The container that is asked.
    ///   - origin: The container that was asked first, if that is another one.
    ///   - requester: Who asks.
    ///   - parent: The build that needs it.
    init(
        _ slot: Slot,
        in cell: Cell?,
        askedThrough asked: Container,
        for origin: Container? = nil,
        by requester: Requester,
        inside parent: UInt64?
    ) {
        self.slot = slot
        self.asked = asked
        self.requester = requester
        number = .next(inside: parent)
        scope = slot.scopeNumber(askedThrough: origin ?? asked)
        cell?.note(number, of: slot)
        slot.report(.began, by: requester, askedThrough: asked, number, in: scope)
        start = ContinuousClock.now
    }

    func made() { report(.made(duration: ContinuousClock.now - start)) }

    func failed(_ error: any Error) { report(.failed(error)) }

    private func report(_ kind: ResolutionEvent.Kind) {
        slot.report(kind, by: requester, askedThrough: asked, number, in: scope)
    }
}

/// When a thread asked for an instance, and how often it had waited by then.
struct Arrival {
    private let time = ContinuousClock.now
    private let waits: UInt

    init(on thread: Thread) { waits = thread.pointee.waits }

    /// How long the thread has waited since; `nil` if it has not.
    func wait(on thread: Thread) -> Duration? {
        thread.pointee.waits == waits ? nil : ContinuousClock.now - time
    }
}

extension ThreadRecord {
    /// Calls observers, whose requests no frame makes: they are no dependencies of what is built, and may
    /// be for the same definition.
    fileprivate static func betweenFrames(_ body: () -> Void) {
        guard let thread = current, let frame = thread.pointee.frame else { return body() }
        thread.pointee.frame = nil
        defer { thread.pointee.frame = frame }
        body()
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    fileprivate var build: UInt64? { pointee.build == 0 ? nil : pointee.build }

    /// Ends an observed build of this thread.
    ///
    /// - Parameters:
    ///   - build: The build, the innermost one of the thread.
    ///   - error: What making the instance threw, if it did.
    func end(_ build: ObservedBuild, _ error: (any Error)? = nil) {
        pointee.build = build.number.parent ?? 0
        switch error {
        case nil: build.made()
        case is Unwinding:
            pointee.unwoundBuilds.append(build)
            pointee.session?._withUnsafeGuaranteedRef { $0.noteAsking(build) }
        case let error?: build.failed(error)
        }
    }

    fileprivate func takeUnwound(_ slot: Slot) -> ObservedBuild? {
        // The innermost is unwound first.
        pointee.unwoundBuilds.lastIndex { $0.slot === slot }
            .map { pointee.unwoundBuilds.remove(at: $0) }
    }
}

extension Session {
    /// The number of the innermost observed build that is no attempt's.
    var build: UInt64? { builds.last?.own ?? task?.asker }

    fileprivate func noteAsking(_ build: ObservedBuild) {
        if case .awaiting = unwinding, askingBuild == nil { askingBuild = build.number }
    }

    /// Reports that what an attempt has begun does not go on.
    func failUnwoundBuilds(_ error: any Error) {
        for build in unwoundBuilds { build.failed(error) }
    }
}
