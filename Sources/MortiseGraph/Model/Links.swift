// SPDX-License-Identifier: MIT

/// The dependencies of a graph, each with the definition that answers it.
///
/// The parameters of a definition that is registered with a closure are dependencies only if
/// another definition needs it without arguments. Otherwise they are left out; registered ones may
/// be kept, because other code might resolve the definition without arguments.
///
/// A dependency is looked up from the container that the definition's factory sees: the one that is
/// asked, or the one that keeps the instance. So a definition has a node for each container that it
/// is made for, with what is known for that one, and a decorator one for each node that it wraps:
/// with the key and the lifetime of what it wraps. The first nodes are those of the graph, as its first container sees them.
package final class Links {
    let graph: Graph
    let index: Graph.Index

    /// The nodes: those of the graph, then those that are also made for other containers.
    private(set) var nodes: [Graph.Node]

    /// The number of each node's definition in the graph.
    private(set) var definitions: [Int]

    /// The container that each node's factory sees.
    private(set) var views: [Int]

    /// For every node of a decorator that wraps something, the node inside it.
    private var inner: [Int?]

    private var places: [Place: Int] = [:]

    /// The links of every node, in the order of its dependencies; what a decorator wraps comes first.
    package private(set) var of: [[Link]] = []

    /// Whether each node's parameters, if it has any, are resolved.
    private(set) var isWired: [Bool] = []

    /// Finds the answer of every dependency.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - keepsRegisteredParameters: Whether registered parameters are kept if no definition is
    ///     known to need them.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies, for each
    ///   container that a definition is made for.
    package init(_ graph: Graph, keepsRegisteredParameters: Bool = false) {
        let index = Graph.Index(graph)
        self.graph = graph
        self.index = index
        nodes = graph.nodes
        definitions = Array(graph.nodes.indices)
        views = graph.nodes.map { index.view(of: $0, from: 0) }
        inner = graph.nodes.map { _ in nil }
        if graph.nodes.contains(where: \.isDecorator) {
            for definition in graph.nodes.indices { _ = wrapped(definition, from: 0) }
        }
        while of.count < views.count { of.append(linksOfNext()) }
        isWired = autoWired()
        for node in of.indices where !isWired[node] {
            of[node].removeAll { link in
                link.isParameter && !(keepsRegisteredParameters && link.target != nil)
            }
        }
    }

    /// The links of the first node that has none yet; their targets get nodes.
    private func linksOfNext() -> [Link] {
        let (node, view) = (of.count, views[of.count])
        let original = inner[node].map { inner in
            [Link(toOriginal: nodes[inner].key, definitions[inner]).leading { _ in inner }]
        }
        return (original ?? [])
            + Self.links(of: nodes[node], from: view, index).map { link in
                link.leading { wrapped($0, from: view) }
            }
    }

    /// The node of a definition that a container asks for, inside the decorators that wrap it.
    private func wrapped(_ definition: Int, from view: Int) -> Int {
        index.decorators(of: definition, from: view).reduce(plain(definition, from: view)) {
            inner,
            decorator in
            var wrapper = graph.nodes[decorator]
            wrapper.key = nodes[inner].key
            wrapper.wiring = nodes[inner].wiring
            let kept = keeper(of: inner)
            let home = index.view(of: wrapper, from: view)
            // The scope keeps what it decorates for itself, unless one inside it keeps the original.
            let isInside =
                home != kept.view && index.isOnWay(home, from: kept.view)
                || kept.lifetime.scopeName.map { !isOpen($0, from: view) } ?? false
            if wrapper.decoratedScope == nil || !kept.lifetime.isCaching || isInside {
                wrapper.lifetime = kept.lifetime
            }
            return add(wrapper, of: decorator, from: view, around: inner)
        }
    }

    /// The definition that a node gives instances of, inside the decorators that wrap it.
    func innermost(of node: Int) -> Int {
        var node = node
        while let next = inner[node] { node = next }
        return definitions[node]
    }

    private func plain(_ definition: Int, from view: Int) -> Int {
        add(graph.nodes[definition], of: definition, from: view)
    }

    private func add(
        _ node: Graph.Node,
        of definition: Int,
        from view: Int,
        around inner: Int? = nil
    ) -> Int {
        let seen = index.view(of: node, from: view)
        if inner == nil, seen == views[definition] { return definition }
        let place = Place(definition: definition, view: seen, inner: inner)
        if let known = places[place] { return known }
        places[place] = nodes.count
        nodes.append(node)
        definitions.append(definition)
        views.append(seen)
        self.inner.append(inner)
        return nodes.count - 1
    }

    /// The lifetime of a node's instances, and the container that its factory sees: for a forwarded
    /// type, those of the definition.
    private func keeper(of node: Int) -> (lifetime: Graph.Lifetime, view: Int) {
        var (node, view) = (nodes[node], views[node])
        // A definition may forward to one that forwards, but not in a ring.
        for _ in graph.nodes {
            guard case .found(let all) = Self.source(of: node, from: view, index),
                let last = all.last
            else { break }
            node = graph.nodes[last]
            view = index.view(of: node, from: view)
        }
        return (node.lifetime, view)
    }

    /// The definition that a node forwards to: its own if that contributes, or the nearest of the key.
    private static func source(
        of node: Graph.Node,
        from view: Int,
        _ index: Graph.Index
    ) -> Graph.Lookup? {
        guard let key = node.forwardsTo else { return nil }
        if let site = node.forwardsToSite {
            let own = index.known(key, from: view).filter {
                index.nodes[$0].site == site && index.nodes[$0].isContributing
            }
            if own.indices.contains(node.forwardsToOrdinal) {
                return .found([own[node.forwardsToOrdinal]])
            }
        }
        return index.lookup(key, from: view)
    }

    /// The dependencies of a definition that is made for a container.
    private static func links(
        of node: Graph.Node,
        from view: Int,
        _ index: Graph.Index
    ) -> [Link] {
        let source = Self.source(of: node, from: view, index)
        let forwarding = node.forwardsTo.map { key in
            let link = Link(to: key, relation: .forwards)
            return source.map { link.answered(by: $0) } ?? link
        }
        let needing = node.dependencies(seeing: view, index).flatMap { dependency -> [Link] in
            let link = Link(
                dependency,
                isOptional: index.mayBeMissing(dependency, from: view),
                isParameter: node.isParameter(dependency)
            )
            // What it forwards to it does not need besides.
            if dependency.key == node.forwardsTo { return [] }
            guard dependency.isPlural else { return [link] }
            return index.answers(toAllOf: dependency.key, from: view).map { link.answered(by: $0) }
        }
        return ((forwarding.map { [$0] } ?? []) + needing).map { link in
            link.isAnswered
                ? link
                : link.answered(by: index.lookup(link.key, from: view, tagRule: link.tagRule))
        }
    }

    /// Finds, for every node, whether its parameters are resolved.
    private func autoWired() -> [Bool] {
        var isWired = nodes.indices.map { !takesArguments($0) }
        var waiting = Array(of.indices)
        while let node = waiting.popLast() {
            // A provider may pass arguments.
            for link in of[node]
            where link.relation != .deferred && (!link.isParameter || isWired[node]) {
                let passesNothing =
                    link.passesOn ? isWired[node] : link.key.arguments.isEmpty
                guard let target = link.target, passesNothing, !isWired[target] else { continue }
                isWired[target] = true
                waiting.append(target)
            }
        }
        return isWired
    }

    /// Whether a node's instances need arguments, unless its parameters are resolved: for a forwarded
    /// type, those of the definition.
    private func takesArguments(_ node: Int) -> Bool {
        var node = node
        // A definition may forward to one that forwards, but not in a ring.
        for _ in nodes {
            guard let forward = of[node].first(where: { $0.relation == .forwards }),
                let target = forward.target
            else { break }
            node = target
        }
        return nodes[node].wiring == .byClosure && !nodes[node].key.arguments.isEmpty
    }

    /// These links with one node for each definition, for drawings.
    ///
    /// Each is as the graph's first container sees it, with all that was recorded, whichever container
    /// a factory saw.
    package static func drawn(_ graph: Graph) -> Links {
        let index = Graph.Index(graph)
        let graph = Graph(
            graph.nodes.map { $0.withoutObservers(asking: index) },
            containers: graph.containers,
            installations: graph.installations
        )
        let links = Links(graph, keepsRegisteredParameters: true)
        let count = graph.nodes.count
        let definitions = links.definitions
        let drawn = links.of.map { $0.map { $0.leading(to: $0.target.map { definitions[$0] }) } }
        links.of = Array(drawn.prefix(count))
        for node in links.nodes.indices.dropFirst(count) {
            let definition = definitions[node]
            if links.isWired[node] { links.isWired[definition] = true }
            guard let inner = links.inner[node] else { continue }
            let known = links.of[definition].prefix { $0.isOriginal }
            guard !known.contains(where: { $0.target == definitions[inner] }) else { continue }
            links.of[definition].insert(drawn[node][0], at: known.count)
        }
        links.nodes = graph.nodes
        links.definitions = Array(graph.nodes.indices)
        return links
    }

    /// Whether a scope of a name is open where a node's factory asks.
    func isOpen(_ scope: String, for node: Int) -> Bool { isOpen(scope, from: views[node]) }

    /// Whether a container is inside a scope of a name, or is one.
    func isOpen(_ scope: String, from view: Int) -> Bool {
        index.containers(from: view).contains { index.container($0).role.scope == scope }
    }

    /// Whether a link leads to an input that it may do without.
    func mayDoWithout(_ node: Int, for link: Link) -> Bool {
        nodes[node].input == .optional && (link.isOptional || link.key != nodes[node].key)
    }

    /// The nodes that no other node needs, in order.
    var roots: [Int] {
        var isNeeded = Array(repeating: false, count: of.count)
        for (node, links) in of.enumerated() {
            for case let target? in links.map(\.target) where target != node {
                isNeeded[target] = true
            }
        }
        return isNeeded.indices.filter { !isNeeded[$0] }
    }

    /// A step for a node.
    ///
    /// A node whose parameters are resolved has a step without arguments, as it is requested.
    func step(
        _ node: Int,
        relation: Diagnostic.Relation = .needs,
        isRepeated: Bool = false
    ) -> Diagnostic.Step {
        let definition = nodes[node]
        let isAskedForPlainly =
            definition.wiring != .none && isWired[node] && relation != .candidate
        return Diagnostic.Step(
            isAskedForPlainly ? definition.key.withoutArguments : definition.key,
            at: definition.site,
            relation: relation,
            isDecorator: definition.isDecorator,
            isRepeated: isRepeated
        )
    }
}

