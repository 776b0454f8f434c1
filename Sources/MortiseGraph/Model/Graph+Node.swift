// SPDX-License-Identifier: MIT

extension Graph {
    /// A definition: its key, its lifetime, and its dependencies.
    public struct Node: Hashable, Sendable {
        /// The key that it provides.
        public var key: Key

        /// The lifetime of its instances.
        public var lifetime: Graph.Lifetime

        /// The source location of its registration.
        public var site: SourceSite?

        /// The index of the container it belongs to.
        public var container: Int

        /// The dependencies of the definition.
        ///
        /// If it can be auto-wired, the declared constructor dependencies are its parameters. They
        /// count only for requests without arguments.
        public var dependencies: [Dependency]

        /// How much ``dependencies`` lists.
        public var transparency: Transparency

        /// Whether it can be auto-wired.
        ///
        /// An auto-wirable definition has its parameters as ``Key/arguments``. It also answers the
        /// key without arguments; its parameters are then resolved.
        public var wiring: Wiring

        /// The number of parameters that auto-wiring fills.
        public var arity: Int

        /// The definition whose instance this one returns, if this is a forwarded type.
        public var forwardsTo: Key?

        /// The definitions that it is marked as replacing, if any.
        public var replacing: Replacement?

        /// Whether it is one of several definitions that share one key.
        public var isContributing: Bool

        /// The source locations of the definitions that this one replaced.
        public var replaced: [SourceSite]

        /// Whether it also answers requests with a tag that no other definition of the type has.
        public var answersAnyTag: Bool

        /// Its part in bringing an input from outside, if it is not a definition with a factory.
        public var input: Input?

        /// The kind of collection that it gives, if it collects what contributes to a type.
        public var collection: Collection?

        /// Whether it is a decorator, which wraps what answers its key in its container and in those
        /// that its container searches next.
        ///
        /// No request finds it. With a tag it wraps only definitions with that tag.
        public var isDecorator: Bool

        /// Whether one of the definitions that it replaced answered any tag.
        package var replacesAnyTag = false

        /// Where the definition is that it forwards to, which may be one of several of its key.
        package var forwardsToSite: SourceSite?

        /// How many definitions of that key and place came before it, as in a loop.
        package var forwardsToOrdinal = 0

        /// Where its factory runs, as far as it is known before it ran.
        package var lane = Graph.Lane.synchronous

        /// Whether its instances are made on the main actor and cannot leave it.
        package var staysOnMainActor = false

        /// Creates a definition.
        ///
        /// - Parameters:
        ///   - key: The key that it provides.
        ///   - lifetime: The lifetime of its instances.
        ///   - site: The source location of its registration.
        ///   - container: The index of the container it belongs to.
        ///   - dependencies: The dependencies of the definition.
        ///   - transparency: How much `dependencies` lists.
        ///   - wiring: Whether it can be auto-wired.
        ///   - arity: The number of parameters that auto-wiring fills. Defaults to the number of
        ///     the key's arguments.
        ///   - forwardsTo: The definition whose instance this one returns.
        ///   - replacing: The definitions that it is marked as replacing, if any.
        ///   - isContributing: Whether it is one of several definitions that share one key.
        ///   - replaced: The source locations of the definitions that this one replaced.
        ///   - answersAnyTag: Whether it also answers requests with a tag that no other definition of
        ///     the type has.
        ///   - input: Its part in bringing an input from outside.
        ///   - collection: The kind of collection that it gives.
        ///   - isDecorator: Whether it is a decorator.
        public init(
            _ key: Key,
            lifetime: Graph.Lifetime = .unique,
            site: SourceSite? = nil,
            container: Int = 0,
            dependencies: [Dependency] = [],
            transparency: Transparency = .declared,
            wiring: Wiring = .none,
            arity: Int? = nil,
            forwardsTo: Key? = nil,
            replacing: Replacement? = nil,
            isContributing: Bool = false,
            replaced: [SourceSite] = [],
            answersAnyTag: Bool = false,
            input: Input? = nil,
            collection: Collection? = nil,
            isDecorator: Bool = false
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
            self.replacing = replacing
            self.isContributing = isContributing
            self.replaced = replaced
            self.answersAnyTag = answersAnyTag
            self.input = input
            self.collection = collection
            self.isDecorator = isDecorator
        }
    }
}

