// SPDX-License-Identifier: MIT

import Mortise

/// A property of an instance that threads may share.
final class Pocket<Value: Sendable>: Sendable {
    private let state: Locked<Value?>

    init(_ value: Value? = nil) { state = Locked(value) }

    var value: Value? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
