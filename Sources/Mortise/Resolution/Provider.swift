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
    private let container: WeakContainer
    private let tag: DefinitionTag?
    private let tagRule: Dependency.TagRule

    init(
        _ container: Container,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact
    ) {
        self.container = WeakContainer(container)
        self.tag = tag
        self.tagRule = tagRule
    }

    /// Resolves an instance.
    ///
    /// - Returns: The instance, as the container's `resolve` returns it.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container no longer exists.
    public func resolve() throws -> Instance {
        try living().resolve(Instance.self, tag: tag, by: tagRule)
    }

    /// Resolves an instance with run-time arguments.
    ///
    /// - Parameter arguments: The factory's parameters after the resolver, in order.
    /// - Returns: The instance, as the container's `resolve` returns it.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container no longer exists.
    public func resolve<each Argument>(arguments: repeat each Argument) throws -> Instance {
        guard tagRule == .exact else {
            return try living().resolveOutermost(
                Instance.self,
                tag: tag,
                by: tagRule,
                arguments: repeat each arguments
            )
        }
        return try living().resolve(Instance.self, tag: tag, arguments: repeat each arguments)
    }

    /// Resolves an instance.
    ///
    /// - Returns: The instance, as the container's `resolve` returns it.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container no longer exists.
    public func callAsFunction() throws -> Instance { try resolve() }

    /// Resolves an instance with run-time arguments.
    ///
    /// - Parameter arguments: The factory's parameters after the resolver, in order.
    /// - Returns: The instance, as the container's `resolve` returns it.
    /// - Throws: ``ResolutionError``; with code `container-gone` if the container no longer exists.
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
    static var nothing: Provider? { nil }

    static func deferred(
        to container: Container,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule
    ) -> Provider? {
        Provider(container, tag: tag, by: tagRule)
    }

    static func made<Underlying>(of underlying: Underlying) -> Provider? { nil }
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
        Provider(self, tag: tag?.tag)
    }
}

extension Resolver {
    /// Creates a provider that resolves from the same container as this resolver.
    ///
    /// - Parameters:
    ///   - type: The type to resolve later.
    ///   - tag: The tag to resolve with.
    /// - Returns: The provider. If nothing is registered, using it throws.
    public func provider<T>(
        of type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) -> Provider<T> {
        provider(tag?.tag, by: .exact)
    }

    /// Creates a provider that resolves with the tag that this factory's own instance was requested
    /// with.
    ///
    /// - Parameters:
    ///   - type: The type to resolve later.
    ///   - tag: ``InheritedTag/inherited``.
    /// - Returns: The provider. If nothing is registered, using it throws.
    public func provider<T>(of type: T.Type = T.self, tag: InheritedTag) -> Provider<T> {
        provider(frame.requestedTag, by: .inherited)
    }

    private func provider<T>(
        _ tag: DefinitionTag?,
        by tagRule: Dependency.TagRule
    ) -> Provider<T> {
        let key = KeyWords(type: KeyWords.word(of: Provider<T>.self), tag: tag)
        if frame.pointee.note & FrameFlags.recording != 0 { frame.record(key, tagRule: tagRule) }
        return Provider(frame.view.takeUnretainedValue(), tag: tag, by: tagRule)
    }
}
