// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdTesting
import Logging
import Mortise
import MortiseHummingbird
import MortiseServices
import ObservedSupport
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

private struct Pool: Service {
    let journal: Journal

    func run() async throws {
        journal.add("pool begins")
        try? await gracefulShutdown()
        journal.add("pool ends")
    }
}

private struct PoolController {
    let pool: Pool
    let trail: Trail

    func show(_ request: Request, context: AppContext) async throws -> String {
        pool.journal.add("answering")
        await pool.journal.reached("shutting down")
        return trail.path
    }
}

@Suite(.timeLimit(.minutes(1))) struct `An application` {
    @Test func `is the last service that starts, and the first that shuts down`() async throws {
        let journal = Journal()
        let ports = Ports()
        let app = Container {
            $0.expects(Request.self, in: "request")
            $0.register(.scoped("request")) { Trail($0, 1) }
                .onClose { _ in journal.add("request closed") }
            $0.register { PoolController(pool: $0, trail: $1) }
            $0.register(.singleton) { Pool(journal: journal) }
                .runs().onClose { _ in journal.add("pool closed") }
        }
        // Registered in a step of its own, because it needs the container; its parameters are what
        // has to run before it.
        app.register(.singleton) { [unowned app] (_: Pool) in
            let router = Router(context: AppContext.self)
            router.add(middleware: RequestScopeMiddleware(app))
            router.get("pool", to: PoolController.show)
            return Application(
                router: router,
                configuration: .init(address: .hostname("localhost", port: 0)),
                onServerRunning: { channel in
                    journal.add("server begins")
                    ports.tell(channel.localAddress?.port ?? 0)
                },
                logger: .silent
            )
        }
        .runs()

        try await testGracefulShutdown { trigger in
            async let running: Void = app.runServices(
                gracefulShutdownSignals: [],
                logger: .silent
            )
            let visitor = try await Visitor("/pool", port: await ports.port)
            await journal.reached("answering")
            trigger.triggerGracefulShutdown()
            journal.add("shutting down")
            await visitor.sees("/pool")
            try await running
        }

        #expect(
            journal.entries == [
                "pool begins", "server begins", "answering", "shutting down", "request closed",
                "pool ends", "pool closed",
            ]
        )
    }
}

/// The port of a server, once it listens.
private final class Ports: Sendable {
    private let stream: AsyncStream<Int>
    private let source: AsyncStream<Int>.Continuation

    init() { (stream, source) = AsyncStream.makeStream() }

    func tell(_ port: Int) { source.yield(port) }

    var port: Int {
        get async {
            for await port in stream { return port }
            return 0
        }
    }
}

extension Logger {
    fileprivate static var silent: Logger {
        Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
    }
}
