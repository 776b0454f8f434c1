// SPDX-License-Identifier: MIT

import Synchronization

/// Blocks tasks until it is opened.
package final class Gate: Sendable {
    private struct State: Sendable {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(waiter) }
                return state.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }

    package func open() {
        let waiters = state.withLock { state in
            defer { state = State(isOpen: true) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
