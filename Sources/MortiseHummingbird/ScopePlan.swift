// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird
import Mortise

/// How the scopes of requests are opened: one object, which all of them refer to.
final class ScopePlan<Context: ScopedRequestContext>: Sendable {
    let collectionLimit: Int
    private let container: Container
    private let name: ScopeName
    private let file: StaticString
    private let line: UInt32
    private let configure: @Sendable (Container, Request, Context) throws -> Void

    init(
        container: Container,
        name: ScopeName,
        file: StaticString,
        line: UInt32,
        collectionLimit: Int,
        configure: @escaping @Sendable (Container, Request, Context) throws -> Void
    ) {
        self.container = container
        self.name = name
        self.file = file
        self.line = line
        self.collectionLimit = collectionLimit
        self.configure = configure
    }

    func open(_ request: Request, _ context: Context) throws -> Container {
        try container.openScope(name, file: file, line: line) { scope in
            try configure(scope, request, context)
        }
    }
}
#endif
