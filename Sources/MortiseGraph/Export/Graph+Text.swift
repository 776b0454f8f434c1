// SPDX-License-Identifier: MIT

extension Graph {
    /// Draws the graph as a tree of lines.
    ///
    /// ```text
    /// Screen  unique  App/Wiring.swift:20
    /// ├─ Presenter  unique  App/Wiring.swift:12
    /// │  └─ any Clock  (not registered)
    /// └─ property  any API  singleton  App/Wiring.swift:3
    /// ```
    ///
    /// The tree begins with the definitions that no other needs. The dependencies of a definition
    /// are drawn once; after that, `(see above)` stands for them. A definition that leads back to
    /// itself is marked `(cycle)`. A tree deeper than 24 levels continues at the margin further
    /// down.
    ///
    /// - Returns: The lines, each with its newline.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func text() -> String {
        var tree = TextTree(Links.drawn(self))
        return tree.drawn()
    }
}

/// The part of a graph's drawing that is finished.
private struct TextTree {
    private enum State: Sendable {
        case waiting
        case continuedBelow
        case open
        case drawn
    }

    /// A node whose branches are being drawn.
    private struct Branching: Sendable {
        let node: Int
        let indent: String
        var next = 0
    }

    private let links: Links
    private var states: [State]
    private var continued: [Int] = []
    private var path: [Branching] = []
    private var output = ""

    private static let deepest = 24

    init(_ links: Links) {
        self.links = links
        states = Array(repeating: .waiting, count: links.of.count)
    }

    mutating func drawn() -> String {
        for root in links.roots + links.of.indices where states[root] == .waiting {
            draw(from: root)
            var next = 0
            while next < continued.count {
                draw(from: continued[next])
                next += 1
            }
            continued = []
        }
        return output
    }

    private mutating func draw(from root: Int) {
        writeLine([label(of: root)])
        open(root, indent: "")
        while let branching = path.last {
            let branches = links.of[branching.node]
            guard branching.next < branches.count else {
                states[branching.node] = .drawn
                path.removeLast()
                continue
            }
            path[path.count - 1].next += 1
            let isLast = branching.next == branches.count - 1
            draw(branches[branching.next], indent: branching.indent, isLast: isLast)
        }
    }

    private mutating func draw(_ link: Link, indent: String, isLast: Bool) {
        let start = indent + (isLast ? "└─ " : "├─ ") + link.prefix
        guard let target = link.target else {
            return writeLine([start + link.key.description.onOneLine, "(\(link.absence))"])
        }
        let label = start + label(of: target)
        switch states[target] {
        case .open:
            writeLine([label, "(cycle)"])
        case .drawn:
            writeLine(links.of[target].isEmpty ? [label] : [label, "(see above)"])
        case .continuedBelow:
            writeLine([label, "(continued below)"])
        case .waiting where path.count == Self.deepest && !links.of[target].isEmpty:
            states[target] = .continuedBelow
            continued.append(target)
            writeLine([label, "(continued below)"])
        case .waiting:
            writeLine([label])
            open(target, indent: indent + (isLast ? "   " : "│  "))
        }
    }

    private mutating func open(_ node: Int, indent: String) {
        states[node] = .open
        path.append(Branching(node: node, indent: indent))
    }

    private mutating func writeLine(_ pieces: [String]) {
        output += pieces.joined(separator: "  ") + "\n"
    }

    private func label(of index: Int) -> String {
        let node = links.graph.nodes[index]
        var pieces = [node.key.description, node.summary]
        if links.graph.containers.count > 1 {
            pieces.append("in \(links.graph.containers[node.container].name)")
        }
        if let site = node.site { pieces.append(site.description) }
        return pieces.map(\.onOneLine).joined(separator: "  ")
    }
}

extension Link {
    /// The word in front of a branch whose relation is not `needs`.
    fileprivate var prefix: String {
        switch relation {
        case .property: "property  "
        case .deferred: "provider  "
        case .forwards: "forwards to  "
        case .needs, .candidate, .again, .beside, .following: ""
        }
    }
}
