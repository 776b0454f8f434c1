// SPDX-License-Identifier: MIT

import Logging
import Synchronization

/// What a request did, written when its scope is closed.
package final class AuditTrail: Sendable {
    private let request: RequestInfo
    private let user: String
    private let log: @Sendable (String) -> Void
    private let notes = Mutex<[String]>([])

    package init(_ request: RequestInfo, log: @escaping @Sendable (String) -> Void) {
        self.request = request
        self.log = log
        user = request.authorization == nil ? "somebody" : "a user"
    }

    func note(_ text: String) { notes.withLock { $0.append(text) } }

    package func write() {
        let notes = notes.withLock { $0 }
        guard !notes.isEmpty else { return }
        log("\(request.line) by \(user): \(notes.joined(separator: ", "))")
    }
}
