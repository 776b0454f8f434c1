// SPDX-License-Identifier: MIT

import Accounts
import Networking

/// What a user wants to read.
final class ReadingList: Sendable {
    private let session: Session

    init(session: Session) { self.session = session }

    func articles() async throws -> [Article] {
        let list = try await session.send(.get("lists/\(session.user.name)"))
        var articles: [Article] = []
        for id in list.split(separator: "\n") {
            let page = try await session.send(.get("articles/\(id)"))
            let parts = page.split(separator: "\n", maxSplits: 1).map(String.init)
            articles.append(Article(id: String(id), title: parts[0], text: parts[1]))
        }
        return articles
    }

    func finish(_ article: Article) async throws {
        _ = try await session.send(.post("finished/\(session.user.name)/\(article.id)"))
    }
}
