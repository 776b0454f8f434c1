// SPDX-License-Identifier: MIT

package import MortiseGraph

/// All that the page shows, with its places.
package struct PageData: Sendable {
    private struct Edge {
        let start: Int
        let end: Int
        let relation: String
    }

    private struct Area {
        let name: String
        let kind: String
        let parent: Int?
    }

    private var nodes: [PageNode] = []
    private var edges: [Edge] = []
    private var areas: [Area] = []
    private var areaOf: [Int?] = []
    private let findings: [PageFinding]
    private let containers: [String]
    private let title: String

    /// Collects what a page shows.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - title: The title of the page.
    ///   - builds: What was made, and how long it took.
    /// - Complexity: That of the graph's findings.
    package init(_ graph: Graph, title: String, _ builds: BuildTimes = BuildTimes()) {
        self.title = title
        containers = graph.containers.map(\.name.shown)
        let links = Links.drawn(graph)
        nodes = graph.nodes.map { PageNode($0, builds) }
        var missing: [String: Int] = [:]
        for index in graph.nodes.indices {
            for link in links.of[index] where link.target != nil || !link.isOptional {
                let place = "\(link.absence) \(link.key.qualified)"
                let end = link.target ?? missing[place] ?? nodes.count
                if end == nodes.count {
                    missing[place] = end
                    nodes.append(PageNode(missing: link.key, link.absence, neededBy: nodes[index]))
                }
                edges.append(Edge(start: index, end: end, relation: link.relation.word))
            }
        }
        let places = Dictionary(grouping: graph.nodes.indices) { graph.nodes[$0].site }
        findings = graph.findings().map { PageFinding($0, graph, places) }
        arrange(graph)
    }

    /// Makes the areas: of containers, each scope inside what it searches, or else of modules.
    private mutating func arrange(_ graph: Graph) {
        if graph.containers.count > 1 {
            var places: [Int: Int] = [:]
            func add(_ container: Int, _ open: Set<Int>) -> Int? {
                if let known = places[container] { return known }
                guard !open.contains(container) else { return nil }
                let one = graph.containers[container]
                let parent = one.role == .plain ? nil : one.sources.first
                let outer = parent.flatMap { add($0, open.union([container])) }
                let kind =
                    switch one.role {
                    case .plain: "container"
                    case .scope: "scope"
                    case .overlay: "overlay"
                    }
                areas.append(Area(name: one.name.shown, kind: kind, parent: outer))
                places[container] = areas.count - 1
                return areas.count - 1
            }
            for container in graph.containers.indices { _ = add(container, []) }
            areaOf = nodes.map { places[$0.container] }
            return
        }
        var modules: [String: Int] = [:]
        for node in nodes where modules[node.module] == nil && !node.module.isEmpty {
            modules[node.module] = modules.count
            areas.append(Area(name: node.module, kind: "module", parent: nil))
        }
        guard areas.count > 1 else {
            areas = []
            areaOf = nodes.map { _ in nil }
            return
        }
        areaOf = nodes.map { modules[$0.module] }
    }

    /// What is placed.
    package var diagram: Diagram {
        Diagram(
            boxes: nodes.indices.map {
                Diagram.Box(width: nodes[$0].width, height: 42, area: areaOf[$0])
            },
            areas: areas.map {
                Diagram.Area(inside: $0.parent, titleWidth: ($0.name.count + $0.kind.count) * 8)
            },
            arrows: edges.map { Diagram.Arrow(from: $0.start, to: $0.end) }
        )
    }

    /// The page's data.
    package var json: JSONValue {
        var needs = nodes.map { _ in [Int]() }
        for edge in edges { needs[edge.start].append(edge.end) }
        let dominated = Dominators(needs).counts
        let placement = NestedLayout.placement(of: diagram)
        return .object([
            ("title", .string(title.shown)),
            ("size", .array([.number(placement.size.x), .number(placement.size.y)])),
            ("containers", .array(containers.map { .string($0) })),
            (
                "areas",
                .array(
                    zip(areas, placement.areas).map { area, place in
                        .array([.string(area.name), .string(area.kind)] + place.numbers)
                    }
                )
            ),
            (
                "nodes",
                .array(
                    nodes.indices.map {
                        nodes[$0].json(at: placement.boxes[$0], onlyThrough: dominated[$0])
                    }
                )
            ),
            (
                "edges",
                .array(
                    edges.indices.map { number in
                        let edge = edges[number]
                        let points = placement.arrows[number].flatMap {
                            [JSONValue.number($0.x), .number($0.y)]
                        }
                        return .array(
                            [
                                .number(edge.start), .number(edge.end), .string(edge.relation),
                                .number(placement.isReversed[number] ? 1 : 0),
                            ] + points
                        )
                    }
                )
            ),
            ("findings", .array(findings.map(\.json))),
        ])
    }
}

extension Placement.Rectangle {
    fileprivate var numbers: [JSONValue] { [x, y, width, height].map { .number($0) } }
}

extension PageNode {
    fileprivate func json(at place: Placement.Rectangle, onlyThrough count: Int) -> JSONValue {
        let times = made.map { [$0.count, $0.all.nanoseconds, $0.longest.nanoseconds] }
        let members: [(name: String, value: JSONValue)] = [
            ("name", .string(name)),
            ("type", .string(qualified)),
            ("kind", .string(kind)),
            ("life", .string(summary)),
            ("site", .string(site)),
            ("line", .string(caption)),
            ("container", .number(container)),
            ("remarks", .array(remarks.map { .string($0) })),
            ("only", .number(count)),
            ("place", .array(place.numbers)),
        ]
        return .object(
            members + (times.map { [("made", .array($0.map { .number($0) }))] } ?? [])
        )
    }
}

extension Diagnostic.Relation {
    /// The word of an arrow's kind.
    fileprivate var word: String {
        switch self {
        case .property: "property"
        case .deferred: "provider"
        case .forwards: "forwards"
        case .needs, .candidate, .again, .beside, .following: "needs"
        }
    }
}
