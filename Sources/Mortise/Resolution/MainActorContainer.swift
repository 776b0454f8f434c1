// SPDX-License-Identifier: MIT

import MortiseGraph

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

    /// Resolves an instance, with run-time arguments if its factory takes some.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: The tag of the definition, if it has one.
    ///   - arguments: The factory's parameters after the resolver, in order, if it has some.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as the container's own `resolve` does.
    @MainActor
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        arguments: repeat each Argument
    ) throws -> T {
        let tag = tag?.tag
        // Faster where there are none.
        guard (repeat each Argument).self != Void.self else {
            return try Self.onMainActor { try container.resolve(T.self, tag: tag, by: .exact) }
        }
        return try Self.onMainActor {
            try container.resolve(T.self, tag: tag, arguments: repeat each arguments)
        }
    }

    /// Resolves an instance, or gives `nil` if nothing is registered for its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag of the definition, if it has one.
    ///   - arguments: The factory's parameters after the resolver, in order, if it has some.
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
public struct MainDefinition<Instance>: RefinableDefinition {
    /// The underlying definition.
    public let definition: Definition<Instance>

    init(_ definition: Definition<Instance>) { self.definition = definition }

    /// Refines the definition at once, in ways that do not depend on the main actor.
    ///
    /// - Parameter refine: Gets the underlying definition. Runs once, before the method returns.
    /// - Returns: The definition.
    @discardableResult
    public func refined(_ refine: @escaping @Sendable (Definition<Instance>) -> Void) -> Self {
        refine(definition)
        return self
    }

    /// Adds an injection step, which runs on the main actor after the factory.
    ///
    /// Works like ``UnisolatedDefinition/injecting(in:_:)``.
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
    /// Works like ``UnisolatedDefinition/didResolve(_:)``.
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
}
