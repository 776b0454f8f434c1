// SPDX-License-Identifier: MIT

import Synchronization

/// Events in order.
final class Journal<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])

    var entries: [Entry] { state.withLock { $0 } }

    func note(_ entry: Entry) { state.withLock { $0.append(entry) } }
}
