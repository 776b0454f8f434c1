// SPDX-License-Identifier: MIT

/// Decides how a table looks.
public protocol TablePrinter: Sendable {
    /// Returns a table as text.
    ///
    /// - Parameter table: The table.
    /// - Returns: Lines that all end with a line break.
    func text(of table: Table) -> String
}
