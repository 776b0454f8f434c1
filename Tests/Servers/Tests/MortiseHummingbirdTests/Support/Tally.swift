// SPDX-License-Identifier: MIT

import Synchronization

/// Counts from one, in any thread.
final class Tally: Sendable {
    private let state = Atomic<Int>(0)

    var count: Int { state.load(ordering: .acquiring) }

    @discardableResult func next() -> Int {
        state.add(1, ordering: .acquiringAndReleasing).newValue
    }
}
