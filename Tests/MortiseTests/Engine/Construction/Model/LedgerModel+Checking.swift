// SPDX-License-Identifier: MIT

@testable import Mortise

// Invariants of every interleaving.

extension LedgerModel {
    mutating func check() {
        checkThatHalfBuiltIsNotShared()
        for worker in state.workers where worker.place == .parked && worker.verdict == nil {
            guard !worker.isTask else {
                if !setup.shell.parksPoolThreads { violate("task \(worker.name) parks") }
                continue
            }
            if let task = suspendedTask(for: worker) {
                violate("thread \(worker.name) waits for task \(task), which has no thread")
            }
        }
    }

    /// The suspended task that a parked thread waits for, directly or indirectly.
    private func suspendedTask(for worker: ModelWorker) -> Int? {
        var seen: Set<Int> = []
        var pending: [ModelWorker] = [worker]
        while let next = pending.popLast() {
            guard seen.insert(next.name).inserted else { continue }
            if next.isTask, next.place != .running { return next.name }
            guard next.verdict == nil, let wait = next.wait else { continue }
            for id in unfinished(wait) {
                guard let owner = state.instances[id]?.worker else { continue }
                pending += state.workers.filter { $0.name == owner && $0.place != .over }
            }
        }
        return nil
    }

    /// The instances that must be finished before a wait ends.
    private func unfinished(_ wait: ModelWorker.Wait) -> Set<ID> {
        var pending: [ID] =
            switch wait {
            case .instance(let id), .commit(let id): [id]
            }
        var seen: Set<ID> = []
        var open: Set<ID> = []
        while let next = pending.popLast() {
            guard let instance = state.instances[next], seen.insert(next).inserted else { continue }
            if instance.isFinished { pending += instance.holds } else { open.insert(next) }
        }
        return open
    }

    /// Checks that no two running sessions can reach the same unfinished instance.
    private mutating func checkThatHalfBuiltIsNotShared() {
        for (id, instance) in state.instances where isRunning(instance) && !instance.isFinished {
            var seen: Set<ID> = [id]
            var pending = instance.holds
            while let next = pending.popLast() {
                guard seen.insert(next).inserted, let other = state.instances[next] else {
                    continue
                }
                pending += other.holds
                guard !other.isFinished, other.session != instance.session, isRunning(other)
                else { continue }
                violate("#\(next) is used by two running sessions, through #\(id)")
            }
        }
    }

    /// Whether code runs that could use an instance.
    private func isRunning(_ instance: Instance) -> Bool {
        state.workers.contains {
            // A cancelled session runs immediately, to end what it shares.
            $0.session == instance.session && !$0.wasCancelled
                && ($0.place == .running || $0.verdict != nil
                    || ($0.place == .ready && !$0.frames.isEmpty))
        }
    }

    mutating func checkEnd() {
        guard state.mutations == 0 else { return }
        if !state.instances.isEmpty || !isForgotten {
            violate("something is left: \(state.instances.keys.sorted())")
        }
    }
}
