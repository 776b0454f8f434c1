// SPDX-License-Identifier: MIT

import MortiseGraph

extension Assembly {
    /// Says how an asynchronous member makes its instance.
    ///
    /// ```swift
    /// var session: Session {
    ///     get async throws { try await define { try await Session(store: store) } }
    /// }
    /// ```
    ///
    /// Made in the task that asks. Asynchronous members may ask for each other, as long as there is
    /// no cycle; each that another one awaits, and each synchronous one, is an object graph of its
    /// own: what is `.shared` is not shared between them.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, from other members or otherwise.
    /// - Returns: A new or a shared instance, as the scope says.
    /// - Throws: ``ResolutionError``, with what `make` threw in ``ResolutionError/underlying``;
    ///   `CancellationError` if the task was cancelled while it waited.
    public func define<T>(
        _ scope: Scope = .unique,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let site = MemberSite(T.self, of: Self.self, function, file, line, column)
        return try await container.async.session {
            try container.resolve(site, scope.kind, awaiting: make)
        }
    }

    /// Says how an asynchronous member makes its instance, which the container keeps.
    ///
    /// ```swift
    /// var store: Store {
    ///     get async throws { try await define(.singleton) { try await Store.open() } }
    /// }
    /// ```
    ///
    /// However many tasks ask, it is made once, in a task of its own. If it is `.scoped`, the closure sees
    /// the task-local values of the first one that asked; if it is a singleton, it sees nobody's. The
    /// task begins with the priority of the first one, which is raised to that of others that wait where
    /// the system can. The closure escapes, because it is kept until it has returned. If the calling task is cancelled it stops waiting; the construction is cancelled with
    /// it if nobody else waits. An error reaches all that wait, and the next one tries again. Once it
    /// is finished it is returned without suspending.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, from other members or otherwise.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``, with what `make` threw in ``ResolutionError/underlying``;
    ///   `CancellationError` if the task was cancelled while it waited.
    public func define<T: Sendable>(
        _ scope: Scope.Caching,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let site = MemberSite(T.self, of: Self.self, function, file, line, column)
        if let found = HotPath.find(site.key, in: container, mayMake: false) {
            return HotPath.copy(found, T.self)
        }
        return try await container.async.session {
            try container.resolve(site, scope.kind, awaiting: make)
        }
    }

    /// Says how an asynchronous member with arguments makes its instance.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - arguments: What tells instances apart: the arguments of the member. One instance is made
    ///     for each value.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, from the arguments, other members or otherwise.
    /// - Returns: A new or a shared instance, as the scope says.
    /// - Throws: As without arguments.
    public func define<T, each Argument: Hashable & Sendable>(
        _ scope: Scope,
        for arguments: repeat each Argument,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let site = MemberSite(T.self, of: Self.self, function, file, line, column)
        return try await evaluate(site, scope.kind, repeat each arguments, make: make)
    }

    /// Says how an asynchronous member with arguments makes its instance, which the container keeps.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - arguments: What tells instances apart: the arguments of the member. One instance is made
    ///     for each value.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, from the arguments, other members or otherwise. Runs in a task of
    ///     its own.
    /// - Returns: The instance for these arguments.
    /// - Throws: As without arguments.
    public func define<T: Sendable, each Argument: Hashable & Sendable>(
        _ scope: Scope.Caching,
        for arguments: repeat each Argument,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let site = MemberSite(T.self, of: Self.self, function, file, line, column)
        return try await evaluate(site, scope.kind, repeat each arguments, make: make)
    }

    private func evaluate<T, each Argument: Hashable & Sendable>(
        _ site: MemberSite,
        _ scope: EngineScope,
        _ arguments: repeat each Argument,
        make: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        var values: [AnyHashable] = []
        for argument in repeat each arguments { values.append(AnyHashable(argument)) }
        let (tuple, all) = ((repeat each arguments), values)
        return try await container.async.session {
            try container.resolve(site, scope, tuple, all, awaiting: make)
        }
    }
}

extension MemberSite {
    /// An asynchronous member: one that may throw.
    fileprivate init(
        _ type: Any.Type,
        of assembly: Any.Type,
        _ function: StaticString,
        _ file: StaticString,
        _ line: UInt32,
        _ column: UInt32
    ) {
        let key = MemberKey(
            type,
            of: assembly,
            throwing: (any Error).self,
            file,
            line,
            column
        )
        self.init(key, of: assembly, function, file, line, column)
    }
}
