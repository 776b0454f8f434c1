// SPDX-License-Identifier: MIT

import InMemoryLogging
import Logging
import Mortise
import MortiseLogging
import ObservedSupport
import Testing

extension ScopeName {
    fileprivate static let request = ScopeName("request")
}

/// A logger, and what was written to it.
struct Written {
    let handler = InMemoryLogHandler()
    let logger: Logger

    init(_ level: Logger.Level = .trace) {
        var logger = Logger(label: "test") { [handler] _ in handler }
        logger.logLevel = level
        self.logger = logger
    }

    var entries: [InMemoryLogHandler.Entry] { handler.entries }

    /// The lines, without the durations.
    var lines: [String] {
        entries.map { entry in
            "\(entry.level) \(entry.message)"
                .replacing(/[0-9.]+ (ns|µs|ms|s)\b/, with: "…")
        }
    }
}

private func threeParts() -> Container {
    Container {
        $0.register { UnitOfWork(try $0.resolve()) }
        $0.register(.singleton) { Importer(try $0.resolve()) }
        $0.register(.singleton) { Store() }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Logging events` {
    private let written = Written()

    @Test func `says what was built, for whom, and how long it took`() throws {
        let app = threeParts()
        let token = app.logEvents(to: written.logger)

        _ = try app.resolve(UnitOfWork.self)

        #expect(
            written.lines == [
                "debug built Store (singleton) for Importer in …",
                "debug built Importer (singleton) for UnitOfWork in …",
                "debug built UnitOfWork (unique) in …",
            ]
        )
        token.cancel()
    }

    @Test func `has structured metadata`() throws {
        let app = Container {
            $0.register(.singleton, tag: "main") { Store() }
            $0.register { Importer(try $0.resolve(tag: "main")) }
        }
        let token = app.logEvents(to: written.logger)

        _ = try app.resolve(Importer.self)

        let inner = try #require(written.entries.first?.metadata)
        let outer = try #require(written.entries.last?.metadata)
        #expect(inner["mortise.event"] == "made")
        #expect(inner["mortise.type"] == "Store")
        #expect(inner["mortise.tag"] == "main")
        #expect(inner["mortise.lifetime"] == "singleton")
        #expect(inner["mortise.requester"] == "Importer")
        #expect("\(inner["mortise.site"] ?? "")".contains("EventLogTests.swift:"))
        #expect(inner["mortise.parent"] == outer["mortise.build"])
        #expect(outer["mortise.build"] != nil && outer["mortise.parent"] == nil)
        #expect(inner["mortise.duration.ns"] != nil)
        token.cancel()
    }

    @Test func `writes one line for a failure that bubbles up, that of the innermost`() throws {
        let app = Container {
            $0.register { UnitOfWork(try $0.resolve()) }
            $0.register { Importer(try $0.resolve()) }
            $0.register { () throws -> Store in throw Jammed() }
        }
        let token = app.logEvents(to: written.logger)

        for _ in 1...2 {
            #expect(throws: ResolutionError.self) { try app.resolve(UnitOfWork.self) }
        }

        let line =
            "error could not build Store (unique) for Importer: "
            + "[factory-threw] The factory of Store threw an error: Jammed()"
        #expect(written.lines == [line, line])
        let entry = try #require(written.entries.first)
        #expect(entry.metadata["mortise.error.code"] == "factory-threw")
        #expect((entry.error as? ResolutionError)?.underlying is Jammed)
        token.cancel()
    }

    @Test func `says which build misses a definition`() throws {
        let app = Container {
            $0.register { UnitOfWork(try $0.resolve()) }
            $0.register { Importer(try $0.resolve()) }
        }
        let token = app.logEvents(to: written.logger)

        #expect(throws: ResolutionError.self) { try app.resolve(UnitOfWork.self) }

        #expect(
            written.lines == [
                "error could not build Importer (unique) for UnitOfWork: "
                    + "[missing-binding] Nothing provides Store"
            ]
        )
        token.cancel()
    }

    @Test func `writes a line for a build that answers a failure with another`() throws {
        struct Spoilt: Error {}
        let app = Container {
            $0.register { () throws -> Store in throw Jammed() }
            $0.register { (resolver: inout Resolver) throws -> Importer in
                guard let store = try? resolver.resolve(Store.self) else { throw Spoilt() }
                return Importer(store)
            }
        }
        let token = app.logEvents(to: written.logger)

        #expect(throws: ResolutionError.self) { try app.resolve(Importer.self) }

        #expect(
            written.entries.map { "\($0.metadata["mortise.type"] ?? "")" } == ["Store", "Importer"]
        )
        token.cancel()
    }

    @Test func `takes a cancelled build for no error`() async throws {
        let gate = Gate()
        let app = Container {
            $0.async.register { () async throws -> Store in
                gate.open()
                try await Task.sleep(for: .seconds(3600))
                return Store()
            }
        }
        let token = app.logEvents(to: written.logger)

        let task = Task { try await app.async.resolve(Store.self) }
        await gate.wait()
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }

        #expect(written.entries.map(\.level) == [.debug])
        #expect(written.entries.first?.metadata["mortise.error.code"] == "cancelled")
        token.cancel()
    }

    @Test func `leaves out what is fast`() throws {
        let app = Container {
            $0.register { (store: Store) in
                nap(milliseconds: 30)
                return Importer(store)
            }
            $0.register { Store() }
        }
        let token = app.logEvents(to: written.logger, level: .notice, slowerThan: .milliseconds(20))

        _ = try app.resolve(Importer.self)

        #expect(written.lines == ["notice built Importer (unique) in …"])
        token.cancel()
    }

    @Test func `says who waited for what`() async throws {
        let (app, isBuilding, goesOn) = slowStore()
        let token = app.logEvents(to: written.logger)

        let first = Task { try await app.async.resolve(Store.self) }
        await isBuilding.wait()
        let second = Task { try await app.async.resolve(Importer.self) }
        await aWhile()
        goesOn.open()
        _ = try await (first.value, second.value)

        #expect(written.lines.contains("debug Importer waited … for Store (singleton)"))
        let builds = written.entries.filter { $0.metadata["mortise.type"] == "Store" }
        #expect(Set(builds.map { "\($0.metadata["mortise.build"] ?? "")" }).count == 1)
        token.cancel()
    }

    @Test func `tells of scopes and of what they dispose of at the level trace`() async throws {
        let app = Container {
            $0.register(.scoped(.request)) { Store() }.onClose { _ in throw Jammed() }
            $0.register(.scoped(.request)) { Importer(try $0.resolve()) }.onClose { _ in }
        }
        let token = app.logEvents(to: written.logger)

        let scope = try app.openScope(.request)
        _ = try scope.resolve(Importer.self)
        await #expect(throws: CloseError.self) { try await scope.close() }

        #expect(
            written.lines == [
                "trace opened the scope request",
                "debug built Store (scoped(request)) for Importer in …",
                "debug built Importer (scoped(request)) in …",
                "trace disposed of Importer (scoped(request))",
                "error could not dispose of Store (scoped(request)): Jammed()",
                "trace disposed of Store (scoped(request))",
                "trace closed the scope request after …",
            ]
        )
        let (opened, closed) = (written.entries.first?.metadata, written.entries.last?.metadata)
        #expect(opened?["mortise.scope"] == "request" && opened?["mortise.scope.id"] != nil)
        #expect(opened?["mortise.scope.id"] == closed?["mortise.scope.id"])
        token.cancel()
    }

    @Test func `heeds the level of its own logger, not of the current one`() throws {
        let quiet = Written(.critical)
        let app = Container { $0.register { Store() } }
        let token = app.logEvents(to: written.logger)
        let quietToken = app.logEvents(to: quiet.logger)

        try withLogger(quiet.logger) { _ in _ = try app.resolve(Store.self) }
        try withLogger(written.logger) { _ in _ = try app.resolve(Store.self) }

        #expect(written.lines.count == 2 && quiet.lines.isEmpty)
        token.cancel()
        quietToken.cancel()
    }

    @Test(arguments: [false, true])
    func `adds the metadata of the current logger if it is asked to`(adds: Bool) throws {
        let app = Container { $0.register { Store() } }
        let token = app.logEvents(to: written.logger, addingCurrentMetadata: adds)
        var request = Written(.critical).logger
        request[metadataKey: "request"] = "7"

        try withLogger(request) { _ in _ = try app.resolve(Store.self) }

        #expect(written.lines == ["debug built Store (unique) in …"])
        #expect(written.entries.first?.metadata["request"] == (adds ? "7" : nil))
        token.cancel()
    }

    @Test func `gets no event of a resolve of what exists`() throws {
        let app = threeParts()
        let token = app.logEvents(to: written.logger)
        _ = try app.resolve(Importer.self)
        written.handler.clear()

        for _ in 1...1000 { _ = try app.resolve(Importer.self) }

        #expect(written.lines.isEmpty)
        token.cancel()
    }

    @Test func `writes nothing after its token is cancelled`() throws {
        let app = threeParts()
        let token = app.logEvents(to: written.logger)
        token.cancel()

        _ = try app.resolve(UnitOfWork.self)

        #expect(written.lines.isEmpty)
    }
}

/// A container whose store is an asynchronous singleton, with a gate that opens when it is being
/// built, and one that lets it go on.
private func slowStore() -> (Container, Gate, Gate) {
    let (isBuilding, goesOn) = (Gate(), Gate())
    let app = Container {
        $0.async.register(.singleton) { () async -> Store in
            isBuilding.open()
            await goesOn.wait()
            return Store()
        }
        $0.register { (resolver: inout AsyncResolver) async throws -> Importer in
            Importer(try await resolver.resolve())
        }
    }
    return (app, isBuilding, goesOn)
}
