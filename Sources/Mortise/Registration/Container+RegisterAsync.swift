// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Registers an asynchronous factory.
    ///
    /// ```swift
    /// container.register { await Session.start() }
    /// container.register(.singleton) { await Store() }  // isolated to a global actor of yours
    /// ```
    ///
    /// What it makes is resolved through ``async``. Asked for synchronously it is error
    /// `needs-async`.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: What to register the instances as. Leave it out to use the factory's result.
    ///   - tag: What tells several definitions of one type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, in the task that resolves and with its task-local values. What
    ///     it throws reaches who resolves as ``ResolutionError/underlying``.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable () async throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(AsyncFactory { _ in try await factory() })
        return define(factory, as: T.self, scope.kind, tag, file, line, kind: .leaf, lane: .async)
    }

    /// Registers an asynchronous factory whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: What to register the instances as. Leave it out to use the factory's result.
    ///   - tag: What tells several definitions of one type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs once for each instance that is kept, in a task of its own.
    ///     For a `.scoped` definition it sees the task-local values of the first one that asks, for a
    ///     singleton nobody's. It begins with the first one's priority, which is raised to that of
    ///     others that wait where the system can. The task is cancelled when all that wait were.
    ///     If it throws, everyone that waits gets the error and the next caller tries again.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ scope: Scope.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable () async throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(AsyncFactory { _ in try await factory() })
        return define(factory, as: T.self, scope.kind, tag, file, line, kind: .leaf, lane: .async)
    }

    /// Registers an asynchronous factory that resolves what it needs.
    ///
    /// ```swift
    /// container.register { try await Feed(database: $0.resolve()) }
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: What to register the instances as. Leave it out to use the factory's result.
    ///   - tag: What tells several definitions of one type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, in the task that resolves and with its task-local values. Gets
    ///     a resolver that must not leave the call.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout AsyncResolver) async throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(AsyncFactory(factory))
        return define(factory, as: T.self, scope.kind, tag, file, line, lane: .async)
    }

    /// Registers an asynchronous factory that resolves what it needs, and whose instances the
    /// container keeps.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: What to register the instances as. Leave it out to use the factory's result.
    ///   - tag: What tells several definitions of one type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Gets a resolver that must not leave the call. Runs once for
    ///     each instance that is kept, in a task of its own.
    ///     For a `.scoped` definition it sees the task-local values of the first one that asks, for a
    ///     singleton nobody's. It begins with the first one's priority, which is raised to that of
    ///     others that wait where the system can.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ scope: Scope.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout AsyncResolver) async throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(AsyncFactory(factory))
        return define(factory, as: T.self, scope.kind, tag, file, line, lane: .async)
    }

    /// Registers an asynchronous factory that resolves some of what it needs and gets the rest as
    /// arguments.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: What to register the instances as. Leave it out to use the factory's result.
    ///   - tag: What tells several definitions of one type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments, in the task that resolves
    ///     and with its task-local values.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T, each Argument>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory:
            @escaping @Sendable (_ resolver: inout AsyncResolver, repeat each Argument) async throws
            -> T
    ) -> Definition<T> {
        let called = AsyncArgumentFactory<(repeat each Argument), T> { resolver, arguments in
            try await factory(&resolver, repeat each arguments)
        }
        return define(
            ErasedFactory(called),
            as: T.self,
            arguments: (repeat each Argument).self,
            scope.kind,
            tag,
            file,
            line,
            lane: .async
        )
    }

    /// Registers an asynchronous factory that resolves some of what it needs and gets the rest as
    /// arguments, and whose instances the container keeps.
    ///
    /// One instance is kept for each value of the arguments, so they must be `Hashable` when
    /// resolved.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: What to register the instances as. Leave it out to use the factory's result.
    ///   - tag: What tells several definitions of one type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments, in a task of its own.
    ///     For a `.scoped` definition it sees the task-local values of the first one that asks, for a
    ///     singleton nobody's. It begins with the first one's priority, which is raised to that of
    ///     others that wait where the system can.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument: Sendable>(
        _ scope: Scope.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory:
            @escaping @Sendable (_ resolver: inout AsyncResolver, repeat each Argument) async throws
            -> T
    ) -> Definition<T> {
        let called = AsyncArgumentFactory<(repeat each Argument), T> { resolver, arguments in
            try await factory(&resolver, repeat each arguments)
        }
        return define(
            ErasedFactory(called),
            as: T.self,
            arguments: (repeat each Argument).self,
            scope.kind,
            tag,
            file,
            line,
            lane: .async
        )
    }
}
