// SPDX-License-Identifier: MIT

import Observation

/// The model of the view that shows the list.
@MainActor @Observable package final class ListModel {
    package private(set) var articles: [Article] = []
    private let list: ReadingList
    private let exporters: [any Exporter]

    init(list: ReadingList, exporters: [any Exporter]) {
        self.list = list
        self.exporters = exporters
    }

    /// The names of the formats to choose from.
    package var formats: [String] { exporters.map(\.name) }

    /// Loads the list.
    package func load() async throws { articles = try await list.articles() }

    /// Returns the list in a format; `nil` if there is no such format.
    package func export(as format: String) -> String? {
        exporters.first { $0.name == format }?.export(articles)
    }
}
