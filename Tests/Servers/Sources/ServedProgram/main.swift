// SPDX-License-Identifier: MIT

import Foundation
import Logging
import Mortise
import MortiseServices
import ServiceLifecycle

/// Prints a line at once, so that a test that waits for it can go on.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Waits until the task is cancelled.
func waitUntilCancelled() async throws {
    while true { try await Task.sleep(for: .seconds(3600)) }
}

final class Database: Sendable {}

struct Importer: Service {
    let database: Database
    let mode: String

    func run() async throws {
        say("Importer began")
        switch mode {
        case "fails": throw Failure()
        case "returns": return
        default: break
        }
        try await gracefulShutdown()
        say("Importer stops")
        switch mode {
        case "slow-stop": try await waitUntilCancelled()
        case "deaf":
            while true { try? await Task.sleep(for: .milliseconds(20)) }
        default: break
        }
        say("Importer ended")
    }
}

struct Failure: Error {}

let mode = CommandLine.arguments.dropFirst().first ?? "serves"

let app = Container(name: "app") { app in
    app.async.register(.singleton) { () async throws -> Database in
        say("Database is being made")
        if mode == "slow-start" { try await waitUntilCancelled() }
        return Database()
    }
    .onClose { (_: Database) async in
        say("Database closes")
        if mode == "slow-close" { _ = readLine() }
        say("Database closed")
    }
    app.register(.singleton) { (resolver: inout Resolver) in
        try Importer(database: resolver.resolve(), mode: mode)
    }
    .runs()
}

/// One of many, which takes long to make.
struct Part: Service {
    func run() async throws { say("a part began") }
}

if mode == "many-at-once" {
    for number in 1...8 {
        app.async.register(.singleton, tag: number) { () async throws -> Part in
            // Those with odd numbers are made although they are cancelled.
            if number.isMultiple(of: 2) {
                say("part \(number) is being made")
                try await waitUntilCancelled()
            }
            try? await waitUntilCancelled()
            say("part \(number) was made")
            return Part()
        }
        .runs().onClose { _ in say("part \(number) closes") }
    }
}

do {
    try await app.runServices(
        logger: Logger(label: "served", factory: { StreamLogHandler.standardOutput(label: $0) }),
        gracePeriod: mode == "grace" ? .milliseconds(50) : nil,
        cancellationPeriod: .milliseconds(mode == "deaf" ? 50 : 30_000),
        makingAtOnce: mode == "many-at-once"
    )
    say("returned")
} catch {
    say("\(error)")
    exit(1)
}
