// SPDX-License-Identifier: MIT

import Synchronization

/// A property of an instance that threads may share.
final class Pocket<Value: Sendable>: Sendable {
    private let state: Mutex<Value?>

    init(_ value: Value? = nil) { state = Mutex(value) }

    var value: Value? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
