// SPDX-License-Identifier: MIT

import Synchronization

/// A number that several threads count up.
final class Count: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.add(1, ordering: .relaxed) }
}
