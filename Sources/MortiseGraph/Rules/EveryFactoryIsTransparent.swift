// SPDX-License-Identifier: MIT

/// Every definition names its dependencies in its signature.
///
/// A factory that resolves in its body may have unrecorded dependencies, so the results of the
/// other rules prove nothing about it. The same is true of a closure with unregistered parameters
/// that no definition is known to need without arguments.
public struct EveryFactoryIsTransparent: GraphRule {
    /// The code `not-proven`.
    public let code = DiagnosticCode.notProven

    /// Creates the rule.
    public init() {}

    /// Notes every definition whose factory may hide a dependency, or may lack one.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The notes in the order of the definitions.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func findings(in graph: Graph) -> [Diagnostic] {
        let links = Links(graph)
        return graph.nodes.indices.compactMap { index in
            let node = graph.nodes[index]
            if !links.isWired[index] { return unprovided(node, links.index) }
            return node.transparency == .opaque ? hidden(node) : nil
        }
    }

    private func hidden(_ node: Graph.Node) -> Diagnostic {
        let seen = list(node.dependencies.map(\.key))
        return Diagnostic(
            code,
            severity: .note,
            fact: seen.isEmpty
                ? "The factory of \(node.key) hides what it needs, and nothing was seen so far"
                : "The factory of \(node.key) may need more than was seen: \(seen)",
            path: [Diagnostic.Step(node.key, at: node.site)],
            hint: "auto-wire it, so that its signature says what it needs"
        )
    }

    private func unprovided(_ node: Graph.Node, _ index: Graph.Index) -> Diagnostic? {
        let missing = node.dependencies.filter(node.isParameter).map(\.key).filter { key in
            if case .found = index.lookup(key, from: node.container) { return false }
            return true
        }
        guard !missing.isEmpty else { return nil }
        let type = Key(node.key.type, tag: node.key.tag)
        return Diagnostic(
            code,
            severity: .note,
            fact: "\(type) cannot be resolved without arguments: nothing provides \(list(missing))",
            path: [Diagnostic.Step(node.key, at: node.site)],
            hint: "if it is meant to be, register what is missing"
        )
    }

    private func list(_ keys: [Key]) -> String {
        let names = keys.prefix(8).map(\.description).joined(separator: ", ")
        return keys.count > 8 ? "\(names) and \(keys.count - 8) more" : names
    }
}
