// SPDX-License-Identifier: MIT

import CMortiseThread

// What asynchronous sessions do at the construction site: the same as threads, but for sleeping.

extension ConstructionSite {
    /// What a session gets when it asks for a cached instance.
    struct Ticket {
        enum Departure {
            /// It is there, or it is not to be had.
            case none(Arrival)
            /// Somebody makes it.
            case joined
            /// The asking session has to start the task that makes it, under these numbers.
            case construct(Int, session: UInt)
        }

        let departure: Departure
        /// What was decided at once.
        var verdict: Ledger.Verdict?
        /// Whether it was cancelled before: its failure is nobody else's.
        var isLate = false
        var delivery: AnyObject?
    }

    enum Arrival {
        /// The holder of the instance, and its number if it is not committed.
        case instance(AnyObject, Int)
        /// The committed instance of a weak scope is alive.
        case object(AnyObject)
        case cycle
        case failed(any Error)
        case closed
        case again
    }

    /// Tasks, continuations and whoever gave up, by number.
    ///
    /// Guarded by the site's lock.
    struct Flights {
        var tasks: [Int: Task<Void, Never>] = [:]
        var cancelled: Set<Int> = []
        var waiting: [UInt: Closing.Waiter] = [:]
        var deliveries: [UInt: AnyObject] = [:]
        var gaveUp: Set<UInt> = []
        /// Threads that sleep for an asynchronous session.
        var threads: [UInt: Thread] = [:]
    }

    /// The definition that is built asynchronously and that an instance of another session waits
    /// for, if there is one.
    ///
    /// A thread that slept for it could be the one it needs. Under the site's lock.
    static func flight(holdingBack cell: Cell, session: UInt) -> Slot? {
        guard let id = ledger.inFlight[cell.number], let known = ledger.constructions[id],
            known.session != session, known.phase == .complete
        else { return nil }
        return ledger.unfinished(neededBy: id).lazy.compactMap { records[$0]?.slot }
            .first { $0.lane == .async }
    }

    /// Waits for an instance that somebody is building.
    ///
    /// - Returns: Where it is; `nil` if nobody is building it.
    static func join(_ cell: Cell, by session: AsyncSession) -> Ticket? {
        locked {
            guard cell.holder == nil, let id = ledger.inFlight[cell.number] else { return nil }
            if let parent = session.parent { ledger.adopt(session.number, by: parent) }
            return ticket(.joined, id, session)
        }
    }

    /// Asks for the instance of a cell on behalf of a session, which then waits.
    static func board(_ cell: Cell, of slot: Slot, by session: AsyncSession) -> Ticket {
        locked {
            if let instance = cell.holder {
                return Ticket(departure: .none(.instance(instance, 0)))
            }
            if let object = cell.object { return Ticket(departure: .none(.object(object))) }
            enterBrief(building: cell)
            if let parent = session.parent { ledger.adopt(session.number, by: parent) }
            let departure: Ticket.Departure
            let id: Int
            if let known = ledger.inFlight[cell.number] {
                id = known
                departure = .joined
            } else {
                guard slot.owner.closing.constructionBegins() else {
                    return Ticket(departure: .none(.closed))
                }
                let number = AsyncSession.nextNumber()
                id = ledger.begin(in: number, cell: cell.number)
                records[id] = Record(cell: cell, slot: slot, frame: nil)
                departure = .construct(id, session: number)
            }
            return ticket(departure, id, session)
        }
    }

    /// Under the site's lock.
    private static func ticket(
        _ departure: Ticket.Departure,
        _ id: Int,
        _ session: AsyncSession
    ) -> Ticket {
        var ticket = Ticket(departure: departure)
        ticket.isLate = flights.cancelled.contains(id)
        if case .verdict(let verdict) = ledger.ask(for: id, by: session.number) {
            ticket.verdict = verdict
            ticket.delivery = delivery(verdict)
        }
        wakeOthers()
        return ticket
    }

