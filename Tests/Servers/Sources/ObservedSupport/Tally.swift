// SPDX-License-Identifier: MIT

import Synchronization

/// Counts from one, in any thread.
package final class Tally: Sendable {
    private let state = Atomic<Int>(0)

    package init() {}

    package var count: Int { state.load(ordering: .acquiring) }

    @discardableResult package func next() -> Int {
        state.add(1, ordering: .acquiringAndReleasing).newValue
    }
}
