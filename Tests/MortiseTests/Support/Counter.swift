// SPDX-License-Identifier: MIT

import Synchronization

/// Counts, from any thread.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .acquiring) }

    func add() { increment() }

    /// Adds one.
    ///
    /// - Returns: The new count.
    @discardableResult func increment() -> Int {
        count.add(1, ordering: .acquiringAndReleasing).newValue
    }
}
