// SPDX-License-Identifier: MIT

#if Hummingbird || GRPC
package import Logging
package import Mortise
import Tracing

/// What is bound while a request is handled, to bind it again when its response is written: servers
/// do that after everything that handles requests has returned.
package struct RequestBinding: Sendable {
    package let logger: Logger
    /// Whether the task that this was made in has bound the logger.
    private let isLoggerBound: Bool
    private let context: ServiceContext?
    private let container: Container?

    /// Binds a logger alone.
    package init(_ logger: Logger) {
        self.logger = logger
        isLoggerBound = false
        context = nil
        container = nil
    }

    /// Takes over what the running task has bound.
    ///
    /// - Parameters:
    ///   - logger: The logger of the request.
    ///   - isLoggerBound: Whether it is the one that the task has bound.
    ///   - container: The scope, if it was opened.
    package init(_ logger: Logger, isLoggerBound: Bool, _ container: Container?) {
        self.logger = logger
        self.isLoggerBound = isLoggerBound
        context = ServiceContext.current
        self.container = container
    }

    /// Runs a body with all of it bound.
    package func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await withLogger(logger) { _ in
            guard hasToBindContext else { return try await withContainer(body) }
            return try await ServiceContext.$current.withValue(context) {
                try await withContainer(body)
            }
        }
    }

    /// Runs a body, in the task that this was made in, with all of it bound.
    package func runHere<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        guard isLoggerBound else {
            return try await withLogger(logger) { _ in try await withContainer(body) }
        }
        // Not by another function: each that awaits costs two allocations.
        guard let container else { return try await body() }
        return try await Container.withCurrent(container, body)
    }

    /// Runs a body that awaits nothing, in the task that this was made in, with the logger bound.
    package func withLoggerHere<Result>(_ body: () -> Result) -> Result {
        guard !isLoggerBound else { return body() }
        return withLogger(logger) { _ in body() }
    }

    /// Whether there is a context, or another one is bound.
    ///
    /// Binding none where none is bound costs as much as binding one.
    private var hasToBindContext: Bool { context != nil || ServiceContext.current != nil }

    private func withContainer<Result>(
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let container else { return try await body() }
        return try await Container.withCurrent(container, body)
    }
}
#endif