    /// Waits for what a session has asked for.
    ///
    /// - Throws: `CancellationError` if the task is cancelled. The construction is cancelled with it if
    ///   nobody else waits for it.
    static func arrival(of session: AsyncSession, _ ticket: Ticket) async throws -> Arrival {
        if case .none(let arrival) = ticket.departure { return arrival }
        if let verdict = ticket.verdict {
            return arrival(verdict, ticket.delivery, isLate: ticket.isLate)
        }
        let number = session.number
        await withTaskCancellationHandler {
            await sleep(number)
        } onCancel: {
            giveUp(number)
        }
        let (verdict, delivery, gaveUp) = locked {
            (
                ledger.resume(number), flights.deliveries.removeValue(forKey: number),
                flights.gaveUp.remove(number) != nil
            )
        }
        if gaveUp { throw CancellationError() }
        return arrival(verdict, delivery, isLate: ticket.isLate)
    }

    private static func arrival(
        _ verdict: Ledger.Verdict,
        _ delivery: AnyObject?,
        isLate: Bool
    ) -> Arrival {
        switch verdict {
        case .committed: delivery.map { .instance($0, 0) } ?? .again
        case .early(let id): delivery.map { .instance($0, id) } ?? .again
        // There is no way to unwind a task to one of its steps.
        case .postpone, .cycle: .cycle
        case .failed(let failure): isLate ? .again : .failed(failure.error)
        case .released, .retry: .again
        }
    }

    private static func sleep(_ session: UInt) async {
        await withCheckedContinuation { waiter in
            locked {
                if ledger.sessions[session]?.isParked == true {
                    flights.waiting[session] = waiter
                } else {
                    resumptions.append(waiter)
                }
            }
        }
    }

    /// The task of a waiting session was cancelled.
    private static func giveUp(_ session: UInt) {
        let task = locked { () -> Task<Void, Never>? in
            guard ledger.sessions[session]?.isParked == true else { return nil }
            flights.gaveUp.insert(session)
            let abandoned = ledger.giveUp(session)
            if let waiter = flights.waiting.removeValue(forKey: session) {
                resumptions.append(waiter)
            }
            wakeOthers()
            // What is left behind has no task any more.
            guard let abandoned, ledger.constructions[abandoned]?.isLeftBehind == false else {
                return nil
            }
            flights.cancelled.insert(abandoned)
            return flights.tasks[abandoned]
        }
        task?.cancel()
    }

    /// The task of a construction has started.
    static func started(_ task: Task<Void, Never>, _ id: Int) {
        let isCancelled = locked {
            // It may be over already.
            guard records[id] != nil || ledger.isUncommitted(id) else { return false }
            flights.tasks[id] = task
            return flights.cancelled.contains(id)
        }
        if isCancelled { task.cancel() }
    }

    /// The task of a construction is over.
    static func landed(_ id: Int) {
        let task = locked {
            flights.cancelled.remove(id)
            return flights.tasks.removeValue(forKey: id)
        }
        _ = task
    }

    /// All steps are done: commits the instance, alone or with what it needs; waits for others if it
    /// needs theirs.
    static func complete(_ id: Int, of session: AsyncSession) async throws {
        var published: [Record] = []
        let completion = locked { finish(id, publishing: &published) }
        published.removeAll()
        if let completion {
            if let failure = completion.failure { throw failure.error }
            return
        }
        await sleep(session.number)
        let failure = locked {
            flights.deliveries[session.number] = nil
            return completed(id, ledger.resume(session.number))
        }
        if let failure { throw failure.error }
    }

    /// Wakes a session that is not a thread's.
    ///
    /// Under the site's lock.
    static func wake(_ session: UInt, _ verdict: Ledger.Verdict) {
        let holder = delivery(verdict)
        if let thread = flights.threads[session] {
            thread.pointee.delivery = holder
            mortise_site_wake(thread.pointee.parker)
        } else {
            flights.deliveries[session] = holder
            if let waiter = flights.waiting.removeValue(forKey: session) {
                resumptions.append(waiter)
            }
        }
    }

    /// Under the site's lock.
    private static func delivery(_ verdict: Ledger.Verdict) -> AnyObject? {
        switch verdict {
        case .committed(let id), .early(let id): records[id]?.holder
        default: nil
        }
    }
}
