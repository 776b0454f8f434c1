// SPDX-License-Identifier: MIT

import MortiseGraph

/// What a provider resolves, and from which container.
struct ProviderSource<Instance>: Sendable {
    private let container: WeakContainer
    let tag: DefinitionTag?
    let tagRule: Dependency.TagRule

    init(_ container: Container, tag: DefinitionTag?, by tagRule: Dependency.TagRule = .exact) {
        self.container = WeakContainer(container)
        self.tag = tag
        self.tagRule = tagRule
    }

    func resolve() throws -> Instance {
        try living().resolve(Instance.self, tag: tag, by: tagRule)
    }

    func resolve<each Argument>(arguments: repeat each Argument) throws -> Instance {
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

    /// The container, if it still exists.
    func living() throws -> Container {
        if let container = container.value { return container }
        let key = KeyWords(type: KeyWords.word(of: Instance.self), tag: tag)
        throw ResolutionError(
            .containerGone,
            [ResolutionError.Entry(key: key, site: nil, relation: .needs)],
            container: nil
        )
    }

    /// An error with the advice which provider to hold instead, if another one can resolve.
    func advised(_ error: any Error) -> any Error {
        guard let error = error as? ResolutionError else { return error }
        let name = TypeName(of: Instance.self)
        switch error.code {
        case .needsAsync:
            return error.advising(
                "hold an AsyncProvider of \(name), or finish it before: await it once"
            )
        case .needsMainActor:
            return error.advising("hold a MainActorProvider of \(name), for use on the main actor")
        default: return error
        }
    }
}

/// A provider, which is resolved without a definition of its own.
protocol DeferredDependency: DerivedDependency {
    associatedtype Instance

    init(source: ProviderSource<Instance>)
}

extension DeferredDependency {
    static var underlyingType: Any.Type { Instance.self }
    static var isDeferred: Bool { true }
    static var nothing: Self? { nil }

    static func deferred(
        to container: Container,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule
    ) -> Self? {
        Self(source: ProviderSource(container, tag: tag, by: tagRule))
    }

    static func made<Underlying>(of underlying: Underlying) -> Self? { nil }
}

extension Resolver {
    /// A provider for the factory that this resolver belongs to.
    func deferred<Deferred: DeferredDependency>(
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact
    ) -> Deferred {
        let key = KeyWords(type: KeyWords.word(of: Deferred.self), tag: tag)
        if frame.pointee.note & FrameFlags.recording != 0 { frame.record(key, tagRule: tagRule) }
        return Deferred(
            source: ProviderSource(frame.view.takeUnretainedValue(), tag: tag, by: tagRule)
        )
    }
}
