// SPDX-License-Identifier: MIT

// How tasks ask and wait: like threads, but they suspend and never park.

extension ConstructionSite {
    /// The answer to a task that asks for an instance.
    enum Arrival {
        /// The holder of the committed instance.
        case instance(AnyObject)
        /// The next attempt may have the instance early: ``early(_:for:)``.
        case early
        /// The committed instance of a weak singleton is alive.
        case object(AnyObject)
        case cycle
        case failed(any Error)
        case closed
        case again

        var hasInstance: Bool {
            switch self {
            case .instance, .early, .object: true
            case .cycle, .failed, .closed, .again: false
            }
        }
    }

    /// The state of a task's request.
    private enum Joining {
        case arrived(Arrival)
        /// - Parameter isLate: Whether the construction was cancelled before: its failure does not
        ///   concern this task.
        case waits(Waiter, session: Int, isLate: Bool, builder: Task<Void, Never>?)
    }

    /// Tracks an instance of a task's session that no cell keeps.
    static func begin(_ slot: Slot, in task: AsyncState, isAsync: Bool) -> Int {
        locked { begin(slot, nil, in: task.ledgerSession, isAsync: isAsync) }
    }

    /// Waits for a cached instance that is made asynchronously; starts its task if nobody has.
    ///
    /// - Parameters:
    ///   - cell: The cell that keeps it.
    ///   - slot: Its definition.
    ///   - task: The session that asks.
    ///   - start: Starts the task that makes it, if nobody has. Gets the numbers of the
    ///     construction and of the session.
    /// - Returns: The instance, or why there is none, and whether the task has waited for what
    ///   another one had begun.
    /// - Throws: `CancellationError` if the asking task is cancelled. The construction is cancelled with
    ///   it if nobody else waits for it.
    static func join(
        _ cell: Cell,
        of slot: Slot,
        for task: AsyncState,
        _ start: (Int, Int) -> Task<Void, Never>
    ) async throws -> (Arrival, hasWaited: Bool) {
        var begun: (construction: Int, session: Int)?
        let joining = locked { () -> Joining in
            switch known(cell, of: slot) {
            case .instance(let holder): return .arrived(.instance(holder))
            case .object(let object): return .arrived(.object(object))
            case .closed: return .arrived(.closed)
            default: break
            }
            if !ledger.isInFlight(cell.number) {
                let session = ledger.open(.suspending)
                begun = (begin(slot, nil, in: session, cell: cell, isAsync: true), session)
            }
            return join(cell, task)
        }
        if let begun { started(start(begun.construction, begun.session), begun.construction) }
        var hasWaited = false
        if begun == nil, case .waits = joining { hasWaited = true }
        return (try await arrival(joining), hasWaited)
    }

    /// The uncommitted instance of a cell that an attempt may have early.
    ///
    /// Its own session is making it, or a ring was broken with it.
    ///
    /// - Throws: The error of something that the instance needs.
    static func early(_ cell: Cell, for task: AsyncState) throws -> AnyObject? {
        let delivery = locked {
            ledger.instance(in: cell.number, for: task.ledgerSession).map(Self.delivery)
        }
        if case .failed(let failure) = delivery?.verdict { throw failure.error }
        return delivery?.record?.holder
    }

    /// Waits for the instance that another session builds in a cell, if one still does.
    ///
    /// - Throws: `CancellationError` if the asking task is cancelled.
    static func join(_ cell: Cell, for task: AsyncState) async throws -> Arrival {
        try await arrival(locked { join(cell, task) })
    }

    /// Waits for the commit of an instance that an attempt has completed.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    static func awaitCommit(of id: Int) async throws -> Arrival {
        try await arrival(
            locked {
                guard let number = ledger.constructions[id]?.session else {
                    return .arrived(.again)
                }
                return join(ledger.awaitCommit(id), as: number)
            }
        )
    }

    /// Under the lock.
    private static func join(_ cell: Cell, _ task: AsyncState) -> Joining {
        guard let id = ledger.inFlight[cell.number] else { return .arrived(.again) }
        let session = task.ledgerSession
        return join(ledger.join(id, by: session), as: session, records[id])
    }

    /// Under the lock.
    private static func join(
        _ answer: Ledger.Answer,
        as session: Int,
        _ record: Record? = nil
    ) -> Joining {
        let isLate = record?.isCancelled == true
        guard case .verdict(let verdict) = answer else {
            let waiter = wait(session, parking: nil)
            return .waits(waiter, session: session, isLate: isLate, builder: record?.task)
        }
        return .arrived(arrival(delivery(verdict), isLate: isLate))
    }

    private static func arrival(_ joining: Joining) async throws -> Arrival {
        switch joining {
        case .arrived(let arrival): return arrival
        case .waits(let waiter, let session, let isLate, let builder):
            if let builder { escalate(builder) }
            let delivery = try await waiter.suspend { giveUp($0, session) }
            return delivery.map { arrival($0, isLate: isLate) } ?? .again
        }
    }

    /// Raises a task's priority to that of the waiting task, where the system can.
    private static func escalate(_ task: Task<Void, Never>) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        task.escalatePriority(to: Task.currentPriority)
    }

    private static func arrival(_ delivery: Waiter.Delivery, isLate: Bool) -> Arrival {
        switch delivery.verdict {
        case .committed: delivery.record?.holder.map { .instance($0) } ?? .again
        case .early: .early
        // A task cannot be unwound to one of its steps.
        case .postpone, .cycle: .cycle
        case .failed(let failure): isLate ? .again : .failed(failure.error)
        case .retry, .needsAsync: .again
        }
    }

    /// Ends the wait of a cancelled task, and cancels the construction if nobody else waits for it.
    private static func giveUp(_ waiter: Waiter, _ session: Int) {
        let task = locked { () -> Task<Void, Never>? in
            if waiters[session] === waiter { waiters[session] = nil }
            guard waiter.giveUp() else { return nil }
            let unwanted = ledger.giveUp(session)
            guard let unwanted, ledger.constructions[unwanted]?.isAsync == true,
                let record = records[unwanted]
            else { return nil }
            record.isCancelled = true
            return record.task
        }
        task?.cancel()
    }

    /// Notes the task of a construction, and cancels it if nobody waits any more.
    private static func started(_ task: Task<Void, Never>, _ id: Int) {
        let isCancelled = locked {
            // The construction may be over already.
            guard let record = records[id] else { return false }
            record.task = task
            return record.isCancelled
        }
        if isCancelled { task.cancel() }
    }
}
