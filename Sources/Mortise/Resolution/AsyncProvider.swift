// SPDX-License-Identifier: MIT

import MortiseGraph

/// A handle that resolves later and with `await`: lazily, repeatedly, or with arguments.
///
/// ```swift
/// container.register(.singleton) { Uploads(connect: $0) }
///
/// final class Uploads: Sendable {
///     let connect: AsyncProvider<Connection>
///     func send(_ file: File) async throws { try await connect().send(file) }
/// }
/// ```
///
/// It resolves what ``Container/async`` resolves. Otherwise it is like a ``Provider``: it needs no
/// definition of its own, does not keep its container alive, and breaks a cycle. A synchronous
/// factory can take one and does not run again, because nothing is awaited before it is used.
public struct AsyncProvider<Instance>: Sendable {
    let source: ProviderSource<Instance>
}

extension AsyncProvider: DeferredDependency {
    static var lane: Graph.Lane? { .asynchronous }
}

extension AsyncContainer {
    /// Creates a provider that resolves from this container.
    ///
    /// - Parameters:
    ///   - type: The type to resolve later.
    ///   - tag: The tag to resolve with.
    /// - Returns: The provider. If nothing is registered, using it throws.
    public func provider<T>(
        of type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) -> AsyncProvider<T> {
        container.deferred(tag: tag?.tag)
    }
}

extension Resolver {
    /// Creates a provider for asynchronous code that resolves from the same container as this
    /// resolver.
    ///
    /// - Parameters:
    ///   - type: The type to resolve later.
    ///   - tag: The tag to resolve with, or ``RequestTag/inherited``.
    /// - Returns: The provider. If nothing is registered, using it throws.
    public func asyncProvider<T>(
        of type: T.Type = T.self,
        tag: (any RequestTag)? = nil
    ) -> AsyncProvider<T> {
        deferred(tag: tag)
    }
}

extension AsyncResolver {
    /// Creates a provider for asynchronous code that resolves from the same container as this
    /// resolver.
    ///
    /// - Parameters:
    ///   - type: The type to resolve later.
    ///   - tag: The tag to resolve with, or ``RequestTag/inherited``.
    /// - Returns: The provider. If nothing is registered, using it throws.
    public func asyncProvider<T>(
        of type: T.Type = T.self,
        tag: (any RequestTag)? = nil
    ) -> AsyncProvider<T> {
        deferred(tag: tag)
    }
}
