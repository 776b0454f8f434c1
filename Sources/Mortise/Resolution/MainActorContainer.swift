// SPDX-License-Identifier: MIT

public import MortiseGraph

extension Container {
    /// The container for code on the main actor, which resolves that actor's definitions without
    /// `await`.
    public var main: MainActorContainer { MainActorContainer(container: self) }
}

/// Registers definitions of the main actor in a container, and resolves them.
///
/// ```swift
/// container.main.register { ViewModel(store: $0.resolve()) }
/// let model = try container.main.resolve(ViewModel.self)
/// ```
///
/// Registering is possible from anywhere, resolving only on the main actor, or with `await` from
/// elsewhere. It resolves everything that the container has, except an unfinished instance with an
/// asynchronous factory. A definition without isolation that needs an instance of the main actor is
/// resolved here or, if that instance is `Sendable`, through ``Container/async``. Elsewhere it
/// fails with code `needs-main-actor`, unless the instance is finished.
///
/// In modules whose default isolation is `MainActor`, types belong to the main actor: register them
/// here.
public struct MainActorContainer: Sendable {
    let container: Container

    // MARK: Resolving

    /// Resolves an instance.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: The tag of the definition, if it has one.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as the container's own `resolve` does.
    @MainActor
    public func resolve<T>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws -> T {
        let tag = tag?.tag
        return try Self.onMainActor { try container.resolve(T.self, tag: tag) }
    }

    /// Resolves an instance with run-time arguments.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: The tag of the definition, if it has one.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as the container's own `resolve` does.
    @MainActor
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        arguments: repeat each Argument
    ) throws -> T {
        let tag = tag?.tag
        return try Self.onMainActor {
            try container.resolve(T.self, tag: tag, arguments: repeat each arguments)
        }
    }

    /// Resolves an instance, or gives `nil` if nothing is registered for its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag of the definition, if it has one.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure, such as a missing dependency.
    @MainActor
    public func resolve<T>(
        _ type: T?.Type,
        tag: (any TagConvertible)? = nil
    ) throws -> T? {
        let tag = tag?.tag
        return try Self.onMainActor { try container.resolve(type, tag: tag) }
    }

    /// Resolves an instance with run-time arguments, or gives `nil` if nothing is registered for
    /// its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag of the definition, if it has one.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure, such as a missing dependency.
    @MainActor
    public func resolve<T, each Argument>(
        _ type: T?.Type,
        tag: (any TagConvertible)? = nil,
        arguments: repeat each Argument
    ) throws -> T? {
        let tag = tag?.tag
        return try Self.onMainActor {
            try container.resolve(type, tag: tag, arguments: repeat each arguments)
        }
    }

    /// Resolves an instance of every contributing definition of a type.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - tag: The tag of the definitions.
    /// - Returns: The instances, in the order of ``Container/resolveAll(_:tag:)``.
    /// - Throws: The first ``ResolutionError``.
    @MainActor
    public func resolveAll<T>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws -> [T] {
        let tag = tag?.tag
        return try Self.onMainActor { try container.resolveAll(T.self, tag: tag) }
    }

    /// Makes all eager singletons, including those of the main actor, and freezes the container.
    ///
    /// - Throws: The first ``ResolutionError``, as ``Container/bootstrap()``.
    @MainActor
    public func bootstrap() throws {
        try Self.onMainActor { try container.bootstrap() }
    }

    /// Runs a body in which this thread may make instances of the main actor.
    @MainActor
    static func onMainActor<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = ThreadRecord.make()
        thread.pointee.mainActorDepth += 1
        defer { thread.pointee.mainActorDepth -= 1 }
        return try body()
    }
}

/// A definition of the main actor, which can be refined until an instance is first built from it.
///
/// Its steps, callbacks and disposers run on the main actor.
public struct MainDefinition<Instance>: Sendable {
    /// The underlying definition.
    public let definition: Definition<Instance>

    init(_ definition: Definition<Instance>) { self.definition = definition }

    /// Adds an injection step, which runs on the main actor after the factory.
    ///
    /// Works like ``Definition/injecting(_:)``.
    ///
    /// - Parameter step: Gets the resolver and the instance, on the main actor.
    /// - Returns: The definition.
    @discardableResult
    public func injecting(
        _ step:
            @escaping @MainActor (_ resolver: inout Resolver, _ instance: Instance) throws -> Void
    ) -> Self {
        definition.injecting(
            unsafeBitCast(
                step,
                to: (@Sendable (inout Resolver, Instance) throws -> Void).self
            )
        )
        return self
    }

