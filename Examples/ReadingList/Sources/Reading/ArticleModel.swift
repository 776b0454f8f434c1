// SPDX-License-Identifier: MIT

import Observation

/// The model of the view that shows one article.
@MainActor @Observable package final class ArticleModel {
    package let article: Article
    package private(set) var isFinished = false
    private let list: ReadingList

    init(article: Article, list: ReadingList) {
        self.article = article
        self.list = list
    }

    /// Marks the article as read.
    package func finish() async throws {
        try await list.finish(article)
        isFinished = true
    }
}
