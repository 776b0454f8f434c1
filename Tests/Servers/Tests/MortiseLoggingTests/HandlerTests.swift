// SPDX-License-Identifier: MIT

import Logging
import Mortise
import MortiseLogging
import ObservedSupport
import Testing

/// A handler that runs code of the test for each line.
private struct Busy: LogHandler {
    var logLevel = Logger.Level.trace
    var metadata = Logger.Metadata()
    var metadataProvider: Logger.MetadataProvider?
    let body: @Sendable (LogEvent) -> Void

    func log(event: LogEvent) { body(event) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `A log handler` {
    @Test func `may block and resolve, with many tasks that build and wait`() async throws {
        let (lines, inner) = (Tally(), Tally())
        let app = Container {
            $0.register { UnitOfWork(try $0.resolve()) }
            $0.register(.weakSingleton) { Importer(try $0.resolve()) }
            $0.register { Store() }
            $0.register { [Jammed()] }
            $0.async.register(.singleton) { () async -> [Store] in
                await aWhile()
                return []
            }
        }
        let logger = Logger(label: "busy") { _ in
            Busy { [weak app] _ in
                lines.next()
                nap(milliseconds: 1)
                if (try? app?.resolve([Jammed].self)) != nil { inner.next() }
            }
        }
        let token = app.logEvents(to: logger)

        try await withThrowingTaskGroup { group in
            for _ in 1...20 {
                group.addTask {
                    for _ in 1...5 { _ = try app.resolve(UnitOfWork.self) }
                    _ = try await app.async.resolve([Store].self)
                }
            }
            try await group.waitForAll()
        }

        #expect(lines.count >= 100)
        #expect(inner.count == lines.count)
        token.cancel()
    }

    @Test func `that waits for another task that resolves hangs nothing`() async throws {
        let (lines, resolved) = (Tally(), Tally())
        let app = Container {
            $0.register(.singleton) { Store() }
            $0.register(.singleton) { Importer(Store()) }
        }
        let logger = Logger(label: "busy") { _ in
            Busy { [weak app] _ in
                guard lines.next() == 1 else { return }
                let isDone = Tally()
                Task.detached {
                    if (try? app?.resolve(Store.self)) != nil { resolved.next() }
                    isDone.next()
                }
                while isDone.count == 0 { nap(milliseconds: 1) }
            }
        }
        let token = app.logEvents(to: logger)

        _ = try app.resolve(Importer.self)

        #expect(resolved.count == 1)
        token.cancel()
    }
}

@Suite(.timeLimit(.minutes(1))) struct `The current logger` {
    private final class Seen: Sendable {
        let request: String
        init() { request = "\(Logger.current[metadataKey: "request"] ?? "none")" }
    }

    private static func request<Result>(
        _ name: String,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        var logger = Written().logger
        logger[metadataKey: "request"] = "\(name)"
        return try await withLogger(logger) { _ in try await body() }
    }

    @Test(arguments: ["unique", "scoped"])
    func `is the requester's in asynchronous factories that belong to it`(tag: String) async throws
    {
        let app = Container {
            $0.async.register(tag: "unique") { () async -> Seen in
                await Task.yield()
                return Seen()
            }
            $0.async.register(.scoped("request"), tag: "scoped") { () async -> Seen in
                await Task.yield()
                return Seen()
            }
        }

        try await withThrowingTaskGroup { group in
            for number in 1...20 {
                group.addTask {
                    let seen = try await Self.request("\(number)") {
                        try await app.withScope("request") { scope in
                            try await scope.async.resolve(Seen.self, tag: tag)
                        }
                    }
                    #expect(seen.request == "\(number)")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `is not the requester's in an asynchronous singleton`() async throws {
        let app = Container {
            $0.async.register(.singleton) { () async -> Seen in
                await Task.yield()
                return Seen()
            }
        }

        let seen = try await Self.request("1") { try await app.async.resolve(Seen.self) }

        #expect(seen.request == "none")
    }

    @Test(arguments: ["unique", "singleton"])
    func `is the requester's in synchronous factories`(tag: String) async throws {
        let app = Container {
            $0.register(tag: "unique") { Seen() }
            $0.register(.singleton, tag: "singleton") { Seen() }
        }

        let seen = try await Self.request("1") { try app.resolve(Seen.self, tag: tag) }

        #expect(seen.request == "1")
    }
}
