// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// Closes the container: disposes of all instances that it keeps, in reverse order of commit.
    ///
    /// As soon as closing begins, resolving through the container fails with code `scope-closed`.
    /// Scopes and overlays that were opened from it are closed first, the last opened first.
    /// Constructions under way are awaited, and their instances are disposed of if they are
    /// committed. Then every disposer runs once: `onClose`, or ``Closable`` and ``AsyncClosable``.
    /// A disposer that throws does not keep the others from running. At the end the instances are
    /// released.
    ///
    /// Registering in the container has no effect any more, and reports nothing: a scope may be closed
    /// while other code still sets it up.
    ///
    /// Cancelling the calling task does not stop it, and disposers do not see that it was cancelled
    /// before. Closing a container that is being closed, or
    /// was closed, waits for the end and has the same result.
    ///
    /// A factory must not await the closing of the container that keeps its instance, and a
    /// disposer must not await the closing of its container: each would wait for itself.
    ///
    /// - Throws: ``CloseError``, with all disposers that threw. The container is closed
    ///   nevertheless.
    public func close() async throws(CloseError) {
        let report: CloseError?
        switch beginClosing(isDisposing: true) {
        case .atOnce: report = disposeAtOnce()
        // A task of its own, which the caller's cancellation does not reach.
        case .inTime:
            notifyDescendants()
            report = await Task { await self.dispose() }.value
        case .begun:
            await waitForEnd()
            report = instances.withLock { $0.report }
        }
        if let report { throw report }
    }

    /// Closes the container if it has nothing to dispose of, and does nothing otherwise.
    ///
    /// ```swift
    /// if !scope.closeWithoutDisposing() { try await scope.close() }
    /// ```
    ///
    /// It does nothing either while a scope or an overlay that was opened from it is open, or while
    /// something is under construction. So no disposer runs, and it never waits. Observers and
    /// followers are told, and instances are released.
    ///
    /// - Returns: Whether the container is closed, by this call or before; `false` while another
    ///   call is closing it.
    public func closeWithoutDisposing() -> Bool {
        switch beginClosing(isDisposing: false) {
        case .atOnce:
            _ = disposeAtOnce()
            return true
        case .inTime: return false
        case .begun: return instances.withLock { $0.phase == .closed }
        }
    }

    /// Closes the container, and waits for that no longer than a given time.
    ///
    /// - Parameter deadline: How long to wait. Cancelling the calling task does not shorten the
    ///   wait.
    /// - Throws: ``CloseError``: with the disposers that threw and, if the time was not enough, with
    ///   what is left. That is disposed of after the error was thrown.
    public func close(deadline: Duration) async throws(CloseError) {
        let closing = Task { try await self.close() }
        let isInTime = await Deadline.isMet(within: deadline) { _ = await closing.result }
        guard isInTime || instances.withLock({ $0.phase == .closed }) else {
            throw unfinished
        }
        if let report = instances.withLock({ $0.report }) { throw report }
    }

    /// Whether ``close()`` has begun, or ``closeWithoutDisposing()`` has closed it.
    public var isClosed: Bool { isClosedWord.load(ordering: .acquiring) }

    // MARK: Steps

    private enum Beginning {
        /// Nothing has to be awaited.
        case atOnce
        case inTime
        /// Another call has begun closing.
        case begun
    }

    /// - Parameter isDisposing: Whether to begin even if there is something to dispose of, or to
    ///   await.
    /// - Returns: What has begun; ``Beginning/inTime`` if nothing has, because `isDisposing` is
    ///   `false`.
    private func beginClosing(isDisposing: Bool) -> Beginning {
        state.withLock { state in
            let hasChildren =
                !state.children.isEmpty || state.existingExtras?.counterparts.kept.isEmpty == false
            return instances.withLock { closing in
                guard closing.isOpen else { return .begun }
                var hasToWait = hasChildren || closing.hasToWait
                if isDisposing {
                    hasToWait = hasToWait || Task.isCancelled
                } else if hasToWait || !closing.closers.isEmpty {
                    return .inTime
                }
                _ = closing.begin()
                // A child that is opened from here is added before this, or is closed from the
                // beginning.
                isClosedWord.store(true, ordering: .releasing)
                // From now on every request checks the flag.
                forEachKeepingSlot(state) { $0.transition(.closed) }
                return hasToWait ? .inTime : .atOnce
            }
        }
    }

    private func disposeAtOnce() -> CloseError? {
        notifyDescendants()
        while case .done = disposeOfNext() {}
        return endClosing()
    }

    private func dispose() async -> CloseError? {
        await closeChildren()
        await waitForConstructions()
        // The constructions may have opened children.
        await closeChildren()
        while true {
            switch disposeOfNext() {
            case .done: continue
            case .end: return endClosing()
            case .later(let closer, let dispose, let isLast):
                do { try await dispose(closer.holder) } catch { note(error, closer) }
                if isLast { closer.tell(.disposed) }
            }
        }
    }

    private enum Step {
        case done
        /// An asynchronous disposer.
        case later(Closer, @Sendable (AnyObject) async throws -> Void, isLast: Bool)
        case end
    }

    private func disposeOfNext() -> Step {
        guard let (closer, index) = instances.withLock({ $0.next() }) else { return .end }
        let isLast = index == closer.disposals.count - 1
        switch closer.disposals.ways[index] {
        case .later(let dispose): return .later(closer, dispose, isLast: isLast)
        case .now(let dispose):
            do { try dispose(closer.holder) } catch { note(error, closer) }
            if isLast { closer.tell(.disposed) }
            return .done
        }
    }

    private func closeChildren() async {
        for child in openChildren {
            do {
                try await child.close()
            } catch {
                instances.withLock { $0.note(error.failures) }
            }
        }
    }

    private func note(_ error: any Error, _ closer: Closer) {
        let failure = CloseError.Failure(
            container: name,
            key: closer.slot.key.key,
            site: closer.slot.site,
            isDecorator: closer.slot.isWrapper,
            error: error
        )
        instances.withLock { $0.note([failure]) }
        closer.tell(.closeFailed(error))
    }

    /// - Returns: The error to throw, if any.
    private func endClosing() -> CloseError? {
        letGoOfInstances()
        // What is added later is refused, or ends by itself: the container is closed.
        if hasSubstitutes.load(ordering: .acquiring) { dropSubstitutes() }
        if isFollowed.load(ordering: .acquiring) { endFollowers() }
        leaveParent()
        let ended = instances.withLock { $0.end(in: name) }
        withExtendedLifetime(ended.disposed) {}
        ended.scope?.reportEnd()
        for waiter in ended.waiters { waiter.resume() }
        return ended.report
    }

    /// Notifies the followers of descendants that requests here are refused from now on.
    private func notifyDescendants() {
        guard isFollowed.load(ordering: .acquiring) else { return }
        let followers = state.withLock { $0.existingExtras?.followers.all ?? [] }
        for follower in followers where follower.container.value !== self { follower.changed() }
    }

    /// Ends the followers of this container, and notifies those of its descendants, which may still
    /// change.
    func endFollowers() {
        let followers = state.withLock { $0.existingExtras?.followers.all ?? [] }
        for follower in followers {
            if let own = follower.container.value, own !== self {
                follower.changed()
            } else {
                follower.end()
            }
        }
    }

    private func letGoOfInstances() {
        var taken: [AnyObject] = []
        var counterparts: Counterparts?
        var wereHot = false
        state.withLock { state in
            if let extras = state.existingExtras {
                counterparts = extras.counterparts
                extras.counterparts = Counterparts()
            }
            let table = Table(word: table.load(ordering: .relaxed))
            taken.reserveCapacity(table.header.pointee.count)
            instances.withLock { _ in
                forEachKeepingSlot(state) { slot in
                    slot.isPublished = false
                    wereHot = wereHot || slot.wasHot
                    slot.takeInstances(into: &taken)
                }
            }
        }
        // If none was hot, every reader went through its cell and holds its own reference.
        if wereHot { Reclaimer.retire(taken.map { .object($0) }) }
        // The counterparts are closed. Releasing them may release the containers that they were
        // made from.
        withExtendedLifetime((taken, counterparts)) {}
    }

    // MARK: Waiting

    private func waitForConstructions() async {
        await withCheckedContinuation { waiter in
            if !instances.withLock({ $0.waitForConstructions(waiter) }) {
                waiter.resume()
            }
        }
    }

    private func waitForEnd() async {
        await withCheckedContinuation { waiter in
            if !instances.withLock({ $0.waitForEnd(waiter) }) { waiter.resume() }
        }
    }

    /// The error for the instances that are left, here and in children, and for the disposers that
    /// have thrown so far.
    private var unfinished: CloseError {
        var report = CloseError(name, failuresSoFar)
        report.unfinished = unfinishedSteps
        if report.unfinished.isEmpty {
            // Something is under construction.
            report.isWaiting = true
        }
        return report
    }

    private var failuresSoFar: [CloseError.Failure] {
        instances.withLock { $0.failures } + openChildren.flatMap(\.failuresSoFar)
    }

    private var unfinishedSteps: [Diagnostic.Step] {
        let own = instances.withLock { $0.left }
        return openChildren.flatMap(\.unfinishedSteps)
            + own.map { closer in
                Diagnostic.Step(
                    closer.slot.key.key,
                    at: closer.slot.site,
                    relation: .following,
                    isDecorator: closer.slot.isWrapper
                )
            }
    }

    // MARK: Children

    /// The scopes and overlays that were opened from here, the last opened first, and this
    /// container's counterparts.
    var openChildren: [Container] {
        state.withLock { $0.children.lastFirst } + counterparts
    }

    /// Adds a scope or an overlay as a child, which is closed before this container.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - isLeased: Whether it is certain to be closed; it is kept alive until then.
    func adopt(_ child: Container, isLeased: Bool = false) {
        let link: Children.Child = isLeased ? .leased(child) : .opened(WeakContainer(known: child))
        let isOpen = state.withLock { state in
            guard !isClosed else { return false }
            child.place = state.children.add(link)
            return true
        }
        if !isOpen { child.closeAtBirth() }
    }

    /// Closes a new container whose parent is closed.
    func closeAtBirth() {
        isClosedWord.store(true, ordering: .releasing)
        instances.withLock { closing in
            _ = closing.begin()
            _ = closing.end(in: name)
        }
    }

    private func leaveParent() {
        guard let place = place, let parent else { return }
        self.place = nil
        let left = parent._withUnsafeGuaranteedRef { parent in
            parent.state.withLock { $0.children.remove(at: place) }
        }
        withExtendedLifetime(left) {}
    }

    /// Disposes of the instances of a container that is released without being closed, in a task of
    /// its own, for which the container that it was opened from waits when it is closed.
    func leaveUnclosed() {
        if isFollowed.load(ordering: .acquiring) { endFollowers() }
        // Closing has ended then: it holds what it closes.
        guard !isClosed else { return }
        let (closers, observed) = instances.withLock { ($0.closers, $0.observedScope) }
        guard !closers.isEmpty else {
            leaveParent()
            observed?.reportEnd()
            return
        }
        let waiting = place == nil ? nil : parent?.takeUnretainedValue()
        waiting?.instances.withLock { $0.disposalBegins() }
        leaveParent()
        Task.detached {
            for closer in closers.reversed() { await closer.disposeOrphan(in: observed?.number) }
            observed?.reportEnd()
            waiting?.endDisposal()
        }
    }
}

