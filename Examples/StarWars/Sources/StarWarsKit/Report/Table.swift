// SPDX-License-Identifier: MIT

/// Columns and rows of text, without a layout.
public struct Table: Hashable, Sendable {
    /// A heading and the side on which the cells below it line up.
    public struct Column: Hashable, Sendable {
        /// The side on which cells line up.
        public enum Alignment: Hashable, Sendable {
            /// The left side, for words.
            case leading

            /// The right side, for numbers.
            case trailing
        }

        /// The heading.
        public let title: String

        /// The side on which cells line up.
        public let alignment: Alignment

        /// Creates a column.
        ///
        /// - Parameters:
        ///   - title: The heading.
        ///   - alignment: The side on which cells line up.
        public init(_ title: String, alignment: Alignment = .leading) {
            self.title = title
            self.alignment = alignment
        }
    }

    /// The columns, from left to right.
    public let columns: [Column]

    /// The rows, from top to bottom, each with one cell for each column.
    public let rows: [[String]]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - columns: The columns, from left to right.
    ///   - rows: The rows, from top to bottom.
    /// - Precondition: Each row has one cell for each column.
    public init(columns: [Column], rows: [[String]]) {
        precondition(
            rows.allSatisfy { $0.count == columns.count },
            "each row needs \(columns.count) cells"
        )
        self.columns = columns
        self.rows = rows
    }
}
