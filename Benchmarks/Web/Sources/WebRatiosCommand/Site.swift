// SPDX-License-Identifier: MIT

import Hummingbird
import Logging
import Mortise
import MortiseHummingbird
import NIOCore
import NIOEmbedded

struct AppContext: ScopedRequestContext {
    var coreContext: CoreRequestContextStorage
    var scope = RequestScope()

    init(source: Source) { coreContext = .init(source: source) }
}

/// What a request needs.
final class Greeting: Sendable {
    private let path: String

    init(_ request: Request) { path = request.uri.path }

    var text: String { path }
}

struct GreetingController {
    let greeting: Greeting

    func greet(_ request: Request, context: AppContext) async throws -> String { greeting.text }
}

/// The routes that are measured.
struct Site: Sendable {
    private let app: Container
    private let responder: RouterResponder<AppContext>
    private let context: AppContext
    private let token: ObservationToken?

    /// - Parameter isObserved: Whether an observer that does nothing is there.
    init(isObserved: Bool = false) {
        app = Container {
            $0.expects(Request.self, in: "request")
            $0.register(.scoped("request")) { Greeting($0) }
            $0.register { GreetingController(greeting: $0) }
        }
        token = isObserved ? app.observe { _ in } : nil
        let router = Router(context: AppContext.self)
        router.get("hand") { request, _ in Greeting(request).text }
        router.add(middleware: RequestScopeMiddleware(app))
        router.get("unopened") { request, _ in Greeting(request).text }
        router.get("scoped") { _, context in try context.scope.resolve(Greeting.self).text }
        router.get("async") { _, context in
            try await context.scope.async.resolve(Greeting.self).text
        }
        router.get("controller", to: GreetingController.greet)
        responder = router.buildResponder()
        var logger = Logger(label: "web") { _ in SilentLogHandler() }
        logger[metadataKey: "hb.request.id"] = "1"
        context = AppContext(source: .init(channel: EmbeddedChannel(), logger: logger))
    }

    /// Answers requests on a port, until a signal.
    func serve(on port: Int) async throws {
        let application = Application(
            responder: responder,
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            logger: context.logger
        )
        try await application.runService()
    }

    /// Answers requests for a path.
    ///
    /// - Returns: The bytes of all bodies.
    func answer(_ path: String, times: Int) async throws -> Int {
        let sink = Sink()
        for _ in 0..<times {
            let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            // As its server does.
            let response = try await withLogger(context.logger) { _ in
                try await responder.respond(to: request, context: context)
            }
            try await response.body.write(Writer(sink: sink))
        }
        return sink.count
    }
}

// @unchecked: one task after another uses it.
private final class Sink: @unchecked Sendable {
    var count = 0
}

private struct Writer: ResponseBodyWriter {
    let sink: Sink

    mutating func write(_ buffer: ByteBuffer) async throws { sink.count += buffer.readableBytes }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
