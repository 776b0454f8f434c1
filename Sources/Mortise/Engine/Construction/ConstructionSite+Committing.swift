// SPDX-License-Identifier: MIT

// How tracked instances are committed: the ledger says which may be, and they are published here.

extension ConstructionSite {
    /// The outcome for a complete instance.
    enum Completion {
        /// It was committed.
        case committed
        /// It was handed to the construction that needs it.
        case done
        case failed(any Error)
        /// Leave the attempt, then await the commit of the construction.
        case unwind
        /// It needs an instance that this definition makes asynchronously.
        case needsAsync(Slot)
    }

    /// Commits an instance whose steps are done, alone or with the instances that it needs.
    ///
    /// The thread waits for other threads if it needs their instances.
    static func complete(_ id: Int, isHandedOut: Bool = true, thread: Thread) -> Completion {
        switch locked({ finish(id, isHandedOut, parking: thread) }) {
        case .done(let completion): completion
        case .waits(let waiter): completion(after: waiter.park())
        }
    }

    /// Commits an instance that a task has made asynchronously.
    static func complete(_ id: Int) async throws {
        let completion =
            switch locked({ finish(id, true, parking: nil) }) {
            case .done(let completion): completion
            case .waits(let waiter): completion(after: await waiter.suspend())
            }
        if case .failed(let error) = completion { throw error }
    }

    /// What completing an instance leads to: an outcome now, or one that is waited for.
    private enum Finish {
        case done(Completion)
        case waits(Waiter)
    }

    /// Completes an instance, under the lock.
    private static func finish(_ id: Int, _ isHandedOut: Bool, parking thread: Thread?) -> Finish {
        let session = ledger.constructions[id]?.session
        switch ledger.complete(id, isHandedOut: isHandedOut) {
        case .committed(let ids):
            publish(ids)
            return .done(ids.contains(id) ? .committed : .done)
        case .early: return .done(.done)
        case .unwind: return .done(.unwind)
        case .verdict(let verdict): return .done(completion(after: delivery(verdict)))
        case .wait: return session.map { .waits(wait($0, parking: thread)) } ?? .done(.done)
        }
    }

    /// The outcome that a verdict means for a complete instance.
    private static func completion(after delivery: Waiter.Delivery?) -> Completion {
        switch delivery?.verdict {
        case .failed(let failure): .failed(failure.error)
        case .needsAsync: delivery?.record.map { .needsAsync($0.slot) } ?? .done
        default: .done
        }
    }

    /// Publishes committed instances, under the lock.
    ///
    /// Those that one container keeps are published together: a reset drops all of them or none.
    private static func publish(_ ids: [Int]) {
        var left = ids.compactMap { records[$0] }
        while let owner = left.first?.owner {
            owner.instances.withLock { closing in
                for record in left where record.owner === owner { commit(record, &closing) }
            }
            left.removeAll { $0.owner === owner }
        }
        deliverVerdicts()
        for id in ids { forget(id) }
    }

    /// Commits the instance of a construction, under both locks.
    private static func commit(_ record: Record, _ closing: inout Closing) {
        guard let cell = record.cell else { return }
        if let holder = record.holder {
            cell.holder = holder
            record.slot.committed(holder, in: cell)
        }
        if record.slot.keepsInstances, let closer = record.closer { closing.add(closer) }
        end(in: cell, &closing)
    }
}
