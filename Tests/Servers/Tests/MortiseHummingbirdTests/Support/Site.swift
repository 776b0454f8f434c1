// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Mortise
import MortiseHummingbird
import ObservedSupport
import Testing

struct AppContext: ScopedRequestContext {
    var coreContext: CoreRequestContextStorage
    var scope = RequestScope()

    init(source: Source) { coreContext = .init(source: source) }
}

struct Refused: Error, Equatable {}

/// What a request keeps.
final class Trail: Sendable {
    let path: String
    let number: Int
    init(_ request: Request, _ number: Int) {
        path = request.uri.path
        self.number = number
    }
}

/// A program with one definition for each request, and a router.
// @unchecked: routes are added before requests come.
struct Site: @unchecked Sendable {
    let journal = Journal()
    let numbers = Tally()
    let logs = InMemoryLogHandler()
    let app: Container
    let router: Router<AppContext>

    var logger: Logger { Logger(label: "site") { [logs] _ in logs } }

    init(
        options: RouterOptions = [],
        before: [any MiddlewareProtocol<Request, Response, AppContext>] = [],
        _ configure: (Container, Journal) -> Void = { _, _ in }
    ) {
        app = Container { [journal, numbers] in
            $0.expects(Request.self, in: "request")
            $0.register(.scoped("request")) { (request: Request) in
                Trail(request, numbers.next())
            }
            .onClose { journal.add("\($0.path) closed") }
            configure($0, journal)
        }
        router = Router(context: AppContext.self, options: options)
        for middleware in before { router.add(middleware: middleware) }
        router.add(middleware: RequestScopeMiddleware(app))
    }

    var server: some ApplicationProtocol {
        Application(
            router: router,
            configuration: .init(address: .hostname("localhost", port: 0)),
            logger: logger
        )
    }

    /// Runs a test in process, or with a server on a port of its own.
    func test(
        _ setup: TestingSetup,
        _ body: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        try await server.test(setup, body)
    }

    /// The log lines of a level, with their errors.
    func logged(_ level: Logger.Level) -> [String] {
        logs.entries.filter { $0.level == level }
            .map { "\($0.message): \($0.metadata["error"].map { "\($0)" } ?? "")" }
    }
}

extension TestClientProtocol {
    func get(_ uri: String, method: HTTPRequest.Method = .get) async throws -> TestResponse {
        try await execute(uri: uri, method: method)
    }

    func expect(
        _ uri: String,
        method: HTTPRequest.Method = .get,
        text: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let response = try await get(uri, method: method)
        #expect(response.text == text, sourceLocation: location)
    }

    func expect(
        _ uri: String,
        method: HTTPRequest.Method = .get,
        status: HTTPResponse.Status,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let response = try await get(uri, method: method)
        #expect(response.status == status, sourceLocation: location)
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }
}

/// A way to run a test that a test can be repeated with.
enum Setup: CaseIterable, Sendable {
    case router, live

    var setup: TestingSetup { self == .router ? .router : .live }
}
