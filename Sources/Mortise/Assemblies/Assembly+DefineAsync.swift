// SPDX-License-Identifier: MIT

import MortiseGraph

extension Assembly {
    /// Defines how an asynchronous member makes its instance.
    ///
    /// ```swift
    /// var session: Session {
    ///     get async throws { try await define { try await Session(store: store) } }
    /// }
    /// ```
    ///
    /// The instance is made in the calling task. Asynchronous members may use each other as long as
    /// there is no cycle. Each awaited member and each synchronous member has an object graph of
    /// its own, so they do not share `.shared` instances.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - arguments: The arguments of the member, if it has some, which tell its instances apart.
    ///     Each value has an instance of its own.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, for example from other members.
    /// - Returns: A new or a shared instance, depending on the lifetime.
    /// - Throws: ``ResolutionError``, with what `make` threw in ``ResolutionError/underlying``;
    ///   `CancellationError` if the task was cancelled while it waited.
    public func define<T, each Argument: Hashable & Sendable>(
        _ lifetime: Lifetime = .unique,
        for arguments: repeat each Argument,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let site = MemberSite(T.self, of: Self.self, function, file, line, column)
        return try await evaluate(site, lifetime.kind, repeat each arguments, make: make)
    }

    /// Defines how an asynchronous member makes an instance that the container keeps.
    ///
    /// ```swift
    /// var store: Store {
    ///     get async throws { try await define(.singleton) { try await Store.open() } }
    /// }
    /// ```
    ///
    /// However many tasks ask, the instance is made once, in a task of its own. If it is `.scoped`,
    /// the closure sees the task-local values of the first caller; if it is a singleton, it sees
    /// none. The task begins with the priority of the first caller; where the system can, it is
    /// raised to the priority of later callers. The closure escapes, because it is kept until it
    /// has returned.
    ///
    /// A cancelled caller stops waiting. If no other task waits, the construction is cancelled too.
    /// An error reaches all waiting tasks, and the next call tries again. A finished instance is
    /// returned without suspending.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - arguments: The arguments of the member, if it has some, which tell its instances apart.
    ///     Each value has an instance of its own.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, for example from other members.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``, with what `make` threw in ``ResolutionError/underlying``;
    ///   `CancellationError` if the task was cancelled while it waited.
    public func define<T: Sendable, each Argument: Hashable & Sendable>(
        _ lifetime: Lifetime.Caching,
        for arguments: repeat each Argument,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let site = MemberSite(T.self, of: Self.self, function, file, line, column)
        if (repeat each Argument).self == Void.self,
            let found = HotPath.find(site.key, in: container, mayMake: false)
        {
            return HotPath.copy(found, T.self)
        }
        return try await evaluate(site, lifetime.kind, repeat each arguments, make: make)
    }

    private func evaluate<T, each Argument: Hashable & Sendable>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ arguments: repeat each Argument,
        make: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        var values: [AnyHashable] = []
        for argument in repeat each arguments { values.append(AnyHashable(argument)) }
        let (tuple, all) = ((repeat each arguments), values)
        return try await container.async.session {
            try container.resolve(site, lifetime, tuple, all, awaiting: make)
        }
    }
}

extension MemberSite {
    /// An asynchronous member, which may always throw.
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
