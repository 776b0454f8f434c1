// SPDX-License-Identifier: MIT

/// A format in which a list leaves the program.
///
/// Any module may contribute one.
package protocol Exporter: Sendable {
    /// The name by which users choose it.
    var name: String { get }

    /// Returns the list in this format.
    func export(_ articles: [Article]) -> String
}
