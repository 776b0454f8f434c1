// SPDX-License-Identifier: MIT

/// A graph as boxes and arrows.
struct Drawing: Sendable {
    /// A box, for a definition or for a missing dependency.
    struct Box: Sendable {
        let name: String
        let lines: [String]
        let isMissing: Bool
    }

    /// An arrow from one box to another, by their names.
    struct Arrow: Sendable {
        let start: String
        let end: String
        let relation: Diagnostic.Relation
    }

    /// The boxes of every container.
    private(set) var boxes: [[Box]]

    /// The needed keys that no definition answers.
    private(set) var missing: [Box] = []

    private(set) var arrows: [Arrow] = []

    /// Draws a graph.
    ///
    /// An optional dependency that nothing provides is not drawn.
    ///
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    init(_ graph: Graph) {
        let links = Links.drawn(graph)
        boxes = Array(repeating: [], count: graph.containers.count)
        var names: [[String]: String] = [:]
        for (index, node) in graph.nodes.enumerated() {
            let lines = [node.key.description, node.summary]
            let site = node.site.map { [$0.description] } ?? []
            boxes[node.container].append(
                Box(name: "n\(index)", lines: lines + site, isMissing: false)
            )
            for link in links.of[index] where link.target != nil || !link.isOptional {
                let end = link.target.map { "n\($0)" }
                let name = end ?? draw([link.key.description, link.absence], &names)
                arrows.append(Arrow(start: "n\(index)", end: name, relation: link.relation))
            }
        }
    }

    /// Draws a box for a missing key, unless it has one, and returns the box's name.
    private mutating func draw(_ lines: [String], _ names: inout [[String]: String]) -> String {
        if let name = names[lines] { return name }
        let name = "m\(missing.count)"
        names[lines] = name
        missing.append(Box(name: name, lines: lines, isMissing: true))
        return name
    }
}
