// SPDX-License-Identifier: MIT

import MortiseGraph

extension MainActorContainer {
    /// Registers a factory isolated to the main actor whose parameters are resolved, or passed as
    /// run-time arguments.
    ///
    /// ```swift
    /// container.main.register { FeedModel(feed: $0) }
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(lifetime.kind, tag, file, line, .mainActor, .byClosure, factory)
    }

    /// Registers a factory isolated to the main actor whose parameters are resolved, or passed as
    /// run-time arguments, whose `Sendable` instances may leave it.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(lifetime.kind, tag, file, line, .mainActorSendable, .byClosure, factory)
    }

    /// Registers a factory isolated to the main actor whose parameters are resolved, or passed as
    /// run-time arguments, and whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(lifetime.kind, tag, file, line, .mainActorSendable, .byClosure, factory)
    }

    /// Registers an initializer or another function of the main actor whose parameters are resolved.
    ///
    /// ```swift
    /// container.main.register(autowiring: FeedModel.init)
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the function's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - function: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @_disfavoredOverload  // A trailing closure has no label, and means `factory`.
    @discardableResult
    public func register<T, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        autowiring function: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(lifetime.kind, tag, file, line, .mainActor, .byReference, function)
    }

    /// Registers an initializer or another function of the main actor whose parameters are resolved,
    /// and whose `Sendable` instances may leave it.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the function's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - function: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @_disfavoredOverload  // A trailing closure has no label, and means `factory`.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        autowiring function: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(lifetime.kind, tag, file, line, .mainActorSendable, .byReference, function)
    }

    /// Registers an initializer or another function of the main actor whose parameters are resolved,
    /// and whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the function's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - function: Makes an instance from its parameters, on the main actor.
    /// - Returns: The definition, to be refined.
    @_disfavoredOverload  // A trailing closure has no label, and means `factory`.
    @discardableResult
    public func register<T: Sendable, each Argument>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        autowiring function: @escaping @MainActor (repeat consuming each Argument) throws -> T
    ) -> MainDefinition<T> {
        wire(lifetime.kind, tag, file, line, .mainActorSendable, .byReference, function)
    }

    private func wire<T, each Argument>(
        _ lifetime: EngineLifetime,
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
                lifetime,
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
