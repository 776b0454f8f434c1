// SPDX-License-Identifier: MIT

import GalaxyTestSupport
import NIOConcurrencyHelpers

/// Keeps a client after its server has gone.
final class Kept: Sendable {
    private let state = NIOLockedValueBox<Visitor?>(nil)

    var page: Visitor? {
        get { state.withLockedValue { $0 } }
        set { state.withLockedValue { $0 = newValue } }
    }
}
