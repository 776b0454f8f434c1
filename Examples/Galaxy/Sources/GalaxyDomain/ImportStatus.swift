// SPDX-License-Identifier: MIT

/// An import, and how far it is.
public struct ImportStatus: Codable, Hashable, Sendable {
    public enum State: String, Codable, Sendable {
        case waiting, running, finished, cancelled, failed
    }

    public let id: Int
    public let requestedAt: Double
    public var state = State.waiting
    public var source: String?
    /// How many records were read, of how many, and how many of them were new.
    public var done = 0
    public var total = 0
    public var new = 0
    public var error: String?

    public init(id: Int, requestedAt: Double) {
        self.id = id
        self.requestedAt = requestedAt
    }
}
