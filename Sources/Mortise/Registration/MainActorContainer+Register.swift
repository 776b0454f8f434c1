// SPDX-License-Identifier: MIT

import MortiseGraph

extension MainActorContainer {
    /// Registers a factory isolated to the main actor.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor () throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), scope.kind, tag, file, line, .mainActor)
    }

    /// Registers a factory isolated to the main actor, whose `Sendable` instances may leave it.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor () throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), scope.kind, tag, file, line, .mainActorSendable)
    }

    /// Registers a factory isolated to the main actor, whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ scope: Scope.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor () throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), scope.kind, tag, file, line, .mainActorSendable)
    }

    /// Registers a factory isolated to the main actor that resolves what it needs.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor. Gets a resolver that is valid only during
    ///     the call.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), scope.kind, tag, file, line, .mainActor)
    }

    /// Registers a factory isolated to the main actor that resolves what it needs, whose `Sendable`
    /// instances may leave it.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor. Gets a resolver that is valid only during
    ///     the call.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), scope.kind, tag, file, line, .mainActorSendable)
    }

    /// Registers a factory isolated to the main actor that resolves what it needs, and whose
    /// instances the container keeps.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor. Gets a resolver that is valid only during
    ///     the call.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ scope: Scope.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), scope.kind, tag, file, line, .mainActorSendable)
    }

    /// Registers a factory isolated to the main actor that resolves some of what it needs and gets
    /// the rest as arguments.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T, each Argument>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver, repeat each Argument) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), scope.kind, tag, file, line, .mainActor)
    }

    /// Registers a factory isolated to the main actor that resolves some of what it needs and gets
    /// the rest as arguments, whose `Sendable` instances may leave it.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver, repeat each Argument) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), scope.kind, tag, file, line, .mainActorSendable)
    }

    /// Registers a factory isolated to the main actor that resolves some of what it needs and gets
    /// the rest as arguments, and whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ scope: Scope.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver, repeat each Argument) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), scope.kind, tag, file, line, .mainActorSendable)
    }
}

// MARK: - Auto-wiring

extension MainActorContainer {
    /// Registers a factory isolated to the main actor whose parameters are resolved, or passed as
    /// run-time arguments.
    ///
    /// ```swift
    /// container.main.register { FeedModel(feed: $0) }
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T, each Argument>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(scope.kind, tag, file, line, .mainActor, .byClosure, factory)
    }

    /// Registers a factory isolated to the main actor whose parameters are resolved, or passed as
    /// run-time arguments, whose
    /// `Sendable` instances may leave it.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(scope.kind, tag, file, line, .mainActorSendable, .byClosure, factory)
    }

    /// Registers a factory isolated to the main actor whose parameters are resolved, or passed as
    /// run-time arguments, and whose
    /// instances the container keeps.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ scope: Scope.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(scope.kind, tag, file, line, .mainActorSendable, .byClosure, factory)
    }

    /// Registers an initializer or another function of the main actor whose parameters are resolved.
    ///
    /// ```swift
    /// container.main.register(autowiring: FeedModel.init)
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the function's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - function: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @_disfavoredOverload  // A trailing closure has no label, and means `factory`.
    @discardableResult
    public func register<T, each Argument>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        autowiring function: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(scope.kind, tag, file, line, .mainActor, .byReference, function)
    }

    /// Registers an initializer or another function of the main actor whose parameters are resolved,
    /// and whose `Sendable` instances may leave it.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the function's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - function: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @_disfavoredOverload  // A trailing closure has no label, and means `factory`.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ scope: Scope = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        autowiring function: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(scope.kind, tag, file, line, .mainActorSendable, .byReference, function)
    }

    /// Registers an initializer or another function of the main actor whose parameters are resolved,
    /// and whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: The type to register. Defaults to the function's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - function: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @_disfavoredOverload  // A trailing closure has no label, and means `factory`.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ scope: Scope.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        autowiring function: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(scope.kind, tag, file, line, .mainActorSendable, .byReference, function)
    }
}

// MARK: - Implementation

extension MainActorContainer {
    private func define<T>(
        _ factory: MainFactory<T>,
        _ scope: EngineScope,
        _ tag: (any TagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        _ lane: Slot.Lane
    ) -> MainDefinition<T> {
        let (erased, kind) = (factory.erased, factory.kind)
        return MainDefinition(
            container.define(
                erased,
                as: T.self,
                arguments: factory.arguments,
                scope,
                tag,
                file,
                line,
                kind: kind,
                lane: lane
            )
        )
    }

    private func wire<T, each Argument>(
        _ scope: EngineScope,
        _ tag: (any TagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        _ lane: Slot.Lane,
        _ wiring: Graph.Node.Wiring,
        _ function: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        let called = MainFactory<T> { (_: inout Resolver, arguments: repeat each Argument) in
            try function(repeat each arguments)
        }
        let wired = MainFactory<T> { resolver in
            try function(repeat resolver.resolve((each Argument).self))
        }
        return MainDefinition(
            container.define(
                wired.erased,
                called: called.erased,
                scope,
                tag,
                file,
                line,
                wiring: wiring,
                lane: lane,
                with: repeat (each Argument).self
            )
        )
    }
}

/// A factory isolated to the main actor.
///
/// Stored without its isolation: the caller must run it on the main actor.
private struct MainFactory<T> {
    let erased: ErasedFactory
    var arguments: Any.Type = Void.self
    var kind = Slot.Kind.factory

    init(_ factory: @escaping @MainActor () throws -> T) {
        let factory = unsafeBitCast(factory, to: (@Sendable () throws -> T).self)
        erased = ErasedFactory(Factory { _ in try factory() })
        kind = .leaf
    }

    init(_ factory: @escaping @MainActor (inout Resolver) throws -> T) {
        typealias Call = @Sendable (inout Resolver) throws -> T
        erased = ErasedFactory(Factory(unsafeBitCast(factory, to: Call.self)))
    }

    init<each Argument>(
        _ factory: @escaping @MainActor (inout Resolver, repeat each Argument) throws -> T
    ) {
        typealias Call = @Sendable (inout Resolver, (repeat each Argument)) throws -> T
        let call: @MainActor (inout Resolver, (repeat each Argument)) throws -> T = {
            try factory(&$0, repeat each $1)
        }
        erased = ErasedFactory(ArgumentFactory(unsafeBitCast(call, to: Call.self)))
        arguments = (repeat each Argument).self
    }
}
