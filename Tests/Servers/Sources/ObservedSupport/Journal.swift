// SPDX-License-Identifier: MIT

import NIOConcurrencyHelpers

/// What happened, in order.
package final class Journal: Sendable {
    // Thread Sanitizer sees this lock.
    private let state = NIOLockedValueBox<[String]>([])

    package init() {}

    package var entries: [String] { state.withLockedValue { $0 } }

    package func add(_ entry: String) { state.withLockedValue { $0.append(entry) } }

    package func count(_ entry: String) -> Int { entries.count { $0 == entry } }

    /// Waits until something has happened so many times, for a minute at most.
    package func reached(_ entry: String, times: Int = 1) async {
        let end = ContinuousClock.now + .seconds(60)
        while count(entry) < times, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(2))
        }
    }
}
