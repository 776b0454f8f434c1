// SPDX-License-Identifier: MIT

extension Graph {
    /// Draws the graph in the language of Mermaid.
    ///
    /// Properties are dashed arrows, providers are dotted ones, and both have labels. A missing
    /// dependency is a dashed red box. Several containers are subgraphs.
    ///
    /// - Returns: A `flowchart`.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func mermaid() -> String {
        let drawing = Drawing(self)
        var lines = ["flowchart TD"]
        for (index, boxes) in drawing.boxes.enumerated() {
            guard containers.count > 1 else {
                lines += boxes.map { "    \($0.mermaid)" }
                continue
            }
            lines.append("    subgraph c\(index)[\"\(containers[index].name.inMermaid)\"]")
            lines += boxes.map { "        \($0.mermaid)" }
            lines.append("    end")
        }
        lines += drawing.missing.map { "    \($0.mermaid)" }
        lines += drawing.arrows.map { "    \($0.mermaid)" }
        lines += drawing.style(of: .property, dashes: "6 4")
        lines += drawing.style(of: .deferred, dashes: "2 3")
        if !drawing.missing.isEmpty {
            lines.append("    classDef missing stroke:red,stroke-dasharray:6 4")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Drawing.Box {
    fileprivate var mermaid: String {
        let label = lines.map(\.inMermaid).joined(separator: "<br/>")
        return "\(name)[\"\(label)\"]\(isMissing ? ":::missing" : "")"
    }
}

extension Drawing.Arrow {
    fileprivate var mermaid: String {
        switch relation {
        case .needs, .candidate, .again, .beside, .following: "\(start) --> \(end)"
        case .property: "\(start) -- property --> \(end)"
        case .deferred: "\(start) -- provider --> \(end)"
        case .forwards: "\(start) -- forwards --> \(end)"
        }
    }
}

extension Drawing {
    /// The line that draws all arrows of one relation with dashes.
    fileprivate func style(of relation: Diagnostic.Relation, dashes: String) -> [String] {
        let numbers = arrows.indices.filter { arrows[$0].relation == relation }
        guard !numbers.isEmpty else { return [] }
        let list = numbers.map(\.description).joined(separator: ",")
        return ["    linkStyle \(list) stroke-dasharray:\(dashes)"]
    }
}

extension String {
    /// The text as part of a quoted label, with entity codes for special characters.
    fileprivate var inMermaid: String {
        onOneLine.escaped { scalar in
            switch scalar {
            case "\"": "#quot;"
            case "<": "#lt;"
            case ">": "#gt;"
            case "&": "#amp;"
            case "#", ";", "\\", "`", "{", "}", "[", "]", "|": "#\(scalar.value);"
            default: nil
            }
        }
    }
}
