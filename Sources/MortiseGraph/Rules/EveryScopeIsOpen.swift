// SPDX-License-Identifier: MIT

/// Every scope that a kept instance needs is open, and has a name that is known.
///
/// An instance that an open scope keeps gets its dependencies from that scope. If one of them lives in
/// a scope with another name, that one must enclose the first: opening it later does not help.
///
/// A scope that is not open yet is no mistake. But a name that occurs once, and nearly is the name of
/// a scope that is open or expects an input, or that several definitions use, is a warning.
public struct EveryScopeIsOpen: Sendable {
    /// The code `missing-scope`.
    public let code = DiagnosticCode.missingScope

    private let opened: @Sendable () -> Set<String>

    /// Creates the rule.
    ///
    /// - Parameter opened: Returns the names of further scopes that are open, beside the containers of
    ///   the graph. Called at most once for each graph, on the calling thread.
    public init(opened: @escaping @Sendable () -> Set<String> = { [] }) { self.opened = opened }

    /// Reports every instance of an open scope that needs an instance of a scope which does not
    /// enclose it, and every name of a scope that is probably misspelt.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings: first the scopes that are not open, then the names.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies, plus the steps
    ///   of the paths that are reported, and O(*s*²) for *s* names of scopes.
    public func findings(in graph: Graph) -> [Diagnostic] {
        let names = ScopeNames(graph)
        guard !names.isEmpty else { return [] }
        return unreachable(in: graph) + names.unknown(opened: opened)
    }

    private func unreachable(in graph: Graph) -> [Diagnostic] {
        guard graph.containers.contains(where: { $0.role.scope != nil }) else { return [] }
        let links = Links(graph, keepsRegisteredParameters: true)
        let ways = links.waysToClosedScopes
        return links.nodes.indices.compactMap { node in
            guard links.isKept(inOpenScope: node), let way = ways.path(from: node),
                let last = way.steps.last,
                case .scoped(let name) = links.nodes[way.last].lifetime
            else { return nil }
            let path = [links.step(node)] + way.steps
            return Diagnostic(
                code,
                fact: "\(last.key) lives in a scope \"\(name)\", which does not enclose the "
                    + "\"\(links.index.container(links.views[node]).name)\" that keeps "
                    + "\(path[0].key)",
                path: path,
                hint: "open it inside that scope, or pass the instance as an argument where it "
                    + "is used"
            )
        }
    }
}

/// The names of scopes in a graph, and where they occur.
private struct ScopeNames: Sendable {
    private let graph: Graph
    /// The definitions that live in each scope, and the inputs that it expects.
    private var nodes: [String: [Graph.Node]] = [:]
    /// The containers of the graph that are scopes.
    private let scopes: Set<String>

    init(_ graph: Graph) {
        self.graph = graph
        scopes = Set(graph.containers.compactMap(\.role.scope))
        for node in graph.nodes {
            guard case .scoped(let name) = node.lifetime else { continue }
            nodes[name, default: []].append(node)
        }
    }

    var isEmpty: Bool { nodes.isEmpty }

    /// The warnings about names that are probably misspelt.
    func unknown(opened: () -> Set<String>) -> [Diagnostic] {
        let suspects = nodes.keys.sorted().filter(mayBeUnknown)
        let unused = scopes.sorted().filter { nodes[$0] == nil }
        guard !(suspects + unused).isEmpty else { return [] }
        let open = scopes.union(opened())
        var misspelt: Set<String> = []
        let definitions = suspects.compactMap { name -> Diagnostic? in
            guard !open.contains(name), let node = nodes[name]?.first,
                let meant = names(like: name, beside: open)
                    .first(where: { isKnown($0, beside: node, open) })
            else { return nil }
            misspelt.insert(name)
            return warning(
                "\(node.key) belongs to a scope \"\(name)\", a name that nothing else uses",
                about: node,
                hint: open.contains(meant)
                    ? "a scope \"\(meant)\" is open: are the two the same?" : "is it \"\(meant)\"?"
            )
        }
        let containers = unused.compactMap { name -> Diagnostic? in
            guard
                let meant = names(like: name, beside: [])
                    .first(where: { !open.contains($0) && !misspelt.contains($0) }),
                let node = nodes[meant]?.first
            else { return nil }
            return warning(
                "A scope \"\(name)\" is open, but nothing belongs to it",
                about: node,
                hint: "is it \"\(meant)\"?"
            )
        }
        return definitions + containers
    }

    private func warning(
        _ fact: String,
        about node: Graph.Node,
        hint: String
    ) -> Diagnostic {
        Diagnostic(
            .missingScope,
            severity: .warning,
            fact: fact,
            path: [Diagnostic.Step(node.key, at: node.site)],
            hint: hint
        )
    }

    /// Whether a name occurs only once, in a definition or as that of an input.
    private func mayBeUnknown(_ name: String) -> Bool {
        nodes[name]?.count == 1 && !scopes.contains(name)
    }

    /// Whether a name is more certain than that of a definition.
    private func isKnown(_ name: String, beside node: Graph.Node, _ open: Set<String>) -> Bool {
        let own = nodes[name] ?? []
        return open.contains(name) || own.count > 1
            || own.contains { $0.input != nil } && node.input == nil
    }

    /// The names that a name may be a misspelling of; not those that differ in a number.
    private func names(like name: String, beside open: Set<String>) -> [String] {
        NearMisses.names(like: name, among: Set(nodes.keys).union(open)).filter { other in
            other.filter { !$0.isNumber } != name.filter { !$0.isNumber }
        }
    }
}
