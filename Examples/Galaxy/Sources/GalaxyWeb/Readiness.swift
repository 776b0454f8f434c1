// SPDX-License-Identifier: MIT

import Synchronization

/// Whether the server wants requests.
package final class Readiness: Sendable {
    private let state = Atomic<Bool>(false)

    package init() {}

    package var isReady: Bool {
        get { state.load(ordering: .acquiring) }
        set { state.store(newValue, ordering: .releasing) }
    }
}
