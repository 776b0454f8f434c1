// SPDX-License-Identifier: MIT

import Measuring
import Mortise

extension ScopeName {
    fileprivate static let login: ScopeName = "login"
}

private final class User: Sendable {}

/// A service that takes what its scope was given.
private final class Session: Sendable {
    let user: User
    init(user: User) { self.user = user }
}

/// scopeInput: a scope is opened with one value, one of its services is resolved, and it is closed.
///
/// The other side registers the value in the scope, which nothing checks.
package struct ScopeInput: Scenario {
    package static let name = "scopeInput"
    package static let summary = "a scope opened with an input, against a registered value"
    package static let objects = 1

    private let container: Container
    private let unchecked: Container
    private let user = User()

    package init() throws {
        container = Container {
            $0.expects(User.self, in: .login)
            $0.register(.scoped(.login)) { Session(user: $0) }
        }
        unchecked = Container { $0.register(.scoped(.login)) { Session(user: $0) } }
    }

    package func handWired(_ iterations: Int) throws -> Int {
        let user = user
        return try run(iterations) {
            let scope = try unchecked.openScope(.login)
            scope.register { user }
            return scope
        }
    }

    package func mortise(_ iterations: Int) throws -> Int {
        try run(iterations) { try container.openScope(.login) { $0.provide(user) } }
    }

    private func run(_ iterations: Int, _ open: @escaping @Sendable () throws -> Container) throws
        -> Int
    {
        try OnThisThread.run {
            var confirmed = 0
            for _ in 0..<iterations {
                let scope = try open()
                let session: Session = try scope.resolve()
                try await scope.close()
                confirmed += session.user === user ? 1 : 0
            }
            return confirmed
        }
    }

    package func verify() throws {
        try require(handWired(1) == 1, "the session has the registered user")
        try require(mortise(1) == 1, "the session has the provided user")
    }
}
