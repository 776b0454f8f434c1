// SPDX-License-Identifier: MIT

import Configuration
import Foundation
import Logging
import Mortise
import MortiseConfiguration
import MortiseServices
import ObservedSupport
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A provider that reloads, as a service` {
    @Test func `it runs before those who need what it reloads, and a changed file is read`()
        async throws
    {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("mortise-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try #"{"flags": {"limit": 1}}"#.write(to: file, atomically: true, encoding: .utf8)
        let provider = try await ReloadingFileProvider<JSONSnapshot>(
            config: ConfigReader(
                provider: InMemoryProvider(values: [
                    "filePath": ConfigValue(.string(file.path), isSecret: false),
                    "pollIntervalSeconds": 1,
                ])
            )
        )
        let running = Running(provider: provider)
        let begun = Tally()
        let app = Container {
            $0.register(.singleton) { Follower(flags: $0, begun: begun, running: running) }.runs()
            $0.configure(with: [provider]) {
                $0.bindReloading(FeatureFlags.self, at: "flags") { _ in }
            }
            $0.register(.singleton) { provider }.runs { _ in running }
        }

        try await testGracefulShutdown { trigger in
            let services = Task {
                try await app.runServices(
                    gracefulShutdownSignals: [],
                    logger: Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
                )
            }
            await eventually { begun.count == 1 }
            #expect(running.startedWhenOthersBegan.count == 1)
            try #"{"flags": {"limit": 2}}"#.write(to: file, atomically: true, encoding: .utf8)
            await eventually { (try? app.resolve(FeatureFlags.self).limit) == 2 }
            #expect(try app.resolve(FeatureFlags.self).limit == 2)
            trigger.triggerGracefulShutdown()
            try await services.value
        }
        #expect(app.isClosed)
    }
}

/// The provider, which notes that it has begun.
private struct Running: Service {
    let provider: ReloadingFileProvider<JSONSnapshot>
    let started = Tally()
    let startedWhenOthersBegan = Tally()

    func run() async throws {
        started.next()
        try await provider.run()
    }
}

private struct Follower: Service {
    let flags: FeatureFlags
    let begun: Tally
    let running: Running

    func run() async throws {
        if running.started.count == 1 { running.startedWhenOthersBegan.next() }
        begun.next()
        try? await gracefulShutdown()
    }
}
