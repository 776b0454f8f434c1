// SPDX-License-Identifier: MIT

/// A key that a definition needs in order to build its instance.
public struct Dependency: Hashable, Sendable {
    /// The needed key.
    public var key: Key

    /// The time when it is needed.
    public var kind: Kind

    /// Whether a signature names it or a resolve recorded it.
    public var evidence: Evidence

    /// Whether it was requested explicitly as an optional, so that it may be missing.
    public var isOptional: Bool

    /// Whether all definitions that contribute to the key are needed, however many there are.
    public var isPlural: Bool

    /// How a tag of the key is looked up.
    public var tagRule: TagRule

    /// The lane in which a provider resolves it later, if that is known.
    package var lane: Graph.Lane?

    /// The index of the only container for which it is known.
    ///
    /// That is the one that the factory saw when this was recorded; ``outside`` if it is not in the
    /// graph. `nil` if it is needed whichever container the factory sees.
    package var observer: Int?

    /// The index of all containers that are not in the graph.
    package static let outside = -1

    /// Creates a dependency.
    ///
    /// - Parameters:
    ///   - key: The needed key.
    ///   - kind: The time when it is needed.
    ///   - evidence: Whether a signature names it or a resolve recorded it.
    ///   - isOptional: Whether it may be missing.
    ///   - isPlural: Whether all definitions that contribute to the key are needed.
    ///   - tagRule: How a tag of the key is looked up.
    public init(
        _ key: Key,
        kind: Kind = .constructor,
        evidence: Evidence = .declared,
        isOptional: Bool = false,
        isPlural: Bool = false,
        tagRule: TagRule = .exact
    ) {
        self.key = key
        self.kind = kind
        self.evidence = evidence
        self.isOptional = isOptional
        self.isPlural = isPlural
        self.tagRule = tagRule
    }
}

extension Dependency {
    /// The time when a dependency is needed.
    public enum Kind: String, Hashable, Sendable {
        /// The instance cannot be made without it.
        case constructor

        /// It is set once the instance exists, so it may lead back to the instance.
        case property

        /// A provider resolves it later. It is never part of a cycle, and nothing holds it.
        case deferred
    }

    /// Whether a dependency was declared or recorded.
    public enum Evidence: String, Hashable, Sendable {
        /// A signature names it.
        case declared

        /// It was recorded while resolving.
        case observed
    }
}
