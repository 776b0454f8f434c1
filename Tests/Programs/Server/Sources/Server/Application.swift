// SPDX-License-Identifier: MIT

import Mortise

/// The composition root: chooses the modules, and has a handler for each path.
struct Application: Sendable {
    private let container: Container
    private var handlers: [String: Handler] = [:]
    private let options: Options

    init(_ options: Options) {
        self.options = options
        container = Container(name: "server", modules: RequestsModule(options: options))
        handlers["/about"] = { _, scope in
            let address: Address = try scope.resolve()
            print("resolved Address")
            return Response(body: address.text)
        }
        if options.metrics {
            container.install(MetricsModule())
            handlers["/metrics"] = { _, scope in
                let metrics: Metrics = try scope.resolve()
                print("resolved Metrics")
                return Response(body: metrics.summary)
            }
        }
    }

    /// Serves the paths of the command line, one after the other.
    func run() async throws {
        // Only there with `--metrics`.
        let metrics = try container.resolve(Metrics?.self)
        print("resolved Metrics?")
        for (number, path) in options.paths.enumerated() {
            metrics?.count(path)
            let response = try await respond(to: Request(path: path), number: number)
            print("\(path): \(response.status) \(response.body)")
        }
        try await container.close()
    }

    private func respond(to request: Request, number: Int) async throws -> Response {
        let info = RequestInfo(number: number, path: request.path)
        return try await container.withScope(.request, providing: { $0.provide(info) }) { scope in
            guard let handler = handlers[request.path] else {
                return try await showArticle(request, scope)
            }
            return try await handler(request, scope)
        }
    }
}

/// Answers what has no handler of its own.
private func showArticle(_ request: Request, _ scope: Container) async throws -> Response {
    let controller = try scope.resolve(ArticleController.self)
    print("resolved ArticleController")
    return await controller.show()
}
