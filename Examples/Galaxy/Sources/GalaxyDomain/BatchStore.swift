// SPDX-License-Identifier: MIT

/// Stores batches of an import.
package protocol BatchStore: Sendable {
    /// Stores all of a batch, or nothing of it. What is there already stays as it is.
    ///
    /// - Returns: How many were new.
    func store(_ batch: Batch) async throws -> Int
}
