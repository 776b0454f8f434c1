// SPDX-License-Identifier: MIT

extension Diagnostic {
    /// One step on the path to a mistake.
    public struct Step: Hashable, Sendable {
        /// The key that is needed here.
        public var key: Key

        /// The source location of its registration, or `nil` if it has none.
        public var site: SourceSite?

        /// The relation of the previous step to this one.
        ///
        /// The relation of the first step is not printed.
        public var relation: Relation

        /// The property of the previous step that this one fills, if it is known.
        public var label: String?

        /// Whether a decorator makes the instance; the next step may be what it wraps.
        public var isDecorator: Bool

        /// Whether this is one of the two ends of a cycle.
        public var isRepeated: Bool

        /// Creates a step.
        ///
        /// - Parameters:
        ///   - key: The key that is needed here.
        ///   - site: The source location of its registration.
        ///   - relation: The relation of the previous step to this one.
        ///   - label: The property of the previous step that this one fills.
        ///   - isDecorator: Whether a decorator makes the instance.
        ///   - isRepeated: Whether this is one of the two ends of a cycle.
        public init(
            _ key: Key,
            at site: SourceSite? = nil,
            relation: Relation = .needs,
            label: String? = nil,
            isDecorator: Bool = false,
            isRepeated: Bool = false
        ) {
            self.key = key
            self.site = site
            self.relation = relation
            self.label = label
            self.isDecorator = isDecorator
            self.isRepeated = isRepeated
        }
    }

    /// The relation of one step to the next.
    public enum Relation: Hashable, Sendable {
        /// The next step is needed to make this one.
        case needs

        /// The next step is set as a property once this one exists.
        case property

        /// A provider in this step resolves the next one later.
        case deferred

        /// This step is a forwarded type of the next one.
        case forwards

        /// The next step is one of several candidates.
        case candidate

        /// The same key is registered again here.
        case again

        /// The next step is another one that the finding is about.
        case beside

        /// The next step follows this one in time.
        case following
    }
}

extension Diagnostic.Relation {
    /// Creates the relation of a dependency.
    ///
    /// - Parameter kind: The kind of the dependency.
    public init(_ kind: Dependency.Kind) {
        switch kind {
        case .constructor: self = .needs
        case .property: self = .property
        case .deferred: self = .deferred
        }
    }
}

extension Diagnostic.Step {
    /// Whether it may be what a decorator wraps: another definition of its key.
    fileprivate func isInside(_ decorator: Diagnostic.Step) -> Bool {
        key.type == decorator.key.type && key.tag == decorator.key.tag && site != decorator.site
    }
}

extension [Diagnostic.Step] {
    /// The advice on a path into a cycle that no property closes.
    package var adviceOnCycle: String {
        let begin = firstIndex(where: \.isRepeated) ?? startIndex
        let round = self[begin...].dropFirst()
        if let advice = adviceOnDecorator { return advice }
        let needed = round.filter { $0.relation != .forwards }
        switch (needed.count, round.first { $0.relation == .forwards }) {
        case (0, let forwarded?):
            return forwarded.key.adviceOnForwardingBack
        case (1, _?):
            return
                "\(needed[0].key) comes from that definition itself: make the instance in its "
                + "factory, or ask for another one by its tag"
        default:
            return "set one of them as a property with .injecting { … }, or hold a provider of it"
        }
    }
}

extension [Diagnostic.Step] {
    /// The advice on a decorator that led into the cycle itself: its next step in the round is not
    /// what it wraps.
    package var adviceOnDecorator: String? {
        let begin = firstIndex(where: \.isRepeated) ?? startIndex
        for index in indices.dropFirst(begin + 1) where self[index - 1].isDecorator {
            if self[index].isInside(self[index - 1]) { continue }
            return
                "the decorator gets the original as its argument; what it resolves must not need "
                + "\(self[index - 1].key)"
        }
        return nil
    }
}

extension Key {
    /// The advice on a type that a definition forwards to itself.
    var adviceOnForwardingBack: String {
        "leave .implements(\(type.literal)) out: it leads back to the definition itself"
    }
}
