// SPDX-License-Identifier: MIT

extension Graph {
    /// A definition: what it provides, for how long, and what it needs.
    public struct Node: Hashable, Sendable {
        /// What it provides.
        public var key: Key

        /// How long its instance lives.
        public var lifetime: Lifetime

        /// Where it was registered.
        public var site: SourceSite?

        /// The index of the container it belongs to.
        public var container: Int

        /// What it needs.
        ///
        /// When it can be auto-wired the declared constructor dependencies are its parameters, and
        /// they count only where it is asked for without arguments.
        public var dependencies: [Dependency]

        /// Whether ``dependencies`` is all there is.
        public var transparency: Transparency

        /// Whether it can be auto-wired.
        ///
        /// One that can has its parameters as ``Key/arguments``, and also answers the key without
        /// arguments: its parameters are then resolved.
        public var wiring: Wiring

        /// How many parameters auto-wiring fills.
        public var arity: Int

        /// The definition whose instance this one hands out, if this is a forwarded type.
        public var forwardsTo: Key?

        /// Whether it is marked as replacing an earlier definition.
        public var isReplacing: Bool

        /// Whether it is one of several definitions meant to live under one key.
        public var isContributing: Bool

        /// Where the definitions of the same key were written that this one replaced.
        public var replaced: [SourceSite]

        /// Creates a definition.
        ///
        /// - Parameters:
        ///   - key: What it provides.
        ///   - lifetime: How long its instance lives.
        ///   - site: Where it was registered.
        ///   - container: The index of the container it belongs to.
        ///   - dependencies: What it needs.
        ///   - transparency: Whether `dependencies` is all there is.
        ///   - wiring: Whether it can be auto-wired.
        ///   - arity: How many parameters auto-wiring fills, or `nil` for as many as the key has
        ///     arguments.
        ///   - forwardsTo: The definition whose instance this one hands out.
        ///   - isReplacing: Whether it is marked as replacing an earlier definition.
        ///   - isContributing: Whether it is one of several meant to live under one key.
        ///   - replaced: Where the definitions were written that this one replaced.
        public init(
            _ key: Key,
            lifetime: Lifetime = .unique,
            site: SourceSite? = nil,
            container: Int = 0,
            dependencies: [Dependency] = [],
            transparency: Transparency = .declared,
            wiring: Wiring = .none,
            arity: Int? = nil,
            forwardsTo: Key? = nil,
            isReplacing: Bool = false,
            isContributing: Bool = false,
            replaced: [SourceSite] = []
        ) {
            self.key = key
            self.lifetime = lifetime
            self.site = site
            self.container = container
            self.dependencies = dependencies
            self.transparency = transparency
            self.wiring = wiring
            self.arity = arity ?? key.arguments.count
            self.forwardsTo = forwardsTo
            self.isReplacing = isReplacing
            self.isContributing = isContributing
            self.replaced = replaced
        }
    }
}

extension Graph.Node {
    /// Whether a definition's dependencies are all known.
    public enum Transparency: String, Hashable, Sendable {
        /// A signature names every dependency.
        case declared

        /// A factory's body hides them, so only those seen while resolving are listed.
        case opaque
    }

    /// Whether a definition can be auto-wired.
    public enum Wiring: String, Hashable, Sendable {
        /// It cannot.
        case none

        /// It takes run-time arguments, and when none are passed its parameters are resolved.
        case byClosure

        /// It is registered to be auto-wired.
        case byReference
    }
}
