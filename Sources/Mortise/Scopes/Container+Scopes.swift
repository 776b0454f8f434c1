// SPDX-License-Identifier: MIT

extension Container {
    /// Opens a scope: a container that owns the instances of definitions that name it.
    ///
    /// ```swift
    /// let request = app.openScope(.request)
    /// let handler: any Handler = try request.resolve()
    /// try await request.close()
    /// ```
    ///
    /// It asks this container for what it does not define, and may get definitions of its own. What
    /// is `.scoped` with its name is made once in it, with its view, and disposed of when it is
    /// closed. Opening copies no definitions.
    ///
    /// Whoever opens a scope closes it; ``withScope(_:_:)`` does so in any case. Let go of without
    /// being closed, it disposes of what it keeps in a task of its own, and nobody hears of errors.
    /// Closing this container closes it first.
    ///
    /// - Parameter name: Which definitions belong to it.
    /// - Returns: The scope.
    /// - Complexity: O(1).
    public func openScope(_ name: ScopeName) -> Container {
        let scope = Container(name.description, self, [], role: .scope(name))
        adopt(scope)
        return scope
    }

    /// Opens a scope for as long as a body runs.
    ///
    /// ```swift
    /// try await app.withScope(.request) { request in
    ///     try await request.resolve((any Handler).self).handle(message)
    /// }
    /// ```
    ///
    /// The scope is closed when the body returns, when it throws and when its task is cancelled, and
    /// only then this method returns.
    ///
    /// - Parameters:
    ///   - name: Which definitions belong to it.
    ///   - body: Gets the scope. Runs once.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; otherwise ``CloseError``. A disposer that throws after `body`
    ///   did is heard of by ``observe(_:)`` alone, of the scope or of this container.
    public func withScope<Result>(
        _ name: ScopeName,
        _ body: (Container) async throws -> sending Result
    ) async throws -> sending Result {
        let scope = openScope(name)
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

    /// Opens a scope that is closed when nobody holds its lease any more.
    ///
    /// For frameworks that finish a request after the handler has returned: give the lease to
    /// whatever lives as long as the request.
    ///
    /// - Parameter name: Which definitions belong to it.
    /// - Returns: The lease.
    public func leaseScope(_ name: ScopeName) -> ScopeLease {
        ScopeLease(openScope(name))
    }
}

/// A handle whose end closes a scope, wherever it ends.
///
/// Hold it for as long as the scope is needed. Thread-safe.
public final class ScopeLease: Sendable {
    /// The scope, which is open for as long as the lease is.
    public let scope: Container

    init(_ scope: Container) { self.scope = scope }

    /// Closes the scope now.
    ///
    /// - Throws: ``CloseError``, as ``Container/close()``.
    public func close() async throws(CloseError) { try await scope.close() }

    deinit {
        guard !scope.isClosed else { return }
        let scope = scope
        Task.detached { try? await scope.close() }
    }
}
