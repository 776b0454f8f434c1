// SPDX-License-Identifier: MIT

#if Hummingbird || GRPC
package import Logging
package import Mortise

/// How the scopes of requests are opened: one object, which all of them refer to.
package final class ScopePlan<Request: Sendable, Context: Sendable>: Sendable {
    let logger: @Sendable (Context) -> Logger
    private let container: Container
    private let name: ScopeName
    private let file: StaticString
    private let line: UInt32
    private let configure: @Sendable (Container, Request, Context) throws -> Void
    // Looked up once: that takes as long as everything else that a request costs which opens none.
    private let type: LazyScope<Request, Context>.Type = LazyScope.self

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - container: What scopes are opened from.
    ///   - name: Their name.
    ///   - file: Where it was asked for.
    ///   - line: Where it was asked for.
    ///   - logger: Gives the logger of a request whose scope is closed when it is gone.
    ///   - configure: Provides the inputs.
    package init(
        container: Container,
        name: ScopeName,
        file: StaticString,
        line: UInt32,
        logger: @escaping @Sendable (Context) -> Logger,
        configure: @escaping @Sendable (Container, Request, Context) throws -> Void
    ) {
        self.container = container
        self.name = name
        self.file = file
        self.line = line
        self.logger = logger
        self.configure = configure
    }

    /// The scope of a request, which is not opened yet.
    package func scope(
        of request: borrowing Request,
        _ context: borrowing Context
    ) -> OpenableScope { type.init(self, request, context) }

    func open(_ request: Request, _ context: Context) throws -> ScopeLease {
        try container.leaseScope(name, file: file, line: line) { scope in
            try configure(scope, request, context)
        }
    }
}
#endif
