// SPDX-License-Identifier: MIT

/// No key is registered twice in one container without being marked.
///
/// A definition marked as replacing may replace another, and those marked as contributing may share
/// a key with each other.
public struct EveryKeyIsRegisteredOnce: GraphRule {
    /// The code `duplicate-binding`.
    public let code = DiagnosticCode.duplicateBinding

    /// Creates the rule.
    public init() {}

    /// Reports every definition whose key was registered before.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings in the order of the definitions.
    /// - Complexity: O(*n*) for *n* definitions.
    public func findings(in graph: Graph) -> [Diagnostic] {
        var earlier: [Place: Earlier] = [:]
        return graph.nodes.compactMap { node in
            let place = Place(container: node.container, key: node.key)
            let before = earlier[place]
            earlier[place, default: Earlier()].add(node)
            guard !node.isReplacing else { return nil }
            let clash = node.isContributing ? before?.plain : before?.last
            let sites = node.replaced + (clash.flatMap { $0.site }.map { [$0] } ?? [])
            guard clash != nil || !node.replaced.isEmpty else { return nil }
            let isMixed = clash.map { $0.isContributing != node.isContributing } ?? false
            return finding(about: node, registeredAt: sites, isMixed: isMixed)
        }
    }

    private func finding(
        about node: Graph.Node,
        registeredAt sites: [SourceSite],
        isMixed: Bool
    ) -> Diagnostic {
        let here = Diagnostic.Step(node.key, at: node.site, relation: .again)
        return Diagnostic(
            code,
            fact: isMixed
                ? "\(node.key) is registered both as contributing and not"
                : "\(node.key) is registered again",
            path: sites.map { Diagnostic.Step(node.key, at: $0, relation: .again) } + [here],
            hint: isMixed
                ? "mark all of them with .contributing(), or the last with .replacing()"
                : "mark the last with .replacing(), or tell them apart with a tag"
        )
    }
}

/// A key in one container.
private struct Place: Hashable, Sendable {
    let container: Int
    let key: Key
}

/// The definitions of one key so far.
private struct Earlier: Sendable {
    var last: Graph.Node?
    var plain: Graph.Node?

    mutating func add(_ node: Graph.Node) {
        last = node
        if !node.isContributing {
            plain = node
        } else if node.isReplacing {
            plain = nil
        }
    }
}
