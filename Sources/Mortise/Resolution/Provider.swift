// SPDX-License-Identifier: MIT

import MortiseGraph

/// A handle that resolves later: lazily, repeatedly, or with arguments.
///
/// ```swift
/// container.register { Cache(makeEntry: $0) }   // init(makeEntry: Provider<Entry>)
///
/// final class Cache {
///     let makeEntry: Provider<Entry>
///     func refresh() throws { entries.append(try makeEntry()) }
/// }
/// ```
///
/// A provider needs no definition of its own: resolve one, or take one as an auto-wired parameter.
/// Thread-safe. It does not keep its container alive. It breaks a cycle, because it does not
/// resolve until it is used.
public struct Provider<Instance>: Sendable {
    let source: ProviderSource<Instance>

    /// Resolves an instance, with run-time arguments if its factory takes some.
    ///
    /// - Parameter arguments: The factory's parameters after the resolver, in order, if it has
    ///   some.
    /// - Returns: The instance, as the container's `resolve` returns it.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container no longer exists.
    public func callAsFunction<each Argument>(_ arguments: repeat each Argument) throws -> Instance
    {
        do {
            return try source.resolve(arguments: repeat each arguments)
        } catch { throw source.advised(error) }
    }
}

extension Provider: DeferredDependency {
    static var lane: Graph.Lane? { .synchronous }
}

extension Container {
    /// Creates a provider that resolves from this container.
    ///
    /// - Parameters:
    ///   - type: The type to resolve later.
    ///   - tag: The tag to resolve with.
    /// - Returns: The provider. If nothing is registered, using it throws.
    public func provider<T>(
        of type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) -> Provider<T> {
        deferred(tag: tag?.tag)
    }
}

extension Resolver {
    /// Creates a provider that resolves from the same container as this resolver.
    ///
    /// - Parameters:
    ///   - type: The type to resolve later.
    ///   - tag: The tag to resolve with, or ``RequestTag/inherited``.
    /// - Returns: The provider. If nothing is registered, using it throws.
    public func provider<T>(
        of type: T.Type = T.self,
        tag: (any RequestTag)? = nil
    ) -> Provider<T> {
        deferred(tag: tag)
    }
}
