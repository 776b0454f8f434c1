// SPDX-License-Identifier: MIT

import MortiseGraph

// Swift 6.3.1 crashes where a closure with wired parameters runs where its caller does. So these
// factories run concurrently, and what they get and give is `Sendable`.
//
// Not in a file of `AsyncContainer`: the first file that the linker meets provides all others with what
// they share, and stays in every program with the pointers to its asynchronous functions.

extension AsyncContainer {
    /// Registers an asynchronous factory whose parameters are resolved, or passed as run-time
    /// arguments.
    ///
    /// ```swift
    /// container.async.register { try await Feed(database: $0) }
    /// ```
    ///
    /// If a dependency fails, the factory does not begin. A factory that takes a resolver is
    /// registered with the container itself.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its parameters. Never runs on the actor of the caller.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument: Sendable>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable @concurrent (repeat each Argument) async throws -> T
    ) -> Definition<T> {
        wire(lifetime.kind, tag, file, line, .byClosure, factory)
    }

    /// Registers an asynchronous factory whose parameters are resolved, or passed as run-time
    /// arguments, and whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its parameters. Never runs on the actor of the caller.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument: Sendable>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable @concurrent (repeat each Argument) async throws -> T
    ) -> Definition<T> {
        wire(lifetime.kind, tag, file, line, .byClosure, factory)
    }

    /// Registers an asynchronous initializer or another function whose parameters are resolved.
    ///
    /// ```swift
    /// container.async.register(autowiring: Feed.init)
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the function's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - function: Makes an instance from its parameters. Never runs on the actor of the caller.
    /// - Returns: The definition, to be refined.
    @_disfavoredOverload  // A trailing closure has no label, and means `factory`.
    @discardableResult
    public func register<T: Sendable, each Argument: Sendable>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        autowiring function:
            @escaping @Sendable @concurrent (repeat each Argument) async throws -> T
    ) -> Definition<T> {
        wire(lifetime.kind, tag, file, line, .byReference, function)
    }

    /// Registers an asynchronous initializer or another function whose parameters are resolved, and
    /// whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the function's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - function: Makes an instance from its parameters. Never runs on the actor of the caller.
    /// - Returns: The definition, to be refined.
    @_disfavoredOverload  // A trailing closure has no label, and means `factory`.
    @discardableResult
    public func register<T: Sendable, each Argument: Sendable>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        autowiring function:
            @escaping @Sendable @concurrent (repeat each Argument) async throws -> T
    ) -> Definition<T> {
        wire(lifetime.kind, tag, file, line, .byReference, function)
    }

    private func wire<T: Sendable, each Argument: Sendable>(
        _ lifetime: EngineLifetime,
        _ tag: (any TagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        _ wiring: Graph.Node.Wiring,
        _ function: @escaping @Sendable @concurrent (repeat each Argument) async throws -> T
    ) -> Definition<T> {
        let called = AsyncArgumentFactory<(repeat each Argument), T> { _, arguments in
            try await function(repeat each arguments)
        }
        let wired = AsyncFactory<T> { resolver in
            try await function(repeat try await resolver.resolve((each Argument).self))
        }
        return container.define(
            ErasedFactory(wired),
            called: ErasedFactory(called),
            lifetime,
            tag,
            file,
            line,
            wiring: wiring,
            lane: .async,
            with: repeat (each Argument).self
        )
    }
}

// MARK: - Messages of the compiler

extension AsyncContainer {
    /// Unavailable: ``Container`` registers a factory that takes a resolver.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - factory: Makes an instance.
    /// - Returns: A definition.
    @available(
        *,
        unavailable,
        message: """
            a factory that takes a resolver is registered with the container itself, as in \
            'container.register { try await Feed(database: $0.resolve()) }'
            """
    )
    @discardableResult
    public func register<T>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        factory: @escaping @Sendable (inout AsyncResolver) async throws -> T
    ) -> Definition<T> {
        fatalError("not available")
    }

    /// Unavailable: ``Container`` registers a factory that takes a resolver.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - factory: Makes an instance.
    /// - Returns: A definition.
    @available(
        *,
        unavailable,
        message: """
            a factory that takes a resolver is registered with the container itself, as in \
            'container.register { try await Feed(database: $0.resolve()) }'
            """
    )
    @discardableResult
    public func register<T>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        factory: @escaping @Sendable (inout AsyncResolver) async throws -> T
    ) -> Definition<T> {
        fatalError("not available")
    }
}

extension Container {
    /// Unavailable: ``async`` wires asynchronous factories.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - factory: Makes an instance.
    /// - Returns: A definition.
    @available(
        *,
        unavailable,
        message: """
            what an asynchronous factory needs is wired by the container's 'async', as in \
            'container.async.register { try await Feed(database: $0) }'
            """
    )
    @discardableResult
    public func register<T, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        factory: @escaping @Sendable @concurrent (repeat each Argument) async throws -> T
    ) -> Definition<T> {
        fatalError("not available")
    }

    /// Unavailable: ``async`` wires asynchronous factories.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - factory: Makes an instance.
    /// - Returns: A definition.
    @available(
        *,
        unavailable,
        message: """
            what an asynchronous factory needs is wired by the container's 'async', as in \
            'container.async.register { try await Feed(database: $0) }'
            """
    )
    @discardableResult
    public func register<T, each Argument>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        factory: @escaping @Sendable @concurrent (repeat each Argument) async throws -> T
    ) -> Definition<T> {
        fatalError("not available")
    }

    /// Unavailable: ``async`` wires asynchronous functions.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - function: Makes an instance.
    /// - Returns: A definition.
    @available(
        *,
        unavailable,
        message: """
            what an asynchronous function needs is wired by the container's 'async', as in \
            'container.async.register(autowiring: Feed.init)'
            """
    )
    @_disfavoredOverload @discardableResult
    public func register<T, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        autowiring function:
            @escaping @Sendable @concurrent (repeat each Argument) async throws -> T
    ) -> Definition<T> {
        fatalError("not available")
    }

    /// Unavailable: ``async`` wires asynchronous functions.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - function: Makes an instance.
    /// - Returns: A definition.
    @available(
        *,
        unavailable,
        message: """
            what an asynchronous function needs is wired by the container's 'async', as in \
            'container.async.register(autowiring: Feed.init)'
            """
    )
    @_disfavoredOverload @discardableResult
    public func register<T, each Argument>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        autowiring function:
            @escaping @Sendable @concurrent (repeat each Argument) async throws -> T
    ) -> Definition<T> {
        fatalError("not available")
    }
}
