// SPDX-License-Identifier: MIT

/// Prints tables as plain text: aligned columns under a ruled heading.
public struct PlainTablePrinter: TablePrinter {
    /// Creates a printer.
    public init() {}

    /// Returns a table as text, with each column as wide as its widest cell.
    ///
    /// - Parameter table: The table.
    /// - Returns: Lines without trailing spaces that all end with a line break.
    public func text(of table: Table) -> String {
        let titles = table.columns.map(\.title)
        let rows = ([titles] + table.rows).map { $0.map(\.onOneLine) }
        let widths = table.columns.indices.map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        let rule = widths.map { String(repeating: "-", count: $0) }
        return ([rows[0], rule] + rows.dropFirst())
            .map { line(of: $0, widths: widths, columns: table.columns) + "\n" }
            .joined()
    }

    private func line(of cells: [String], widths: [Int], columns: [Table.Column]) -> String {
        var line = ""
        for (cell, (width, column)) in zip(cells, zip(widths, columns)) {
            let gap = String(repeating: " ", count: width - cell.count)
            line += column.alignment == .leading ? cell + gap : gap + cell
            line += "  "
        }
        let end = line.lastIndex { $0 != " " }
        return end.map { String(line[...$0]) } ?? ""
    }
}
