// SPDX-License-Identifier: MIT

import Mortise

/// Where articles come from.
protocol Articles: Sendable {
    func title(of path: String) async -> String?
}

/// The articles of this program's server.
actor StoredArticles: Articles {
    private let titles = ["/joints": "Joints that hold", "/grain": "The grain of wood"]

    func title(of path: String) -> String? { titles[path] }
}

/// Registers what keeps articles.
struct StorageModule: Module {
    func register(in container: Container) {
        container.register(.singleton) { StoredArticles() as any Articles }
    }
}