extension Graph.Node {
    /// A collection of what contributes to a type: a list, or a dictionary.
    ///
    /// - Parameters:
    ///   - key: The key of the collection.
    ///   - member: The type that its members contribute to.
    ///   - tags: The tags of the members of a dictionary; `nil` for a list.
    ///   - container: The index of the container it belongs to.
    package init(
        _ key: Key,
        collecting member: TypeName,
        by tags: [DefinitionTag]?,
        container: Int
    ) {
        let all = Dependency(Key(member), isOptional: true, isPlural: true)
        self.init(
            key,
            container: container,
            dependencies: tags.map { $0.map { Dependency(Key(member, tag: $0)) } } ?? [all],
            collection: tags == nil ? .list : .keyed
        )
    }

    /// The key that leads to the selected one of several implementations.
    ///
    /// - Parameters:
    ///   - key: The key without a tag.
    ///   - target: The key of the selected one.
    ///   - isKnown: Whether that is registered.
    ///   - container: The index of the container it belongs to.
    package init(_ key: Key, selecting target: Key, isKnown: Bool = true, container: Int) {
        self.init(
            key,
            container: container,
            dependencies: isKnown ? [Dependency(target)] : [],
            forwardsTo: target
        )
    }
}

extension Graph.Node {
    /// How much of a definition's dependencies is known.
    public enum Transparency: String, Hashable, Sendable {
        /// A signature names every dependency.
        case declared

        /// A factory's body hides dependencies, and it has not run yet.
        case opaque

        /// A factory's body hides dependencies. It has run, and those that it resolved are listed.
        case observed
    }

    /// The definitions that a definition replaces: in its container, where they are gone, and in
    /// those that its container searches next, where it hides them.
    public enum Replacement: String, Hashable, Sendable {
        /// All definitions with its type and its tag.
        case anyParameters

        /// Those that also have its parameters.
        case sameParameters
    }

    /// The part of a node in bringing an input from outside.
    public enum Input: String, Hashable, Sendable {
        /// A container expects the input: a scope, a child or an overlay has to bring it.
        case required

        /// A container expects the input, which may be left out.
        case optional

        /// A container brings the input.
        case provided
    }

    /// A collection of what contributes to a type.
    public enum Collection: String, Hashable, Sendable {
        /// A list of what contributes without a tag.
        case list

        /// What contributes with a tag, keyed by tags.
        case keyed
    }

    /// How long its instances live, or what it is otherwise, in a few words.
    package var summary: String {
        if isDecorator { return "decorator" }
        switch input {
        case nil: return collection == nil ? lifetime.description : "collection"
        case .provided: return "input"
        case .required: return scope.map { "input of \($0)" } ?? "input"
        case .optional: return scope.map { "optional input of \($0)" } ?? "optional input"
        }
    }

    private var scope: String? {
        guard case .scoped = lifetime else { return nil }
        return lifetime.description
    }

    /// The dependencies of an instance whose factory sees a container.
    ///
    /// What a factory asked for while it saw another one says nothing: what it got there may have
    /// decided what it asked for next.
    func dependencies(seeing view: Int, _ index: Graph.Index) -> [Dependency] {
        let observers = index.observers(in: view)
        return dependencies.filter { $0.observer.map(observers.contains) ?? true }
    }

    /// The definition with all that was recorded of it, each dependency once.
    ///
    /// What was recorded outside of the graph is left out if the graph has nothing of the kind.
    func withoutObservers(asking index: Graph.Index) -> Self {
        guard dependencies.contains(where: { $0.observer != nil }) else { return self }
        var node = self
        // What an instance has shown is not what its type declares: it has a tag.
        let shown = Set(
            dependencies.filter { $0.evidence == .observed && $0.kind != .constructor }
                .map(\.key.type)
        )
        var seen: Set<Dependency> = []
        node.dependencies = dependencies.compactMap { dependency in
            if dependency.observer != nil, dependency.evidence == .declared,
                shown.contains(dependency.key.type)
            {
                return nil
            }
            if dependency.observer == Dependency.outside, !dependency.isPlural,
                index.lookup(dependency, from: index.view(of: self, from: 0)) == .missing
            {
                return nil
            }
            var dependency = dependency
            dependency.observer = nil
            return seen.insert(dependency).inserted ? dependency : nil
        }
        return node
    }

    /// Whether a definition can be auto-wired.
    public enum Wiring: String, Hashable, Sendable {
        /// It cannot be auto-wired.
        case none

        /// It takes run-time arguments; if none are passed, its parameters are resolved.
        case byClosure

        /// It is registered to be auto-wired.
        case byReference
    }
}
