// SPDX-License-Identifier: MIT

import Synchronization

/// Counts, from any thread.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .acquiring) }

    func add() { increment() }

    /// Counts one more.
    ///
    /// - Returns: How many there are by then.
    @discardableResult func increment() -> Int {
        count.add(1, ordering: .acquiringAndReleasing).newValue
    }
}
