// SPDX-License-Identifier: MIT

import Synchronization

/// What happened, in order; tests can wait for it.
final class Journal: Sendable {
    private struct State: Sendable {
        var entries: [String] = []
        var isOver = false
        var waiters: [(entry: String, waiter: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var entries: [String] { state.withLock { $0.entries } }

    func add(_ entry: String) {
        let waiters = state.withLock { state in
            state.entries.append(entry)
            let reached = state.waiters.filter { $0.entry == entry }
            state.waiters.removeAll { $0.entry == entry }
            return reached.map(\.waiter)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Begins anew, or says that nothing more will happen.
    func over(_ isOver: Bool) {
        let waiters = state.withLock { state in
            state.isOver = isOver
            guard isOver else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters.map(\.waiter)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until something has happened, or nothing more will.
    func reached(_ entry: String) async {
        await withCheckedContinuation { waiter in
            let isThere = state.withLock { state in
                if state.isOver || state.entries.contains(entry) { return true }
                state.waiters.append((entry, waiter))
                return false
            }
            if isThere { waiter.resume() }
        }
    }
}
