// SPDX-License-Identifier: MIT

#if Hummingbird || GRPC
package import Logging
import Mortise
import Tracing

/// What is bound while a request is handled, to bind it again when its response is written: servers
/// do that after everything that handles requests has returned.
package struct RequestBinding: Sendable {
    package let logger: Logger
    private let context: ServiceContext?
    private let container: Container?

    /// Binds a logger alone.
    package init(_ logger: Logger) {
        self.logger = logger
        context = nil
        container = nil
    }

    /// Takes over what the running task has bound.
    ///
    /// - Parameters:
    ///   - logger: The logger of the request.
    ///   - scope: The scope, which is bound if it was opened by now.
    package init(_ logger: Logger, _ scope: OpenableScope) {
        self.logger = logger
        context = ServiceContext.current
        container = scope.openContainer
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
