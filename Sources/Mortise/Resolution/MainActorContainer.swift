// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// The container for code on the main actor: resolves what is made there, without `await`.
    public var main: MainActorContainer { MainActorContainer(container: self) }
}

/// A container as the main actor sees it.
///
/// ```swift
/// container.main.register { ViewModel(store: $0.resolve()) }
/// let model = try container.main.resolve(ViewModel.self)
/// ```
///
/// Registering is possible from anywhere, resolving only on the main actor, or with `await` from
/// elsewhere. Everything the container has can be resolved through it. A definition without
/// isolation that needs one of the main actor's can be resolved only here: elsewhere it is error
/// `needs-main-actor`.
///
/// In modules whose default isolation is `MainActor` types belong to the main actor: register them
/// here.
public struct MainActorContainer: Sendable {
    let container: Container

    // MARK: Resolving

    /// Resolves an instance.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - tag: A tag, if a tagged definition is meant.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``, as the container's own `resolve`.
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
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - tag: A tag, if a tagged definition is meant.
    ///   - arguments: What the factory takes after the resolver, in order.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``, as the container's own `resolve`.
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

    /// Resolves an instance of every contributing definition of a type.
    ///
    /// - Parameters:
    ///   - type: What to resolve.
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

    /// Makes all eager singletons, those of the main actor too, and freezes the container.
    ///
    /// - Throws: The first ``ResolutionError``, as ``Container/bootstrap()``.
    @MainActor
    public func bootstrap() throws {
        try Self.onMainActor { try container.bootstrap() }
    }

    /// Lets the running thread make what belongs to the main actor, while a body runs.
    @MainActor
    static func onMainActor<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = ThreadRecord.make()
        thread.pointee.mainActorDepth += 1
        defer { thread.pointee.mainActorDepth -= 1 }
        return try body()
    }
}

/// What registering with the main actor's view returns: one definition, to be refined before it is
/// first built from.
///
/// What refines it runs on the main actor.
public struct MainDefinition<Instance>: Sendable {
    /// The definition itself.
    public let definition: Definition<Instance>

    init(_ definition: Definition<Instance>) { self.definition = definition }

    /// Adds a step that runs after the factory, as ``Definition/injecting(_:)``.
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

    /// Adds a callback for when the outermost resolve that made an instance is over, as
    /// ``Definition/didResolve(_:)``.
    ///
    /// - Parameter callback: Gets the instance, on the main actor.
    /// - Returns: The definition.
    @discardableResult
    public func didResolve(_ callback: @escaping @MainActor (Instance) -> Void) -> Self {
        definition.didResolve(unsafeBitCast(callback, to: (@Sendable (Instance) -> Void).self))
        return self
    }

    /// Has another type resolved by this definition, as ``Definition/implements(_:tag:file:line:_:)``.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - convert: Gives the instance as the other type: `{ $0 }` wherever that compiles.
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

    /// Says how to dispose of an instance when the container that keeps it is closed.
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

    /// Says that the definition replaces an earlier one of the same key on purpose.
    ///
    /// - Returns: The definition.
    @discardableResult
    public func replacing() -> Self {
        definition.replacing()
        return self
    }

    /// Says that the definition lives beside others of the same key.
    ///
    /// - Returns: The definition.
    @discardableResult
    public func contributing() -> Self {
        definition.contributing()
        return self
    }
}
