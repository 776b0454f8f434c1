// SPDX-License-Identifier: MIT

import MortiseGraph

/// A handle that resolves later on the main actor: lazily, repeatedly, or with arguments.
///
/// ```swift
/// container.main.register { Coordinator(makeDetail: $0) }
///
/// @MainActor final class Coordinator {
///     let makeDetail: MainActorProvider<DetailModel>
///     func show(_ id: Int) throws { detail = try makeDetail(id) }
/// }
/// ```
///
/// It resolves what ``Container/main`` resolves. Otherwise it is like a ``Provider``: it needs no
/// definition of its own, does not keep its container alive, and breaks a cycle. It may be held and
/// passed anywhere. Only using it needs the main actor.
public struct MainActorProvider<Instance>: Sendable {
    let source: ProviderSource<Instance>

    /// Resolves an instance, with run-time arguments if its factory takes some.
    ///
    /// - Parameter arguments: The factory's parameters after the resolver, in order, if it has
    ///   some.
    /// - Returns: The instance, as ``MainActorContainer`` resolves it.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container no longer exists.
    @MainActor
    public func callAsFunction<each Argument>(
        _ arguments: repeat each Argument
    ) throws -> Instance {
        do {
            return try MainActorContainer.onMainActor {
                try source.resolve(arguments: repeat each arguments)
            }
        } catch { throw source.advised(error) }
    }
}

extension MainActorProvider: DeferredDependency {
    static var lane: Graph.Lane? { .main }
}

extension MainActorContainer {
    /// Creates a provider that resolves from this container.
    ///
    /// - Parameters:
    ///   - type: The type to resolve later.
    ///   - tag: The tag to resolve with.
    /// - Returns: The provider. If nothing is registered, using it throws.
    public func provider<T>(
        of type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) -> MainActorProvider<T> {
        container.deferred(tag: tag?.tag)
    }
}

extension Resolver {
    /// Creates a provider for the main actor that resolves from the same container as this
    /// resolver.
    ///
    /// - Parameters:
    ///   - type: The type to resolve later.
    ///   - tag: The tag to resolve with, or ``RequestTag/inherited``.
    /// - Returns: The provider. If nothing is registered, using it throws.
    public func mainActorProvider<T>(
        of type: T.Type = T.self,
        tag: (any RequestTag)? = nil
    ) -> MainActorProvider<T> {
        deferred(tag: tag)
    }
}

extension AsyncResolver {
    /// Creates a provider for the main actor that resolves from the same container as this
    /// resolver.
    ///
    /// - Parameters:
    ///   - type: The type to resolve later.
    ///   - tag: The tag to resolve with, or ``RequestTag/inherited``.
    /// - Returns: The provider. If nothing is registered, using it throws.
    public func mainActorProvider<T>(
        of type: T.Type = T.self,
        tag: (any RequestTag)? = nil
    ) -> MainActorProvider<T> {
        deferred(tag: tag)
    }
}
