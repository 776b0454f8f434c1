// SPDX-License-Identifier: MIT

/// How an import proceeds.
package struct ImportPace: Hashable, Sendable {
    /// How many records are stored at once.
    package let batch: Int
    /// How long to rest after each batch.
    package let pause: Duration

    package init(batch: Int, pause: Duration) {
        self.batch = batch
        self.pause = pause
    }
}
