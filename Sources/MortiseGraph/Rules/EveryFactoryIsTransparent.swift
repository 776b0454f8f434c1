// SPDX-License-Identifier: MIT

/// Every definition names its dependencies in its signature, or has run.
///
/// What a factory resolves in its body is not known before it has run, so the results of the other
/// rules prove nothing about it. The same is true of a closure with unregistered parameters that no
/// definition is known to need without arguments.
///
/// Decorators and factories that take run-time arguments do not count: there is nothing to do about
/// them.
public struct EveryFactoryIsTransparent: Sendable {
    /// The code `not-proven`.
    public let code = DiagnosticCode.notProven

    /// Creates the rule.
    public init() {}

    /// Notes in one finding how many factories were not seen yet, and each definition that may lack
    /// a parameter.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The notes.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func findings(in graph: Graph) -> [Diagnostic] {
        let links = Links(graph)
        let isWired = Set(
            links.nodes.indices.filter { links.isWired[$0] }.map { links.definitions[$0] }
        )
        let wired = graph.nodes.indices.filter { isWired.contains($0) }
        let unseen = wired.map { graph.nodes[$0] }.filter {
            $0.transparency == .opaque && $0.isCounted
        }
        let lacking = graph.nodes.indices.filter { !isWired.contains($0) }.compactMap { index in
            unprovided(graph.nodes[index], from: links.views[index], links.index)
        }
        return (unseen.isEmpty ? [] : [finding(about: unseen, in: graph)]) + lacking
    }

    private func finding(about unseen: [Graph.Node], in graph: Graph) -> Diagnostic {
        let count = graph.nodes.count(where: \.isCounted)
        return Diagnostic(
            code,
            severity: .note,
            fact: "\(unseen.count) of \(count) factories not seen yet: \(list(unseen.map(\.key)))",
            hint:
                "auto-wire them, run them in a test, prove them with `mortise prove`, or mark those "
                + "that you have checked with .seen()"
        )
    }

    private func unprovided(
        _ node: Graph.Node,
        from view: Int,
        _ index: Graph.Index
    ) -> Diagnostic? {
        let missing = node.dependencies.filter(node.isParameter).map(\.key).filter { key in
            if case .found = index.lookup(key, from: view) { return false }
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

extension Graph.Node {
    /// Whether it has a factory that can be seen, or proven.
    fileprivate var isCounted: Bool {
        let takesArguments = wiring == .none && !key.arguments.isEmpty
        return forwardsTo == nil && input == nil && collection == nil && !isDecorator
            && !takesArguments
    }
}
