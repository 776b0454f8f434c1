// SPDX-License-Identifier: MIT

/// Every definition says in its signature what it needs.
///
/// A factory that resolves in its body may need more than was seen, so nothing that the other rules
/// say about it is proven.
public struct EveryFactoryIsTransparent: GraphRule {
    /// The code `not-proven`.
    public let code = DiagnosticCode.notProven

    /// Creates the rule.
    public init() {}

    /// Notes every definition whose factory may hide what it needs.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The notes in the order of the definitions.
    /// - Complexity: O(*n* + *e*) for *n* definitions and *e* dependencies.
    public func findings(in graph: Graph) -> [Diagnostic] {
        graph.nodes.filter { $0.transparency == .opaque }.map { node in
            let seen = node.dependencies.prefix(8).map(\.key.description).joined(separator: ", ")
            let more = node.dependencies.count > 8 ? " and \(node.dependencies.count - 8) more" : ""
            return Diagnostic(
                code,
                severity: .note,
                fact: seen.isEmpty
                    ? "The factory of \(node.key) hides what it needs, and nothing was seen so far"
                    : "The factory of \(node.key) may need more than was seen: \(seen)\(more)",
                path: [Diagnostic.Step(node.key, at: node.site)],
                hint: "auto-wire it, so that its signature says what it needs"
            )
        }
    }
}
