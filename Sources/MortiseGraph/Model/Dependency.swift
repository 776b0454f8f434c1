// SPDX-License-Identifier: MIT

/// Something a definition needs in order to build its instance.
public struct Dependency: Hashable, Sendable {
    /// What is needed.
    public var key: Key

    /// When it is needed.
    public var kind: Kind

    /// How it is known.
    public var evidence: Evidence

    /// Whether it was asked for explicitly as an optional, so that nothing need provide it.
    public var isOptional: Bool

    /// Whether every definition that contributes to the key is needed, however many there are.
    public var isPlural: Bool

    /// Creates a dependency.
    ///
    /// - Parameters:
    ///   - key: What is needed.
    ///   - kind: When it is needed.
    ///   - evidence: How it is known.
    ///   - isOptional: Whether nothing need provide it.
    ///   - isPlural: Whether every definition that contributes to it is needed.
    public init(
        _ key: Key,
        kind: Kind = .constructor,
        evidence: Evidence = .declared,
        isOptional: Bool = false,
        isPlural: Bool = false
    ) {
        self.key = key
        self.kind = kind
        self.evidence = evidence
        self.isOptional = isOptional
        self.isPlural = isPlural
    }
}

extension Dependency {
    /// When a dependency is needed.
    public enum Kind: String, Hashable, Sendable {
        /// The instance cannot be made without it.
        case constructor

        /// It is set once the instance exists, so it may lead back to the instance.
        case property

        /// A provider resolves it later. It is never part of a cycle, and nothing holds it.
        case deferred
    }

    /// How a dependency is known.
    public enum Evidence: String, Hashable, Sendable {
        /// A signature says so.
        case declared

        /// It was seen while resolving.
        case observed
    }
}
