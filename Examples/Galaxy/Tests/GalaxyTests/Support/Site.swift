// SPDX-License-Identifier: MIT

import Configuration
import Foundation
import GalaxyTestSupport
import Logging
import Mortise
import MortiseServices
import ServiceLifecycleTestKit

@testable import Galaxy

/// A program in process, on a port and in a folder of its own.
struct Site: Sendable {
    let app: Container
    let journal = Journal()
    let folder: URL
    private let ports: AsyncStream<Int>
    private let token: ObservationToken

    init(
        settings: [AbsoluteConfigKey: ConfigValue] = [:],
        _ replace: (Container, Journal) -> Void = { _, _ in }
    ) {
        let (stream, source) = AsyncStream<Int>.makeStream()
        ports = stream
        folder = FileManager.default.temporaryDirectory.appending(path: "galaxy-\(UUID())")
        let defaults: [AbsoluteConfigKey: ConfigValue] = [
            "galaxy.data.folder": ConfigValue(stringLiteral: folder.path()),
            "galaxy.http.host": "127.0.0.1",
            "galaxy.http.port": 0,
            "galaxy.auth.user": "Leia",
            "galaxy.auth.token": "secret",
        ]
        let journal = journal
        app = Composition.app(
            World(
                providers: [
                    InMemoryProvider(values: settings), InMemoryProvider(values: defaults),
                ],
                logger: Logger(label: "galaxy") { _ in SwiftLogNoOpLogHandler() },
                listening: {
                    journal.add("listening")
                    source.yield($0)
                }
            )
        )
        token = app.observe { event in
            switch event.kind {
            case .scopeOpened: journal.add("\(event.key) opened")
            case .scopeClosed: journal.add("\(event.key) closed")
            case .disposed: journal.add("\(event.key) disposed")
            default: break
            }
        }
        replace(app, journal)
    }

    /// Runs the program until the body returns, and then shuts it down.
    func serve(
        closeDeadline: Duration? = nil,
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await testGracefulShutdown { trigger in
            async let running: Void = app.runServices(
                gracefulShutdownSignals: [],
                logger: Logger(label: "galaxy") { _ in SwiftLogNoOpLogHandler() },
                closeDeadline: closeDeadline
            )
            for await port in ports {
                try await body(port)
                break
            }
            trigger.triggerGracefulShutdown()
            try await running
        }
    }
}
