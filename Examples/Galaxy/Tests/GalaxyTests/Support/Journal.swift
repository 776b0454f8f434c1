// SPDX-License-Identifier: MIT

import GalaxyTestSupport
import NIOConcurrencyHelpers

/// What happened, in order.
final class Journal: Sendable {
    // Thread Sanitizer sees this lock.
    private let state = NIOLockedValueBox<[String]>([])

    var entries: [String] { state.withLockedValue { $0 } }

    func add(_ entry: String) { state.withLockedValue { $0.append(entry) } }

    func count(_ entry: String) -> Int { entries.count { $0 == entry } }

    @discardableResult func reached(_ entry: String, times: Int = 1) async -> Bool {
        await eventually { self.count(entry) >= times }
    }
}
