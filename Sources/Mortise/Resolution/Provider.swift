// SPDX-License-Identifier: MIT

import MortiseGraph

/// Resolves later: lazily, repeatedly, or with arguments.
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
/// A provider needs no definition of its own: ask for one, or take one as an auto-wired parameter.
/// It may be used from any thread. It does not keep its container alive, and in a graph it holds
/// nothing: it is a way out of a cycle.
public struct Provider<Instance>: Sendable {
    private let container: WeakContainer
    private let tag: DefinitionTag?

    init(_ container: Container, tag: DefinitionTag?) {
        self.container = WeakContainer(container)
        self.tag = tag
    }

    /// Resolves an instance.
    ///
    /// - Returns: What the container's `resolve` returns.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container is gone.
    public func resolve() throws -> Instance {
        try living().resolve(Instance.self, tag: tag)
    }

    /// Resolves an instance with run-time arguments.
    ///
    /// - Parameter arguments: What the factory takes after the resolver, in order.
    /// - Returns: What the container's `resolve` returns.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container is gone.
    public func resolve<each Argument>(arguments: repeat each Argument) throws -> Instance {
        try living().resolve(Instance.self, tag: tag, arguments: repeat each arguments)
    }

    /// Resolves an instance.
    ///
    /// - Returns: What the container's `resolve` returns.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container is gone.
    public func callAsFunction() throws -> Instance { try resolve() }

    /// Resolves an instance with run-time arguments.
    ///
    /// - Parameter arguments: What the factory takes after the resolver, in order.
    /// - Returns: What the container's `resolve` returns.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container is gone.
    public func callAsFunction<each Argument>(_ arguments: repeat each Argument) throws -> Instance
    {
        try resolve(arguments: repeat each arguments)
    }

    private func living() throws -> Container {
        if let container = container.value { return container }
        let key = KeyWords(type: KeyWords.word(of: Instance.self), tag: tag)
        throw ResolutionError(
            .containerGone,
            [ResolutionError.Entry(key: key, site: nil, relation: .needs)],
            container: nil
        )
    }
}

extension Provider: DerivedDependency {
    static var underlyingType: Any.Type { Instance.self }
    static var isDeferred: Bool { true }

    static func deferred(to container: Container, tag: DefinitionTag?) -> Provider? {
        Provider(container, tag: tag)
    }

    static func made<Underlying>(of underlying: Underlying) -> Provider? { nil }
}

extension Container {
    /// A provider of instances of this container.
    ///
    /// - Parameters:
    ///   - type: What to resolve later.
    ///   - tag: The tag to resolve with.
    /// - Returns: The provider. Whether anything is registered is found out when it is used.
    public func provider<T>(
        of type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) -> Provider<T> {
        Provider(self, tag: tag?.tag)
    }
}

extension Resolver {
    /// A provider of instances of the container that was asked.
    ///
    /// - Parameters:
    ///   - type: What to resolve later.
    ///   - tag: The tag to resolve with.
    /// - Returns: The provider. Whether anything is registered is found out when it is used.
    public func provider<T>(
        of type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) -> Provider<T> {
        let key = KeyWords(type: KeyWords.word(of: Provider<T>.self), tag: tag?.tag)
        if frame.pointee.note & FrameFlags.recording != 0 { frame.record(key) }
        return Provider(frame.view.takeUnretainedValue(), tag: tag?.tag)
    }

    /// A provider that resolves with the tag that this factory's own instance was asked for with.
    ///
    /// - Parameters:
    ///   - type: What to resolve later.
    ///   - tag: ``InheritedTag/inherited``.
    /// - Returns: The provider. Whether anything is registered is found out when it is used.
    public func provider<T>(of type: T.Type = T.self, tag: InheritedTag) -> Provider<T> {
        provider(of: T.self, tag: frame.requestedTag)
    }
}
