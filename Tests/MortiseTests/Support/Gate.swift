// SPDX-License-Identifier: MIT

import Mortise

/// Blocks tasks until it is opened.
final class Gate: Sendable {
    private enum State: Sendable {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Locked(State.closed([]))

    func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                guard case .closed(let waiters) = state else { return true }
                state = .closed(waiters + [waiter])
                return false
            }
            if isOpen { waiter.resume() }
        }
    }

    func open() {
        let waiters = state.withLock { state in
            defer { state = .open }
            if case .closed(let waiters) = state { return waiters }
            return []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The number of waiting tasks.
    var count: Int {
        state.withLock { if case .closed(let waiters) = $0 { waiters.count } else { 0 } }
    }
}
