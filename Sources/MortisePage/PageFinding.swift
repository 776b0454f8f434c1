// SPDX-License-Identifier: MIT

import MortiseGraph

/// A finding, and the definitions that it is about.
struct PageFinding: Sendable {
    private let code: String
    private let severity: String
    private let text: String
    private let nodes: [Int]

    /// - Parameters:
    ///   - finding: The finding.
    ///   - graph: The graph.
    ///   - places: The definitions of each source location.
    init(_ finding: Diagnostic, _ graph: Graph, _ places: [SourceSite?: [Int]]) {
        code = "\(finding.code)"
        severity = finding.severity.rawValue
        text = finding.rendered().split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).shown }.joined(separator: "\n")
        let path = finding.path.compactMap { step in
            places[step.site]?.first { number in
                let node = graph.nodes[number]
                return node.isDecorator == step.isDecorator
                    && node.key.type == step.key.type && node.key.tag == step.key.tag
            }
        }
        // A captive is the mistake of its holder; anything else is found at the end of its path.
        let shown = finding.code == .captiveDependency ? path.prefix(1) : path.suffix(1)
        nodes = Array(shown)
    }

    var json: JSONValue {
        .object([
            ("code", .string(code)),
            ("severity", .string(severity)),
            ("text", .string(text)),
            ("nodes", .array(nodes.map { .number($0) })),
        ])
    }
}
