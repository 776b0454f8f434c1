// SPDX-License-Identifier: MIT

import MortiseGraph

/// A finding, and the definitions that it is about.
struct PageFinding: Sendable {
    private let code: String
    private let severity: String
    private let text: String
    private let nodes: [Int]

    init(_ finding: Diagnostic, _ graph: Graph) {
        code = "\(finding.code)"
        severity = finding.severity.rawValue
        text = finding.rendered().split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).shown }.joined(separator: "\n")
        let path = finding.path.compactMap { step in
            graph.nodes.firstIndex { node in
                node.site == step.site && node.isDecorator == step.isDecorator
                    && node.key.type == step.key.type && node.key.tag == step.key.tag
            }
        }
        // A captive is the mistake of its holder; anything else is found at the end of its path.
        let places = finding.code == .captiveDependency ? path.prefix(1) : path.suffix(1)
        nodes = Array(places)
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
