// SPDX-License-Identifier: MIT

import Reading

/// Exports a list as comma-separated values.
struct CSVExporter: Exporter {
    let name = "csv"

    func export(_ articles: [Article]) -> String {
        articles.map { "\($0.id),\"\($0.title)\"" }.joined(separator: "\n")
    }
}
