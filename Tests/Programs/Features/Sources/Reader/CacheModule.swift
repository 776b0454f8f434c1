// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

/// The articles that were read.
final class Cache: Sendable {
    private let articles = Mutex<[String: String]>([:])

    subscript(name: String) -> String? {
        get { articles.withLock { $0[name] } }
        set { articles.withLock { $0[name] = newValue } }
    }

    var count: Int { articles.withLock { $0.count } }
}

/// A source that reads each article once.
struct CachingSource: ArticleSource {
    let source: any ArticleSource
    let cache: Cache

    func article(_ name: String) -> String? {
        if let known = cache[name] { return known }
        let article = source.article(name)
        cache[name] = article
        return article
    }
}

/// Registers the cache, and puts it before the source of the articles.
struct CacheModule: Module {
    var requires: [any Module] { [CoreModule()] }

    func register(in container: Container) {
        container.register(.singleton) { Cache() }
        container.decorate((any ArticleSource).self) { source, resolver in
            CachingSource(source: source, cache: try resolver.resolve())
        }
    }
}
