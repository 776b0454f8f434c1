// SPDX-License-Identifier: MIT

import Logging
import Mortise
import MortiseServices
import ServiceLifecycle
import ServiceLifecycleTestKit

struct Failure: Error, Equatable {
    var name = ""
}

/// Runs until it is told to shut down, and writes down when it began and ended.
func serve(_ name: String, _ journal: Journal) async throws {
    journal.add("\(name) begins")
    try? await gracefulShutdown()
    journal.add("\(name) ends")
}

struct Pool: Service {
    let journal: Journal
    func run() async throws { try await serve("Pool", journal) }
}

struct Importer: Service {
    let journal: Journal
    let pool: Pool
    func run() async throws { try await serve("Importer", journal) }
}

struct Web: Service {
    let journal: Journal
    let importer: Importer
    func run() async throws { try await serve("Web", journal) }
}

/// A service that a test makes up.
struct Made: Service {
    let body: @Sendable () async throws -> Void
    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }
    func run() async throws { try await body() }
}

/// Sleeps until it is cancelled, and for a time that no test takes.
func sleepUntilCancelled() async throws { try await Task.sleep(for: .seconds(3600)) }

extension Logger {
    static var silent: Logger { Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() } }
}

extension Container {
    /// Runs the services until something was written down, and shuts them down as an enclosing group
    /// does.
    func run(
        until entry: String,
        _ journal: Journal,
        gracePeriod: Duration? = nil,
        cancellationPeriod: Duration? = nil,
        closeDeadline: Duration? = nil,
        makingAtOnce: Bool = false
    ) async throws {
        journal.over(false)
        try await testGracefulShutdown { trigger in
            let running = Task {
                defer { journal.over(true) }
                try await self.runServices(
                    gracefulShutdownSignals: [],
                    logger: .silent,
                    gracePeriod: gracePeriod,
                    cancellationPeriod: cancellationPeriod,
                    closeDeadline: closeDeadline,
                    makingAtOnce: makingAtOnce
                )
            }
            await journal.reached(entry)
            trigger.triggerGracefulShutdown()
            try await running.value
        }
    }

    /// Runs the services until they end by themselves.
    func run(
        gracePeriod: Duration? = nil,
        cancellationPeriod: Duration? = nil,
        closeDeadline: Duration? = nil,
        makingAtOnce: Bool = false
    ) async throws {
        try await runServices(
            gracefulShutdownSignals: [],
            logger: .silent,
            gracePeriod: gracePeriod,
            cancellationPeriod: cancellationPeriod,
            closeDeadline: closeDeadline,
            makingAtOnce: makingAtOnce
        )
    }
}

/// The three services, registered backwards: the web needs the importer, and that needs the pool.
func threeServices(_ journal: Journal) -> Container {
    Container {
        $0.register(.singleton) { (resolver: inout Resolver) in
            try Web(journal: journal, importer: resolver.resolve())
        }
        .runs().onClose { _ in journal.add("Web closes") }
        $0.register(.singleton) { Importer(journal: journal, pool: $0) }
            .runs().onClose { _ in journal.add("Importer closes") }
        $0.register(.singleton) { Pool(journal: journal) }
            .runs().onClose { _ in journal.add("Pool closes") }
    }
}
