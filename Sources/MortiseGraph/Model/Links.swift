// SPDX-License-Identifier: MIT

/// The dependencies of a graph, each with the definition that answers it.
///
/// The parameters of a definition that is registered with a closure are dependencies only if
/// another definition needs it without arguments. Otherwise they are left out; registered ones may
/// be kept, because other code might resolve the definition without arguments.
///
/// Each dependency is looked up from the container of its definition.
struct Links: Sendable {
    let graph: Graph
    let index: Graph.Index

    /// The links of every node, in the order of its dependencies.
    private(set) var of: [[Link]]

    /// Whether each node's parameters, if it has any, are resolved.
    private(set) var isWired: [Bool] = []

    /// Finds the answer of every dependency.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - keepsRegisteredParameters: Whether registered parameters are kept if no definition is
    ///     known to need them.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    init(_ graph: Graph, keepsRegisteredParameters: Bool = false) {
        let index = Graph.Index(graph)
        self.graph = graph
        self.index = index
        of = graph.nodes.map { node in
            let forwarding = node.forwardsTo.map { Link(to: $0, relation: .forwards) }
            let needing = node.dependencies.flatMap { dependency in
                let link = Link(dependency, isParameter: node.isParameter(dependency))
                guard dependency.isPlural else { return [link] }
                return index.all(dependency.key, from: node.container).map {
                    link.answered(by: .found([$0]))
                }
            }
            return ((forwarding.map { [$0] } ?? []) + needing).map { link in
                link.isAnswered
                    ? link
                    : link.answered(
                        by: index.lookup(link.key, from: node.container, tagRule: link.tagRule)
                    )
            }
        }
        isWired = autoWired()
        for node in of.indices where !isWired[node] {
            of[node].removeAll { link in
                link.isParameter && !(keepsRegisteredParameters && link.target != nil)
            }
        }
    }

    /// Finds, for every node, whether its parameters are resolved.
    private func autoWired() -> [Bool] {
        var isWired = graph.nodes.map { $0.wiring != .byClosure || $0.key.arguments.isEmpty }
        var waiting = Array(of.indices)
        while let node = waiting.popLast() {
            // A provider may pass arguments.
            for link in of[node]
            where link.relation != .deferred && (!link.isParameter || isWired[node]) {
                let passesNothing = link.key.arguments.isEmpty
                let passesOn = link.relation == .forwards && isWired[node]
                guard let target = link.target, passesNothing || passesOn else { continue }
                guard !isWired[target] else { continue }
                isWired[target] = true
                waiting.append(target)
            }
        }
        return isWired
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
        let definition = graph.nodes[node]
        let isAskedForPlainly =
            definition.wiring != .none && isWired[node] && relation != .candidate
        return Diagnostic.Step(
            isAskedForPlainly ? definition.key.withoutArguments : definition.key,
            at: definition.site,
            relation: relation,
            isRepeated: isRepeated
        )
    }
}

/// A dependency and its answer.
struct Link: Sendable {
    let key: Key
    let relation: Diagnostic.Relation
    let isOptional: Bool
    let isParameter: Bool
    let tagRule: Dependency.TagRule
    private(set) var answer = Graph.Lookup.missing
    private(set) var isAnswered = false

    init(to key: Key, relation: Diagnostic.Relation) {
        self.key = key
        self.relation = relation
        isOptional = false
        isParameter = false
        tagRule = .exact
    }

    init(_ dependency: Dependency, isParameter: Bool) {
        key = dependency.key
        relation = Diagnostic.Relation(dependency.kind)
        isOptional = dependency.isOptional
        self.isParameter = isParameter
        tagRule = dependency.tagRule
    }

    func answered(by answer: Graph.Lookup) -> Link {
        var link = self
        link.answer = answer
        link.isAnswered = true
        return link
    }

    /// The node that resolving takes, if there is exactly one.
    var target: Int? {
        switch answer {
        case .found(let nodes): nodes.last
        // The caller of the provider passes the arguments.
        case .argumentMismatch(let nodes) where relation == .deferred: nodes.last
        default: nil
        }
    }
}

extension Graph.Node {
    /// Whether a dependency is a parameter that auto-wiring fills.
    func isParameter(_ dependency: Dependency) -> Bool {
        wiring == .byClosure && dependency.kind == .constructor && dependency.evidence == .declared
    }
}
