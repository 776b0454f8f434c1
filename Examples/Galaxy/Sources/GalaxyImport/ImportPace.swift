// SPDX-License-Identifier: MIT

/// How an import proceeds.
public struct ImportPace: Hashable, Sendable {
    /// How many records are stored at once.
    public let batch: Int
    /// How long to rest after each batch.
    public let pause: Duration

    public init(batch: Int, pause: Duration) {
        self.batch = batch
        self.pause = pause
    }
}
