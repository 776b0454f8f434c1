// SPDX-License-Identifier: MIT

extension Graph {
    /// Draws the graph in the language of Graphviz.
    ///
    /// Properties are dashed arrows, providers are dotted ones, and a forwarded type points with an
    /// empty head. A missing dependency is a dashed red box. Several containers are clusters.
    ///
    /// - Returns: A `digraph`.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func dot() -> String {
        let drawing = Drawing(self)
        var lines = ["digraph Mortise {", "    node [shape=box];"]
        for (index, boxes) in drawing.boxes.enumerated() {
            guard containers.count > 1 else {
                lines += boxes.map { "    \($0.dot)" }
                continue
            }
            lines.append("    subgraph cluster_\(index) {")
            lines.append("        label=\"\(containers[index].name.inDOT)\";")
            lines += boxes.map { "        \($0.dot)" }
            lines.append("    }")
        }
        lines += drawing.missing.map { "    \($0.dot)" }
        lines += drawing.arrows.map { "    \($0.dot)" }
        lines.append("}")
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Drawing.Box {
    fileprivate var dot: String {
        let label = lines.map(\.inDOT).joined(separator: "\\n")
        return "\(name) [label=\"\(label)\"\(isMissing ? ", style=dashed, color=red" : "")];"
    }
}

extension Drawing.Arrow {
    fileprivate var dot: String {
        let style =
            switch relation {
            case .needs, .candidate, .again, .beside, .following: ""
            case .property: " [style=dashed]"
            case .deferred: " [style=dotted]"
            case .forwards: " [arrowhead=empty]"
            }
        return "\(start) -> \(end)\(style);"
    }
}

extension String {
    /// The text as part of a quoted label.
    ///
    /// Graphviz reads escapes after a backslash, and entities after an ampersand.
    fileprivate var inDOT: String {
        onOneLine.escaped { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "&": "&amp;"
            default: nil
            }
        }
    }
}
