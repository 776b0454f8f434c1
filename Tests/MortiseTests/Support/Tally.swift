// SPDX-License-Identifier: MIT

import Synchronization

/// Counts from one.
final class Tally: Sendable {
    private let state = Atomic<Int>(0)

    var count: Int { state.load(ordering: .acquiring) }

    @discardableResult func next(_ step: Int = 1) -> Int {
        state.add(step, ordering: .acquiringAndReleasing).newValue
    }
}
