// SPDX-License-Identifier: MIT

import InMemoryLogging
import Logging
import Mortise
import MortiseLogging
import ObservedSupport
import Testing

/// The lines of each scope, without the durations; those of none have the key `none`.
private func scopes(_ written: Written) -> [String: [String]] {
    Dictionary(grouping: zip(written.entries, written.lines)) { entry, _ in
        entry.metadata["mortise.scope.id"].map { "\($0)" } ?? "none"
    }
    .mapValues { $0.map(\.1) }
}

extension Logger {
    /// A logger whose lines have the number of the current scope.
    fileprivate init(label: String, providing handler: InMemoryLogHandler) {
        self.init(label: label) { _ in
            var handler = handler
            handler.metadataProvider = .mortise
            return handler
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `The lines of a scope` {
    private let written = Written()

    @Test func `have its number, also where many are open at once`() async throws {
        let app = Container {
            $0.register { UnitOfWork(try $0.resolve()) }
            $0.register(.scoped("request")) { Importer(Store()) }.onClose { _ in throw Jammed() }
            $0.async.register(.scoped("request")) { () async throws -> Store in
                await Task.yield()
                throw Jammed()
            }
        }
        let token = app.logEvents(to: written.logger)

        await withTaskGroup { group in
            for _ in 1...40 {
                group.addTask {
                    await #expect(throws: CloseError.self) {
                        try await app.withScope("request") { scope in
                            _ = try scope.resolve(UnitOfWork.self)
                            _ = try? await scope.async.resolve(Store.self)
                        }
                    }
                }
            }
        }
        token.cancel()

        let scopes = scopes(written)
        #expect(scopes.count == 40 && scopes["none"] == nil)
        for lines in scopes.values {
            #expect(
                lines == [
                    "trace opened the scope request",
                    "debug built Importer (scoped(request)) for UnitOfWork in …",
                    "debug built UnitOfWork (unique) in …",
                    "error could not build Store (scoped(request)): "
                        + "[factory-threw] The factory of Store threw an error: Jammed()",
                    "error could not dispose of Importer (scoped(request)): Jammed()",
                    "trace disposed of Importer (scoped(request))",
                    "trace closed the scope request after …",
                ]
            )
        }
    }

    @Test func `have its number where the program itself writes them, with the provider`()
        async throws
    {
        let handler = InMemoryLogHandler()
        let logger = Logger(label: "app", providing: handler)
        let app = Container {
            $0.register(.scoped("request")) { Store() }
                .onClose { _ in
                    await Task.yield()
                    logger.info("closing")
                }
        }
        let token = app.logEvents(to: written.logger)

        logger.info("before")
        let scope = try app.openScope("request")
        try await Container.withCurrent(scope) {
            _ = try scope.resolve(Store.self)
            await Task.yield()
            logger.info("inside")
            try await scope.close()
            logger.info("after")
        }
        token.cancel()

        let numbers = handler.entries.map { entry in
            entry.metadata["mortise.scope.id"].map { "\($0)" } ?? "none"
        }
        let number = try #require(scopes(written).keys.first)
        #expect(scopes(written).count == 1 && number != "none")
        #expect(numbers == ["none", number, number, "none"])
    }

    @Test func `keep the number of the current scope if they have none of their own`() throws {
        let current = Logger(label: "app", providing: InMemoryLogHandler())
        let app = Container {
            $0.register(.singleton) { Importer(try $0.resolve()) }
            $0.register(.singleton) { Store() }
        }
        let token = app.logEvents(to: written.logger, addingCurrentMetadata: true)
        let scope = try app.openScope("request")

        try Container.withCurrent(scope) {
            try withLogger(current) { _ in _ = try scope.resolve(Importer.self) }
        }
        token.cancel()

        let number = try #require(scope.scopeNumber)
        #expect(
            scopes(written) == [
                "\(number)": [
                    "trace opened the scope request",
                    "debug built Store (singleton) for Importer in …",
                    "debug built Importer (singleton) in …",
                ]
            ]
        )
    }
}
