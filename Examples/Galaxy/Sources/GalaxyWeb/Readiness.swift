// SPDX-License-Identifier: MIT

import Synchronization

/// Whether the server wants requests.
public final class Readiness: Sendable {
    private let state = Atomic<Bool>(false)

    public init() {}

    public var isReady: Bool {
        get { state.load(ordering: .acquiring) }
        set { state.store(newValue, ordering: .releasing) }
    }
}
