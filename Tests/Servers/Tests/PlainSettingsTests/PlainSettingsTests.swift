// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdTesting
import Mortise
import MortiseHummingbird
import Testing

struct PlainContext: ScopedRequestContext {
    var coreContext: CoreRequestContextStorage
    var scope = RequestScope()

    init(source: Source) { coreContext = .init(source: source) }
}

struct Visit: Sendable {
    let path: String
}

struct VisitController {
    let visit: Visit

    func show(_ request: Request, context: PlainContext) async throws -> String { visit.path }

    func count(_ request: Request, context: PlainContext) -> String { "\(visit.path.count)" }
}

@MainActor final class VisitScreen {
    private let visit: Visit
    init(_ visit: Visit) { self.visit = visit }

    func show(_ request: Request, context: PlainContext) async throws -> String { visit.path }
}

@Suite(.timeLimit(.minutes(1))) struct `A module with plain settings` {
    @Test func `is written as the documentation says`() async throws {
        let app = Container {
            $0.expects(Request.self, in: "request")
            $0.register(.scoped("request")) { (request: Request) in Visit(path: request.uri.path) }
            $0.register(autowiring: VisitController.init)
            $0.main.register { VisitScreen($0) }
        }
        let router = Router(context: PlainContext.self)
        router.add(middleware: RequestScopeMiddleware(app))
        router.get("show", to: VisitController.show)
        router.get("count", to: VisitController.count)
        router.get("screen", to: VisitScreen.show)
        router.get("handler") { _, context in
            try await context.scope.async.resolve(Visit.self).path
        }

        try await Application(router: router).test(.router) { client in
            for (path, text) in [
                "/show": "/show", "/count": "6", "/screen": "/screen", "/handler": "/handler",
            ] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(String(buffer: response.body) == text)
            }
        }
    }
}
