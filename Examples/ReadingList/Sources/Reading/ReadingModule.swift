// SPDX-License-Identifier: MIT

import Accounts
package import Mortise
import Networking

/// The reading list and its views.
package struct ReadingModule: Module, Hashable {
    package init() {}

    package var requires: [any Module] { [AccountsModule(), NetworkingModule()] }

    package func register(in container: Container) {
        // Networking knows nothing of this cache, and neither do those who use the connection.
        container.decorate((any API).self) { original, _ in CachingAPI(original) as any API }

        container.register(.scoped(.login), autowiring: ReadingList.init)
        container.register { MarkdownExporter() as any Exporter }.contributing()

        container.main.register(.scoped(.login), autowiring: Coordinator.init)
        container.main.register(autowiring: ListModel.init)
        container.main.register { (resolver: inout Resolver, article: Article) in
            ArticleModel(article: article, list: try resolver.resolve())
        }
    }
}
