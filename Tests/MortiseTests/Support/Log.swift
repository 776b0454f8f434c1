// SPDX-License-Identifier: MIT

import Mortise

/// Entries in order.
final class Log: Sendable {
    private let entries = Locked<[String]>([])

    func append(_ entry: String) { entries.withLock { $0.append(entry) } }

    var all: [String] { entries.withLock { $0 } }
}
