// SPDX-License-Identifier: MIT

import Mortise

/// Serves articles within one request.
final class ArticleController: Sendable {
    private let articles: any Articles
    private let info: RequestInfo

    init(articles: any Articles, info: RequestInfo) {
        self.articles = articles
        self.info = info
    }

    func show() async -> Response {
        guard let title = await articles.title(of: info.path) else {
            return Response(status: 404, body: "nothing at \(info.path)")
        }
        return Response(body: title)
    }
}

/// The address that clients see.
struct Address: Sendable {
    let text: String
}

/// Registers what serves requests.
struct RequestsModule: Module, Hashable {
    let options: Options

    var requires: [any Module] { [StorageModule()] }

    func register(in container: Container) {
        let text = "http://\(options.host):\(options.port)"
        container.register { Address(text: text) }
        container.expects(RequestInfo.self, in: .request)
        container.register(.scoped(.request), autowiring: ArticleController.init)
    }
}
