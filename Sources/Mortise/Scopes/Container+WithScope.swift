// SPDX-License-Identifier: MIT

// In a file of its own: an asynchronous function stays in a program if anything of its file does,
// and with it all that it calls.

extension Container {
    /// Opens a scope for as long as a body runs.
    ///
    /// ```swift
    /// try await app.withScope(.request, providing: { $0.provide(message) }) { request in
    ///     try await request.resolve((any Handler).self).handle()
    /// }
    /// ```
    ///
    /// The scope is closed whether the body returns or throws, even if the task is cancelled. This
    /// method returns after that.
    ///
    /// - Parameters:
    ///   - name: The name that its `.scoped` definitions use.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - configure: Provides the inputs that the scope expects. Gets the scope. Runs once, first.
    ///   - body: Gets the scope. Runs once.
    /// - Returns: What `body` returns.
    /// - Throws: What ``openScope(_:file:line:providing:)`` throws, what `body` throws, or
    ///   ``CloseError``. If both of the last fail, only observers (``observe(reuse:_:)``) of the scope or
    ///   of the definition's container get the disposer's error.
    public func withScope<Result>(
        _ name: ScopeName,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        providing configure: (Container) throws -> Void = { _ in },
        _ body: (Container) async throws -> sending Result
    ) async throws -> sending Result {
        let scope = try openScope(name, file: file, line: line, providing: configure)
        return try await scope.closing(after: body)
    }

    /// Opens a scope for as long as a body runs that returns a `Sendable` value.
    ///
    /// So a function of your own that takes a body can pass it on as it is:
    ///
    /// ```swift
    /// func inRequest<R: Sendable>(
    ///     of user: User,
    ///     _ body: (Container) async throws -> R
    /// ) async throws -> R {
    ///     try await app.withScope(.request, providing: { $0.provide(user) }, body)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name that its `.scoped` definitions use.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - configure: Provides the inputs that the scope expects. Gets the scope. Runs once, first.
    ///   - body: Gets the scope. Runs once.
    /// - Returns: What `body` returns.
    /// - Throws: What ``openScope(_:file:line:providing:)`` throws, what `body` throws, or
    ///   ``CloseError``. If both of the last fail, only observers (``observe(reuse:_:)``) of the scope or
    ///   of the definition's container get the disposer's error.
    public func withScope<Result: Sendable>(
        _ name: ScopeName,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        providing configure: (Container) throws -> Void = { _ in },
        _ body: (Container) async throws -> Result
    ) async throws -> Result {
        let scope = try openScope(name, file: file, line: line, providing: configure)
        return try await scope.closing { try await body($0) }
    }

    /// Runs a body with this scope, and closes it then.
    private func closing<Result>(
        after body: (Container) async throws -> sending Result
    ) async throws -> sending Result {
        let result: Result
        do {
            result = try await body(self)
        } catch {
            try? await close()
            throw error
        }
        try await close()
        return result
    }
}
