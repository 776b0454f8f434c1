// SPDX-License-Identifier: MIT

import Mortise

/// Where articles come from.
protocol ArticleSource: Sendable {
    func article(_ name: String) -> String?
}

/// The articles that come with the program.
struct ShippedArticles: ArticleSource {
    func article(_ name: String) -> String? { ["joints": "Joints that hold"][name] }
}

/// Shows articles.
final class Reader: Sendable {
    private let source: any ArticleSource

    init(source: any ArticleSource) { self.source = source }

    func read(_ name: String) -> String { source.article(name) ?? "no such article" }
}

/// Registers what every version has.
struct CoreModule: Module {
    func register(in container: Container) {
        container.register(.singleton) { ShippedArticles() as any ArticleSource }
        container.register(autowiring: Reader.init)
    }
}
