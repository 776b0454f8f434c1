// SPDX-License-Identifier: MIT

extension Diagnostic {
    /// One step on the way to a mistake.
    public struct Step: Hashable, Sendable {
        /// What is needed here.
        public var key: Key

        /// Where it is registered, or `nil` if it is not.
        public var site: SourceSite?

        /// How the step before leads to this one.
        ///
        /// The first step's is not printed.
        public var relation: Relation

        /// The property of the step before that this one is for, if it is known.
        public var label: String?

        /// Whether this is one of the two ends of a cycle.
        public var isRepeated: Bool

        /// Creates a step.
        ///
        /// - Parameters:
        ///   - key: What is needed here.
        ///   - site: Where it is registered.
        ///   - relation: How the step before leads to this one.
        ///   - label: The property of the step before that this one is for.
        ///   - isRepeated: Whether this is one of the two ends of a cycle.
        public init(
            _ key: Key,
            at site: SourceSite? = nil,
            relation: Relation = .needs,
            label: String? = nil,
            isRepeated: Bool = false
        ) {
            self.key = key
            self.site = site
            self.relation = relation
            self.label = label
            self.isRepeated = isRepeated
        }
    }

    /// How one step leads to the next.
    public enum Relation: Hashable, Sendable {
        /// To be made it needs the next.
        case needs

        /// The next is set on it once it exists.
        case property

        /// A provider it holds resolves the next later.
        case deferred

        /// It is a forwarded type of the next.
        case forwards

        /// The next is one of several that could be meant.
        case candidate

        /// The same key is registered again here.
        case again
        /// Comes after the one before, in time.
        case following
    }
}

extension Diagnostic.Relation {
    /// Creates the relation that a dependency is.
    ///
    /// - Parameter kind: When the dependency is needed.
    public init(_ kind: Dependency.Kind) {
        switch kind {
        case .constructor: self = .needs
        case .property: self = .property
        case .deferred: self = .deferred
        }
    }
}