extension Container {
    /// Calls a body with each slot that may keep instances.
    ///
    /// Under the container's lock.
    @inline(__always) func forEachKeepingSlot(_ state: State, _ body: (Slot) -> Void) {
        state.slots.forEach { slot in
            body(slot)
            if let wired = slot.wired { body(wired) }
        }
        for substitute in state.existingExtras?.substitutes ?? [] { substitute.forEachSlot(body) }
        if let routes = state.existingExtras?.routes, !routes.isEmpty {
            for slot in routes.all { body(slot) }
        }
        forEachLayerSlot(body)
    }
}

/// A wait with a time limit.
private final class Deadline: Sendable {
    private let waiter: Locked<CheckedContinuation<Bool, Never>?>

    private init(_ waiter: CheckedContinuation<Bool, Never>) { self.waiter = Locked(waiter) }

    /// Runs a body in a task of its own.
    ///
    /// - Returns: Whether it ended in time.
    static func isMet(
        within duration: Duration,
        _ body: @escaping @Sendable () async -> Void
    ) async -> Bool {
        await withCheckedContinuation { waiter in
            let deadline = Deadline(waiter)
            let timer = Task {
                // A longer one overflows in the clock.
                try? await Task.sleep(for: min(duration, .seconds(1 << 32)))
                deadline.end(isMet: false)
            }
            Task {
                await body()
                deadline.end(isMet: true)
                timer.cancel()
            }
        }
    }

    private func end(isMet: Bool) {
        let waiter = waiter.withLock { waiter in
            defer { waiter = nil }
            return waiter
        }
        waiter?.resume(returning: isMet)
    }
}
