// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird
import Logging
import Mortise
import Tracing

/// What is bound while a request is handled, to bind it again when its body is written: Hummingbird
/// does that after all middlewares have returned.
struct RequestBinding: Sendable {
    let logger: Logger
    /// Whether the task that this was made in has bound the logger.
    private let isLoggerBound: Bool
    private let context: ServiceContext?
    private let container: Container?

    /// Binds a logger alone.
    init(_ logger: Logger) {
        self.logger = logger
        isLoggerBound = false
        context = nil
        container = nil
    }

    /// Takes over what the running task has bound.
    ///
    /// - Parameters:
    ///   - requestContext: The context, whose logger is bound where none of the request is.
    ///   - container: The scope, if it was opened.
    init(of requestContext: some RequestContext, _ container: Container?) {
        // Hummingbird binds it, but not in tests without sockets.
        let current = Logger.current
        isLoggerBound = current[metadataKey: "hb.request.id"] != nil
        logger = isLoggerBound ? current : requestContext.logger
        context = ServiceContext.current
        self.container = container
    }

    /// Runs a body with all of it bound.
    func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await withLogger(logger) { _ in
            try await ServiceContext.$current.withValue(context) {
                try await withContainer(body)
            }
        }
    }

    /// Runs a body, in the task that this was made in, with all of it bound.
    func runHere<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        guard !isLoggerBound else { return try await withContainer(body) }
        return try await withLogger(logger) { _ in try await withContainer(body) }
    }

    private func withContainer<Result>(
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let container else { return try await body() }
        return try await Container.withCurrent(container) { try await body() }
    }
}
#endif
