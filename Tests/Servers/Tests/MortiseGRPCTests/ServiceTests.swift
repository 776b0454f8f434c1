// SPDX-License-Identifier: MIT

import GRPCCore
import GRPCInProcessTransport
import Logging
import Mortise
import MortiseGRPC
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

@Suite(.timeLimit(.minutes(1))) struct `A server of calls` {
    @Test func `is the last service that starts, and answers its calls when it shuts down`()
        async throws
    {
        let journal = Journal()
        let transport = InProcessTransport()
        let app = Container {
            $0.expects(CallInfo.self, in: "request")
            $0.register(.scoped("request")) { Trail($0, 1) }
                .onClose { _ in journal.add("call closed") }
            $0.register(.singleton) { Pool(journal: journal) }
                .runs().onClose { _ in journal.add("pool closed") }
        }
        let ships: Method = { _, _ in
            let trail = try CallScope.current.resolve(Trail.self)
            return .texts {
                journal.add("answering")
                await journal.reached("shutting down")
                return [trail.path]
            }
        }
        app.register(.singleton) { [unowned app] (_: Pool) in
            GRPCServerService(
                GRPCServer(
                    transport: transport.server,
                    services: [Methods(["ships": ships])],
                    interceptors: [CallScopeInterceptor(app)]
                )
            )
        }
        .runs()

        try await testGracefulShutdown { trigger in
            async let running: Void = app.runServices(
                gracefulShutdownSignals: [],
                logger: .silent
            )
            try await withGRPCClient(transport: transport.client) { client in
                async let answer = Client(client).call()
                await journal.reached("answering")
                trigger.triggerGracefulShutdown()
                journal.add("shutting down")
                try await expect(answer, is: ["ships"])
            }
            try await running
        }

        #expect(
            journal.entries == [
                "pool begins", "answering", "shutting down", "call closed", "pool ends",
                "pool closed",
            ]
        )
    }
}

extension Logger {
    fileprivate static var silent: Logger {
        Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
    }
}
