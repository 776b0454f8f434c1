// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Mortise
import MortiseHummingbird
import MortiseLogging
import ObservedSupport
import Testing

/// What is resolved for each request, and writes a line.
private struct LineController {
    let trail: Trail

    func show(_ request: Request, context: AppContext) async throws -> Response {
        context.logger.info("in the method")
        return Response(
            status: .ok,
            body: ResponseBody { writer in
                Logger.current.info("in the body")
                try await writer.write(ByteBuffer(string: "ship"))
                try await writer.finish(nil)
            }
        )
    }
}

@Suite(.timeLimit(.minutes(1))) struct `The lines of a request` {
    @Test func `have the identifier of the request and the number of its scope`() async throws {
        let logs = InMemoryLogHandler()
        var logger = Logger(label: "site") { _ in
            var handler = logs
            handler.metadataProvider = .mortise
            return handler
        }
        logger.logLevel = .trace
        let site = Site { app, _ in
            app.register { LineController(trail: $0) }
            app.register(.scoped("request"), tag: "jammed") { "jammed" }
                .onClose { _ in throw Refused() }
        }
        site.router.get("ships", to: LineController.show)
        site.router.get("refused") { _, context -> String in
            _ = try context.scope.resolve(Trail.self)
            _ = try context.scope.container.resolve(String.self, tag: "jammed")
            throw HTTPError(.conflict)
        }
        let token = site.app.logEvents(to: logger, addingCurrentMetadata: true)
        defer { token.cancel() }
        let server = Application(
            router: site.router,
            configuration: .init(address: .hostname("localhost", port: 0)),
            logger: logger
        )

        try await server.test(.live) { client in
            for _ in 1...3 {
                try await client.expect("/ships", text: "ship")
                try await client.expect("/refused", status: .conflict)
            }
            await eventually { logs.entries.count { $0.event == "scope-closed" } == 6 }
        }

        let entries = logs.entries
        let opened = entries.filter { $0.event == "scope-opened" }
        #expect(opened.count == 6)
        #expect(Set(opened.map(\.scope)).count == 6 && Set(opened.map(\.request)).count == 6)
        for opening in opened {
            let request = try #require(opening.request)
            // All that the container tells of the scope has the identifier of the request.
            let events = entries.filter { $0.event != nil && $0.scope == opening.scope }
            #expect(events.allSatisfy { $0.request == request })
            #expect(Set(events.compactMap(\.event)).isSuperset(of: ["made", "disposed"]))
            // All that the program writes while the scope is bound has its number.
            let own = entries.filter {
                $0.request == request && "\($0.message)".hasPrefix("in the ")
            }
            #expect(own.allSatisfy { $0.scope == opening.scope })
        }
        #expect(entries.count { "\($0.message)" == "in the body" && $0.scope != nil } == 3)
        #expect(entries.count { "\($0.message)" == "in the method" && $0.scope != nil } == 3)
        #expect(entries.count { $0.event == "close-failed" } == 3)
    }
}

extension InMemoryLogHandler.Entry {
    fileprivate var event: String? { metadata["mortise.event"].map { "\($0)" } }
    fileprivate var scope: String? { metadata["mortise.scope.id"].map { "\($0)" } }
    fileprivate var request: String? { metadata["hb.request.id"].map { "\($0)" } }
}
