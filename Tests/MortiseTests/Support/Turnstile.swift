// SPDX-License-Identifier: MIT

import Mortise

/// Lets one task pass at a time; the others wait without blocking a thread.
final class Turnstile: Sendable {
    static let races = Turnstile()
    static let explorations = Turnstile()

    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func enter() async {
        await withCheckedContinuation { waiter in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(waiter)
                return false
            }
            if isFree { waiter.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state in
            if state.waiting.isEmpty { state.isTaken = false }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume()
    }
}
