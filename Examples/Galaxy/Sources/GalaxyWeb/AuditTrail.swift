// SPDX-License-Identifier: MIT

import Logging
import Synchronization

/// What a request did, written when its scope is closed.
public final class AuditTrail: Sendable {
    private let request: RequestInfo
    private let user: String
    private let log: @Sendable (String) -> Void
    private let notes = Mutex<[String]>([])

    public init(_ request: RequestInfo, log: @escaping @Sendable (String) -> Void) {
        self.request = request
        self.log = log
        user = request.authorization == nil ? "somebody" : "a user"
    }

    func note(_ text: String) { notes.withLock { $0.append(text) } }

    public func write() {
        let notes = notes.withLock { $0 }
        guard !notes.isEmpty else { return }
        log("\(request.line) by \(user): \(notes.joined(separator: ", "))")
    }
}
