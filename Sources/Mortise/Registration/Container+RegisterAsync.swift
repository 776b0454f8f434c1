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
    /// Resolve its instances through ``async``. Resolving one synchronously fails with code
    /// `needs-async`, unless it is cached and finished.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, in the task that resolves and with its task-local values.
    ///     What it throws reaches the caller as ``ResolutionError/underlying``.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable () async throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(AsyncFactory { _ in try await factory() })
        return define(
            factory,
            as: T.self,
            lifetime.kind,
            tag,
            file,
            line,
            kind: .leaf,
            lane: .async
        )
    }

    /// Registers an asynchronous factory whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs once for each kept instance, in a task of its own. For
    ///     a `.scoped` definition it has the task-local values of the first caller, for a singleton
    ///     it has none. It begins with the first caller's priority, which is raised to that of
    ///     other waiting callers where the system can. The task is cancelled when all waiting
    ///     callers are. If it throws, all waiting callers get the error, and the next caller tries
    ///     again.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable () async throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(AsyncFactory { _ in try await factory() })
        return define(
            factory,
            as: T.self,
            lifetime.kind,
            tag,
            file,
            line,
            kind: .leaf,
            lane: .async
        )
    }

    /// Registers an asynchronous factory that resolves what it needs.
    ///
    /// ```swift
    /// container.register { try await Feed(database: $0.resolve()) }
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, in the task that resolves and with its task-local values.
    ///     Gets a resolver that is valid only during the call.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout AsyncResolver) async throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(AsyncFactory(factory))
        return define(factory, as: T.self, lifetime.kind, tag, file, line, lane: .async)
    }

    /// Registers an asynchronous factory that resolves what it needs, and whose instances the
    /// container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Gets a resolver that is valid only during the call. Runs
    ///     once for each kept instance, in a task of its own. For a `.scoped` definition it has the
    ///     task-local values of the first caller, for a singleton it has none. It begins with the
    ///     first caller's priority, which is raised to that of other waiting callers where the
    ///     system can.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout AsyncResolver) async throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(AsyncFactory(factory))
        return define(factory, as: T.self, lifetime.kind, tag, file, line, lane: .async)
    }

    /// Registers an asynchronous factory that resolves some of what it needs and gets the rest as
    /// arguments.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments, in the task that
    ///     resolves and with its task-local values.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T, each Argument>(
        _ lifetime: Lifetime = .unique,
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
            lifetime.kind,
            tag,
            file,
            line,
            lane: .async
        )
    }

    /// Registers an asynchronous factory that resolves some of what it needs and gets the rest as
    /// arguments, and whose instances the container keeps.
    ///
    /// The container keeps one instance for each value of the arguments, so resolving requires
    /// `Hashable` arguments.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments, in a task of its own.
    ///     For a `.scoped` definition it has the task-local values of the first caller, for a
    ///     singleton it has none. It begins with the first caller's priority, which is raised to
    ///     that of other waiting callers where the system can.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument: Sendable>(
        _ lifetime: Lifetime.Caching,
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
            lifetime.kind,
            tag,
            file,
            line,
            lane: .async
        )
    }
}
