// SPDX-License-Identifier: MIT

// An instance that its factory has returned belongs to the library until its request returns it, or
// until it is committed. If neither happens, it is disposed of here.

extension Closer {
    /// Disposes of an instance that nobody gets.
    ///
    /// Its container has noted that a disposal begins. Synchronous disposers run immediately, on
    /// this thread. An asynchronous one, and those that follow it, run in a task, which the closing
    /// of the container awaits. No lock is held.
    func abandon() {
        var index = 0
        while index < disposals.count, case .now(let dispose) = disposals.ways[index] {
            do {
                try ThreadRecord.apart { try dispose(holder) }
            } catch {
                tell(.closeFailed(error))
            }
            index += 1
        }
        guard index < disposals.count else { return endDisposal(of: slot.owner) }
        // Keeps the container alive, which the slot does not.
        Task.detached { [owner = slot.owner, index] in
            await dispose(from: index) { tell(.closeFailed($0)) }
            endDisposal(of: owner)
        }
    }

    /// Runs the disposers from one on.
    private func dispose(from first: Int = 0, _ report: (any Error) -> Void) async {
        for way in disposals.ways[first...] {
            do {
                switch way {
                case .now(let dispose): try dispose(holder)
                case .later(let dispose): try await dispose(holder)
                }
            } catch {
                report(error)
            }
        }
    }

    private func endDisposal(of owner: Container) {
        tell(.disposed)
        owner.endDisposal()
    }

    /// Disposes of an instance whose container is gone; what that one was opened from is not.
    ///
    /// - Parameter scope: The number of the scope that the container was.
    func disposeOrphan(in scope: UInt64?) async {
        await dispose { slot.original?.owner.report(.closeFailed($0), slot, in: scope) }
        slot.original?.owner.report(.disposed, slot, in: scope)
    }

    /// Notifies the observers of the container that made the instance, and of the definition's.
    func tell(_ kind: ResolutionEvent.Kind) {
        guard slot.isObserved else { return }
        let scope = slot.owner.scopeNumber
        slot.owner.report(kind, slot, in: scope)
        slot.original?.owner.report(kind, slot, in: scope)
    }
}

extension Container {
    /// Notes that an instance has been disposed of, for whoever waits to close the container.
    func endDisposal() {
        var waiters: [Closing.Waiter] = []
        instances.withLock { $0.constructionEnds(resuming: &waiters) }
        for waiter in waiters { waiter.resume() }
    }
}

extension Slot {
    /// Disposes of an instance of the definition that nobody gets, and that no construction tracks.
    func abandon<Instance>(_ instance: Instance, madeIn session: Session?) {
        if let closer = closer(for: Holder(instance), madeIn: session) { abandon(closer) }
    }

    /// Disposes of an instance that was made for a decorator or a list which has failed, unless
    /// something keeps it, or an attempt that follows gets it again.
    func abandonUnlessKept<Instance>(_ instance: Instance, by thread: Thread?) {
        guard keepingScope == .unique,
            thread?.isInAttempt != true || thread?.session.task?.isAwaited(self) != true
        else { return }
        var slot = self
        while slot.kind == .forwarding, let source = slot.existingDetails?.forwarder?.source {
            slot = source
        }
        slot.abandon(instance, madeIn: nil)
    }

    func abandon(_ closer: Closer) {
        owner.instances.withLock { $0.disposalBegins() }
        closer.abandon()
    }
}

extension UnsafeMutablePointer<Frame> {
    /// Disposes of the instance of the frame, which nobody gets.
    func abandon<Instance>(_ instance: Instance) {
        slotObject.abandon(
            instance,
            madeIn: pointee.thread.pointee.session?.takeUnretainedValue()
        )
    }

    /// Runs a body that completes the instance of the frame; if it fails, nobody gets the instance.
    ///
    /// - Parameters:
    ///   - instance: The instance, which no construction tracks.
    ///   - isBrought: Whether it was made elsewhere.
    ///   - body: Completes it.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    func completing<Instance, Result>(
        _ instance: Instance,
        isBrought: Bool = false,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch {
            if !isBrought { abandon(instance) }
            throw error
        }
    }
}

extension ThreadRecord {
    /// Runs a disposer, whose requests have no part in what is being unwound.
    fileprivate static func apart(_ dispose: () throws -> Void) throws {
        guard let thread = current else { return try dispose() }
        let isUnwinding = thread.pointee.isUnwinding
        let unwinding = thread.pointee.session?.takeUnretainedValue().unwinding
        thread.pointee.isUnwinding = false
        defer {
            thread.pointee.isUnwinding = isUnwinding
            thread.pointee.session?.takeUnretainedValue().unwinding = unwinding
        }
        try dispose()
    }
}