/// What a node is: a definition, as a container sees it, or a decorator around another node.
private struct Place: Hashable, Sendable {
    let definition: Int
    let view: Int
    let inner: Int?
}

/// A dependency and its answer.
package struct Link: Sendable {
    package let key: Key
    package let relation: Diagnostic.Relation
    package let isOptional: Bool
    let isParameter: Bool
    let tagRule: Dependency.TagRule
    /// The lane in which a provider resolves, if that is known.
    private(set) var lane: Graph.Lane?
    /// Whether it leads from a decorator to what that wraps.
    let isOriginal: Bool
    /// The definitions that answer, by their numbers in the graph.
    private(set) var answer = Graph.Lookup.missing
    private(set) var isAnswered = false
    /// The node that resolving takes, if there is exactly one.
    package private(set) var target: Int?

    init(to key: Key, relation: Diagnostic.Relation) {
        self.key = key
        self.relation = relation
        isOptional = false
        isParameter = false
        isOriginal = false
        tagRule = .exact
    }

    init(toOriginal key: Key, _ definition: Int) {
        self.key = key
        relation = .needs
        isOptional = false
        isParameter = false
        isOriginal = true
        tagRule = .exact
        answer = .found([definition])
        isAnswered = true
    }

    init(_ dependency: Dependency, isOptional: Bool, isParameter: Bool) {
        key = dependency.key
        relation = Diagnostic.Relation(dependency.kind)
        self.isOptional = isOptional
        self.isParameter = isParameter
        isOriginal = false
        tagRule = dependency.tagRule
        lane = dependency.lane
    }

    func answered(by answer: Graph.Lookup) -> Link {
        var link = self
        link.answer = answer
        link.isAnswered = true
        return link
    }

    /// This link, with its target.
    ///
    /// - Parameter place: Returns the node of a definition.
    /// - Returns: The link.
    func leading(to place: (_ definition: Int) -> Int) -> Link {
        leading(to: definition.map(place))
    }

    func leading(to target: Int?) -> Link {
        var link = self
        link.target = target
        return link
    }

    /// Whether it leads on with the arguments that the definition is asked with.
    var passesOn: Bool { relation == .forwards || isOriginal }

    /// The definitions that answer, if the request takes them.
    var answers: [Int] {
        guard case .found(let definitions) = answer else { return [] }
        return definitions
    }

    /// The definition that resolving takes, if there is exactly one.
    private var definition: Int? {
        switch answer {
        case .found(let definitions): definitions.last
        // The caller of the provider passes the arguments.
        case .argumentMismatch(let definitions) where relation == .deferred: definitions.last
        default: nil
        }
    }
}

extension Graph.Node {
    /// Whether a dependency is a parameter that auto-wiring fills.
    func isParameter(_ dependency: Dependency) -> Bool {
        wiring == .byClosure && dependency.kind == .constructor && dependency.evidence == .declared
            && !isDecorator
    }
}
