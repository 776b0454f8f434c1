// SPDX-License-Identifier: MIT

import Configuration
import Foundation
import GRDB
import GalaxyImport
import GalaxyTestSupport
import GalaxyWeb
import Hummingbird
import Logging
import Mortise
import MortiseGraph
import MortiseServices
import ServiceLifecycleTestKit

@testable import Galaxy

/// A program in process, on a port and in a folder of its own.
struct Site: Sendable {
    let app: Container
    let journal = Journal()
    let folder: URL
    private let world: World
    private let ports: AsyncStream<Int>
    private let ended: @Sendable () -> Void
    private let token: ObservationToken

    init(
        settings: [AbsoluteConfigKey: ConfigValue] = [:],
        _ replace: (Container, Journal) -> Void = { _, _ in }
    ) {
        let (stream, source) = AsyncStream<Int>.makeStream()
        ports = stream
        ended = { source.finish() }
        folder = FileManager.default.temporaryDirectory.appending(path: "galaxy-\(UUID())")
        let defaults: [AbsoluteConfigKey: ConfigValue] = [
            "galaxy.data.folder": ConfigValue(stringLiteral: folder.path()),
            "galaxy.http.host": "127.0.0.1",
            "galaxy.http.port": 0,
            "galaxy.auth.user": "Leia",
            "galaxy.auth.token": "secret",
        ]
        let journal = journal
        world = World(
            providers: [
                InMemoryProvider(values: settings), InMemoryProvider(values: defaults),
            ],
            logger: Logger(label: "galaxy") { _ in SwiftLogNoOpLogHandler() },
            listening: {
                journal.add("listening")
                source.yield($0)
            }
        )
        app = Composition.app(world)
        token = app.observe { event in
            switch event.kind {
            case .scopeOpened: journal.add("scope opened: \(event.key.tag.map { "\($0)" } ?? "")")
            case .scopeClosed: journal.add("scope closed: \(event.key.tag.map { "\($0)" } ?? "")")
            case .made: journal.add("\(event.key) made")
            case .closeFailed: journal.add("\(event.key) failed")
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
            async let running: Void = run(closeDeadline)
            for await port in ports {
                try await body(port)
                break
            }
            trigger.triggerGracefulShutdown()
            try await running
        }
    }

    private func run(_ closeDeadline: Duration?) async throws {
        defer { ended() }
        try await app.runServices(
            gracefulShutdownSignals: [],
            logger: world.logger,
            closeDeadline: closeDeadline
        )
    }

    /// Adds routes that only a test needs.
    func adding(_ routes: @escaping @Sendable (Router<AppContext>) -> Void) {
        app.register(.singleton) {
            [unowned app, world] (config: HTTPConfig, _: DatabasePool, _: Importer, _: EventHub) in
            let router = Composition.router(app)
            routes(router)
            return Server(router: router, config: config, world: world)
        }
        .runs()
    }

    /// How many rows a table has.
    func rows(of table: String) async throws -> Int {
        try await app.async.resolve(DatabasePool.self).read {
            try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") ?? -1
        }
    }

    /// Stores so many starships that their export does not fit into the buffers of a connection.
    func storeManyStarships() async throws {
        try await app.async.resolve(DatabasePool.self).write { database in
            for id in 1...20_000 {
                try database.execute(
                    sql: "INSERT INTO starship VALUES (?, ?, '', ?, NULL, 1)",
                    arguments: [id, "Ship \(id)", String(repeating: "Corellia ", count: 50)]
                )
            }
        }
    }
}
