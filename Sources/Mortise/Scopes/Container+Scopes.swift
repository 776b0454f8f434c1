// SPDX-License-Identifier: MIT

extension Container {
    /// Opens a scope, which is a child container that owns the instances of definitions with its
    /// name.
    ///
    /// ```swift
    /// let login = try app.openScope(.login) { $0.provide(user) }
    /// let session: Session = try login.resolve()
    /// try await login.close()
    /// ```
    ///
    /// The scope looks in this container for what it does not define, and may get definitions of
    /// its own. Each definition that is `.scoped` with its name has one instance in it. That
    /// instance's dependencies come from the scope, and it is disposed of when the scope is closed.
    /// Opening copies no definitions.
    ///
    /// Close every scope that you open; ``withScope(_:file:line:providing:_:)-55c2u`` does so for you. A
    /// scope that is released without being closed disposes of its instances in a task of its own,
    /// and drops the errors. Closing this container closes the scope first.
    ///
    /// - Parameters:
    ///   - name: The name that its `.scoped` definitions use.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - configure: Provides the inputs that the scope expects, and may register definitions in
    ///     it. Gets the scope. Runs once, before this method returns.
    /// - Returns: The scope.
    /// - Throws: ``ResolutionError`` with code `missing-input` if the scope does not get what
    ///   ``expects(_:in:tag:file:line:)`` declares for its name, `unexpected-input`
    ///   if it gets what nothing expects, or `duplicate-binding` if it gets an input twice; and
    ///   what `configure` throws. The scope is dropped then.
    /// - Complexity: O(1), plus the number of expected inputs.
    public func openScope(
        _ name: ScopeName,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        providing configure: (Container) throws -> Void = { _ in }
    ) throws -> Container {
        let scope = Container(name.description, self, [], role: .scope(name))
        adopt(scope)
        try scope.begin(name, file, line, configure)
        return scope
    }

    private func begin(
        _ name: ScopeName,
        _ file: StaticString,
        _ line: UInt32,
        _ configure: (Container) throws -> Void
    ) throws {
        if Self.mayDecorateScopes { inheritDecorators(name) }
        try configure(self)
        try requireInputs(name, file, line)
        reportOpening(name, file, line)
    }

    /// Opens a scope that is closed when its lease is released.
    ///
    /// For frameworks that finish a request after the handler has returned: store the lease in an
    /// object that lives as long as the request.
    ///
    /// - Parameters:
    ///   - name: The name that its `.scoped` definitions use.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - configure: Provides the inputs that the scope expects. Gets the scope. Runs once, before
    ///     this method returns.
    /// - Returns: The lease.
    /// - Throws: What ``openScope(_:file:line:providing:)`` throws.
    public func leaseScope(
        _ name: ScopeName,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        providing configure: (Container) throws -> Void = { _ in }
    ) throws -> ScopeLease {
        // If it cannot be set up, releasing the lease closes it.
        let lease = ScopeLease(Container(name.description, self, [], role: .scope(name)))
        adopt(lease.scope, isLeased: true)
        try lease.scope.begin(name, file, line, configure)
        return lease
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
    public func close() async throws(CloseError) { try await scope.close() }

    deinit {
        guard !scope.isClosed else { return }
        let scope = scope
        Task.detached { try? await scope.close() }
    }
}
