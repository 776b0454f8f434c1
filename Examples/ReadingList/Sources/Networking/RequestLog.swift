// SPDX-License-Identifier: MIT

import Synchronization

/// The requests that reached the server.
package final class RequestLog: Sendable {
    private let state = Mutex<[String]>([])

    package init() {}

    /// The requests so far, in order.
    package var lines: [String] { state.withLock { $0 } }

    func note(_ line: String) { state.withLock { $0.append(line) } }
}
