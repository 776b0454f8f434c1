// SPDX-License-Identifier: MIT

import Foundation

/// The measurements of one scenario.
struct Row: Sendable {
    let name: String
    let summary: String
    /// The figure that the bar judges.
    let figure: Double
    /// The interquartile range of the figures, relative to the median.
    let spread: Double
    let unit: Unit
    let nanoseconds: Double
    let handWiredNanoseconds: Double

    enum Unit: Sendable {
        /// Time divided by hand-wired time; smaller is better.
        case ratio
        /// Throughput of several threads divided by that of one; larger is better.
        case throughput
        case nanoseconds
        case bytes
        case milliseconds
    }

    var bar: Bar? { Bar.all[name] }
    var meetsBar: Bool { bar?.isMet(by: figure) ?? true }
}

extension Row {
    /// The columns of the table.
    static let heading = ["scenario", "by hand", "Mortise", "figure", "spread", "bar", "", "what"]

    var columns: [String] {
        [
            name,
            handWiredNanoseconds > 0 ? "\(handWiredNanoseconds.rounded(to: 1)) ns" : "",
            "\(nanoseconds.rounded(to: 1)) ns",
            figureText,
            "±\((spread * 50).rounded(to: 1)) %",
            barText,
            bar == nil || meetsBar ? "" : "missed",
            summary,
        ]
    }

    private var figureText: String {
        switch unit {
        case .ratio, .throughput: "\(figure.rounded(to: 2)) x"
        case .nanoseconds: "\(figure.rounded(to: 0)) ns"
        case .bytes: "\(figure.rounded(to: 0)) B"
        case .milliseconds: "\(figure.rounded(to: 1)) ms"
        }
    }

    private var barText: String {
        guard let bar else { return "" }
        let limit = bar.limit.rounded(to: bar.limit < 100 ? 2 : 0)
        switch bar.direction {
        case .atMost: return "<= \(limit)"
        case .atLeast: return ">= \(limit)"
        }
    }

    /// A table of several rows.
    static func table(_ rows: [Row]) -> String {
        let lines = [heading] + rows.map(\.columns)
        let widths = heading.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            let cells = line.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - line[column].count)
                let isText = column == 0 || column > 5
                return isText ? line[column] + space : space + line[column]
            }
            let text = cells.joined(separator: "  ")
            return String(text.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    /// An object from scenario names to figures.
    static func json(_ rows: [Row]) -> String {
        let members = rows.map { row in
            """
              "\(row.name)": {"ratio": \(row.figure.rounded(to: 4)), \
            "nanoseconds": \(row.nanoseconds.rounded(to: 3)), \
            "handWiredNanoseconds": \(row.handWiredNanoseconds.rounded(to: 3))}
            """
        }
        return "{\n" + members.joined(separator: ",\n") + "\n}"
    }
}

extension Double {
    /// The number with a given number of decimals.
    fileprivate func rounded(to digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