    /// Adds a callback that runs when the outermost resolve that made an instance is over.
    ///
    /// Works like ``Definition/didResolve(_:)``.
    ///
    /// - Parameter callback: Gets the instance, on the main actor.
    /// - Returns: The definition.
    @discardableResult
    public func didResolve(_ callback: @escaping @MainActor (Instance) -> Void) -> Self {
        definition.didResolve(unsafeBitCast(callback, to: (@Sendable (Instance) -> Void).self))
        return self
    }

    /// Unavailable: a callback gets the instance and no resolver.
    ///
    /// - Parameter callback: Gets a resolver and the instance.
    /// - Returns: The definition.
    @available(
        *,
        unavailable,
        message: """
            a callback gets only the instance: 'didResolve { instance in … }'; to resolve something for \
            the instance, add a step: 'injecting { resolver, instance in … }'
            """
    )
    @_disfavoredOverload @discardableResult
    public func didResolve(
        _ callback: @escaping @MainActor (inout Resolver, Instance) throws -> Void
    ) -> Self {
        self
    }

    /// Makes this definition resolve another type, too.
    ///
    /// Works like ``Definition/implements(_:tag:file:line:_:)``.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - convert: Converts the instance to the other type: `{ $0 }` wherever that compiles.
    /// - Returns: This definition, not the other one.
    @discardableResult
    public func implements<Other>(
        _ type: Other.Type,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ convert: @escaping @Sendable (Instance) -> Other
    ) -> Self {
        definition.implements(type, tag: tag, file: file, line: line, convert)
        return self
    }

    /// Unavailable: the registered type does not convert to the other type.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - convert: Gives the instance.
    /// - Returns: The definition.
    @available(
        *,
        unavailable,
        message: """
            what was registered does not conform to that type, nor is it of a subclass; the closure must \
            give a value of the type
            """
    )
    @_disfavoredOverload @discardableResult
    public func implements<Other>(
        _ type: Other.Type,
        tag: (any TagConvertible)? = nil,
        _ convert: @escaping @Sendable (Instance) -> Instance
    ) -> Self {
        self
    }

    /// Unavailable: the conversion is missing.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    /// - Returns: The definition.
    @available(*, unavailable, message: "add the conversion: '.implements((any API).self) { $0 }'")
    @discardableResult
    public func implements<Other>(_ type: Other.Type, tag: (any TagConvertible)? = nil) -> Self {
        self
    }

    /// Adds a disposer, which runs when the container that keeps an instance is closed.
    ///
    /// - Parameter dispose: Gets the instance, on the main actor.
    /// - Returns: The definition.
    @discardableResult
    public func onClose(_ dispose: @escaping @MainActor (Instance) async throws -> Void) -> Self {
        definition.onClose { (instance: Instance) async throws in
            let holder = Holder(instance)
            try await Self.run(dispose, holder)
        }
        return self
    }

    @MainActor private static func run(
        _ dispose: @MainActor (Instance) async throws -> Void,
        _ holder: Holder<Instance>
    ) async throws {
        try await dispose(holder.instance)
    }

    /// Makes the definition take the place of every other one of its type and tag, as
    /// ``Definition/replacing(_:)`` does.
    ///
    /// - Parameter replacement: `.sameParameters` to replace only the definitions with the same
    ///   parameters.
    /// - Returns: The definition.
    @discardableResult
    public func replacing(_ replacement: Graph.Node.Replacement = .anyParameters) -> Self {
        definition.replacing(replacement)
        return self
    }

    /// Makes the definition answer requests with any tag, as ``Definition/forAnyTag()`` does.
    ///
    /// - Returns: The definition.
    /// - Precondition: The definition has no tag, and no instance was built from it.
    @discardableResult
    public func forAnyTag() -> Self {
        definition.forAnyTag()
        return self
    }

    /// Makes validation count the definition's factory as seen, as ``Definition/seen()`` does.
    ///
    /// - Returns: The definition.
    @discardableResult
    public func seen() -> Self {
        definition.seen()
        return self
    }

    /// Lets the definition coexist with others of the same key.
    ///
    /// - Returns: The definition.
    @discardableResult
    public func contributing() -> Self {
        definition.contributing()
        return self
    }
}
