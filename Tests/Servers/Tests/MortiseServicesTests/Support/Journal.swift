// SPDX-License-Identifier: MIT

import Synchronization

/// What happened, in order; tests can wait for it.
final class Journal: Sendable {
    private struct State: Sendable {
        var entries: [String] = []
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

    /// Waits until something has happened.
    func reached(_ entry: String) async {
        await withCheckedContinuation { waiter in
            let isThere = state.withLock { state in
                if state.entries.contains(entry) { return true }
                state.waiters.append((entry, waiter))
                return false
            }
            if isThere { waiter.resume() }
        }
    }
}
