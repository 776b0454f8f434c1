// SPDX-License-Identifier: MIT

/// A readable report.
public protocol Report: Sendable {
    /// Returns the whole report.
    ///
    /// - Returns: Text that ends with a line break.
    /// - Throws: ``StarWarsError`` when the report cannot be written. There is no half a report.
    func text() throws -> String
}
