// SPDX-License-Identifier: MIT

/// The imports that were requested.
package protocol ImportJobs: Sendable {
    func submit() async -> ImportStatus
    /// - Throws: ``GalaxyError/notFound(_:)``
    func status(_ id: Int) async throws -> ImportStatus
    /// Cancels an import that waits or runs. Batches that are stored stay.
    ///
    /// - Throws: ``GalaxyError/notFound(_:)``
    func cancel(_ id: Int) async throws -> ImportStatus
}
