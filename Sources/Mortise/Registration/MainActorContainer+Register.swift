// SPDX-License-Identifier: MIT

extension MainActorContainer {
    /// Registers a factory isolated to the main actor.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor () throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), lifetime.kind, tag, file, line, .mainActor)
    }

    /// Registers a factory isolated to the main actor, whose `Sendable` instances may leave it.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor () throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), lifetime.kind, tag, file, line, .mainActorSendable)
    }

    /// Registers a factory isolated to the main actor, whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor () throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), lifetime.kind, tag, file, line, .mainActorSendable)
    }

    /// Registers a factory isolated to the main actor that resolves what it needs.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor. Gets a resolver that is valid only during
    ///     the call.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), lifetime.kind, tag, file, line, .mainActor)
    }

    /// Registers a factory isolated to the main actor that resolves what it needs, whose `Sendable`
    /// instances may leave it.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor. Gets a resolver that is valid only during
    ///     the call.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), lifetime.kind, tag, file, line, .mainActorSendable)
    }

    /// Registers a factory isolated to the main actor that resolves what it needs, and whose
    /// instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance, on the main actor. Gets a resolver that is valid only during
    ///     the call.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), lifetime.kind, tag, file, line, .mainActorSendable)
    }

    /// Registers a factory isolated to the main actor that resolves some of what it needs and gets
    /// the rest as arguments.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver, repeat each Argument) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), lifetime.kind, tag, file, line, .mainActor)
    }

    /// Registers a factory isolated to the main actor that resolves some of what it needs and gets
    /// the rest as arguments, whose `Sendable` instances may leave it.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver, repeat each Argument) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), lifetime.kind, tag, file, line, .mainActorSendable)
    }

    /// Registers a factory isolated to the main actor that resolves some of what it needs and gets
    /// the rest as arguments, and whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (_ resolver: inout Resolver, repeat each Argument) throws -> T
    ) -> MainDefinition<T> {
        define(MainFactory(factory), lifetime.kind, tag, file, line, .mainActorSendable)
    }
}

// MARK: - Implementation

extension MainActorContainer {
    private func define<T>(
        _ factory: MainFactory<T>,
        _ lifetime: EngineLifetime,
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
                lifetime,
                tag,
                file,
                line,
                kind: kind,
                lane: lane
            )
        )
    }
}

/// A factory isolated to the main actor.
///
/// Stored without its isolation: the caller must run it on the main actor.
struct MainFactory<T> {
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
