// SPDX-License-Identifier: MIT

import Mortise

/// A property that does not keep its object alive.
final class WeakPocket<Object: AnyObject & Sendable>: Sendable {
    private struct State {
        weak var object: Object?
    }

    private let state = Locked(State())

    var value: Object? {
        get { state.withLock { $0.object } }
        set { state.withLock { $0.object = newValue } }
    }
}
