// SPDX-License-Identifier: MIT

/// Exports a list as Markdown.
struct MarkdownExporter: Exporter {
    let name = "markdown"

    func export(_ articles: [Article]) -> String {
        articles.map { "- \($0.title)" }.joined(separator: "\n")
    }
}
