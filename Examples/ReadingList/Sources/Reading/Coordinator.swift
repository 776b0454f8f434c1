// SPDX-License-Identifier: MIT

import Mortise

/// Decides which view comes next, and makes its model.
@MainActor package final class Coordinator {
    package private(set) var openArticle: ArticleModel?
    private let makeList: MainActorProvider<ListModel>
    private let makeArticle: MainActorProvider<ArticleModel>

    init(makeList: MainActorProvider<ListModel>, makeArticle: MainActorProvider<ArticleModel>) {
        self.makeList = makeList
        self.makeArticle = makeArticle
    }

    /// Shows the list.
    package func showList() throws -> ListModel {
        openArticle = nil
        return try makeList()
    }

    /// Shows an article.
    package func show(_ article: Article) throws -> ArticleModel {
        let model = try makeArticle(article)
        openArticle = model
        return model
    }
}
