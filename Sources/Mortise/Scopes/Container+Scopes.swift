// SPDX-License-Identifier: MIT

extension Container {
    /// Opens a scope, which is a child container that owns the instances of definitions with its
    /// name.
    ///
    /// ```swift
    /// let request = app.openScope(.request)
    /// let handler: any Handler = try request.resolve()
    /// try await request.close()
    /// ```
    ///
    /// The scope looks in this container for what it does not define, and may get definitions of
    /// its own. Each definition that is `.scoped` with its name has one instance in it. That
    /// instance's dependencies come from the scope, and it is disposed of when the scope is closed.
    /// Opening copies no definitions.
    ///
    /// Close every scope that you open; ``withScope(_:_:)`` does so for you. A scope that is
    /// released without being closed disposes of its instances in a task of its own, and drops the
    /// errors. Closing this container closes the scope first.
    ///
    /// - Parameter name: The name that its `.scoped` definitions use.
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
    /// The scope is closed whether the body returns or throws, even if the task is cancelled. This
    /// method returns after that.
    ///
    /// - Parameters:
    ///   - name: The name that its `.scoped` definitions use.
    ///   - body: Gets the scope. Runs once.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; otherwise ``CloseError``. If both fail, only observers
    ///   (``observe(_:)``) of the scope or of the definition's container get the disposer's error.
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

    /// Opens a scope that is closed when its lease is released.
    ///
    /// For frameworks that finish a request after the handler has returned: store the lease in an
    /// object that lives as long as the request.
    ///
    /// - Parameter name: The name that its `.scoped` definitions use.
    /// - Returns: The lease.
    public func leaseScope(_ name: ScopeName) -> ScopeLease {
        ScopeLease(openScope(name))
    }
}

/// A handle that closes its scope when it is released.
///
/// Hold it for as long as the scope is needed. Thread-safe.
public final class ScopeLease: Sendable {
    /// The scope, which is closed with the lease.
    public let scope: Container

    init(_ scope: Container) { self.scope = scope }

    /// Closes the scope now.
    ///
    /// - Throws: ``CloseError``, as ``Container/close()``.
    public func end() async throws(CloseError) { try await scope.close() }

    deinit {
        guard !scope.isClosed else { return }
        let scope = scope
        Task.detached { try? await scope.close() }
    }
}
