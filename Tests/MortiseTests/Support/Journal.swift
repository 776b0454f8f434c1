// SPDX-License-Identifier: MIT

import Mortise

/// Events in order.
final class Journal<Entry: Sendable>: Sendable {
    private let state = Locked<[Entry]>([])

    var entries: [Entry] { state.withLock { $0 } }

    func note(_ entry: Entry) { state.withLock { $0.append(entry) } }
}
