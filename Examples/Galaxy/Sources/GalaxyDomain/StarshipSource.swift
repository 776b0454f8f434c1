// SPDX-License-Identifier: MIT

/// Where data is imported from.
package protocol StarshipSource: Sendable {
    var name: String { get }
    /// Everything that it has.
    func everything() async throws -> Batch
}
