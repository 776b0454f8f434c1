// SPDX-License-Identifier: MIT

/// An import, and how far it is.
package struct ImportStatus: Codable, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        case waiting, running, finished, cancelled, failed
    }

    package let id: Int
    package let requestedAt: Double
    package var state = State.waiting
    package var source: String?
    /// How many records were read, of how many, and how many of them were new.
    package var done = 0
    package var total = 0
    package var new = 0
    package var error: String?

    package init(id: Int, requestedAt: Double) {
        self.id = id
        self.requestedAt = requestedAt
    }
}
