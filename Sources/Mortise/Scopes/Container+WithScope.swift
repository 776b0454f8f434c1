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
    ///   ``CloseError``. If both of the last fail, only observers (``observe(_:)``) of the scope or
    ///   of the definition's container get the disposer's error.
    public func withScope<Result>(
        _ name: ScopeName,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        providing configure: (Container) throws -> Void = { _ in },
        _ body: (Container) async throws -> sending Result
    ) async throws -> sending Result {
        let scope = try openScope(name, file: file, line: line, providing: configure)
        let result: Result
        do {
            result = try await body(scope)
        } catch {
            try? await scope.close()
            throw error
        }
        try await scope.close()
        return result
    }
}
