// SPDX-License-Identifier: MIT

/// Boxes in layers, so that edges lead down: the method of Sugiyama.
///
/// Edges that close a cycle are turned for as long as it takes. What is not connected stands side by
/// side.
struct LayeredLayout: Sendable {
    typealias Point = Placement.Point

    /// The upper left corner of every box.
    private(set) var corners: [Point]

    /// For every edge, its points from its start to its end.
    private(set) var routes: [[Point]]

    /// Whether every edge points up.
    private(set) var isReversed: [Bool]

    private(set) var size = Point(x: 0, y: 0)

    private static let gap = 28

    /// Places boxes.
    ///
    /// - Parameters:
    ///   - sizes: The width and the height of every box.
    ///   - edges: The edges, each once and none from a box to itself.
    init(_ sizes: [Point], _ edges: [CycleBreaking.Edge]) {
        corners = Array(repeating: size, count: sizes.count)
        routes = Array(repeating: [], count: edges.count)
        isReversed = Array(repeating: false, count: edges.count)
        let parts = Self.components(edges, count: sizes.count).map { vertices, numbers in
            let places = Dictionary(uniqueKeysWithValues: zip(vertices, vertices.indices))
            let own = numbers.compactMap { number -> CycleBreaking.Edge? in
                guard let start = places[edges[number].start], let end = places[edges[number].end]
                else { return nil }
                return CycleBreaking.Edge(start: start, end: end)
            }
            return (vertices, numbers, LayeredComponent(vertices.map { sizes[$0] }, own))
        }
        // Large ones first; what is equally large stays in the order of its first box.
        let sorted = parts.enumerated().sorted {
            ($1.element.0.count, $0.offset) < ($0.element.0.count, $1.offset)
        }.map(\.element)
        let area = sorted.reduce(0) {
            $0 + ($1.2.size.x + Self.gap) * ($1.2.size.y + Self.gap)
        }
        let widest = sorted.map(\.2.size.x).max() ?? 0
        var limit = widest
        while limit * limit < area / 10 * 17 { limit += 1 + limit / 8 }
        var shelf = Point(x: 0, y: 0)
        var shelfHeight = 0
        for (vertices, numbers, component) in sorted {
            if shelf.x > 0, shelf.x + component.size.x > limit {
                shelf = Point(x: 0, y: shelf.y + shelfHeight + Self.gap)
                shelfHeight = 0
            }
            for (vertex, corner) in zip(vertices, component.corners) {
                corners[vertex] = corner.moved(by: shelf)
            }
            for (place, number) in numbers.enumerated() {
                routes[number] = component.routes[place].map { $0.moved(by: shelf) }
                isReversed[number] = component.isReversed[place]
            }
            shelfHeight = max(shelfHeight, component.size.y)
            size.x = max(size.x, shelf.x + component.size.x)
            size.y = max(size.y, shelf.y + component.size.y)
            shelf.x += component.size.x + Self.gap
        }
    }

    /// The boxes and the edges of each connected part, in the order of their first boxes.
    private static func components(
        _ edges: [CycleBreaking.Edge],
        count: Int
    ) -> [(vertices: [Int], edges: [Int])] {
        var leader = Array(0..<count)
        func find(_ vertex: Int) -> Int {
            var vertex = vertex
            while leader[vertex] != vertex {
                leader[vertex] = leader[leader[vertex]]
                vertex = leader[vertex]
            }
            return vertex
        }
        for edge in edges {
            let (first, second) = (find(edge.start), find(edge.end))
            leader[max(first, second)] = min(first, second)
        }
        var numbers = Array(repeating: -1, count: count)
        var parts: [(vertices: [Int], edges: [Int])] = []
        for vertex in 0..<count {
            let first = find(vertex)
            if numbers[first] < 0 {
                numbers[first] = parts.count
                parts.append(([], []))
            }
            parts[numbers[first]].vertices.append(vertex)
        }
        for (number, edge) in edges.enumerated() {
            parts[numbers[find(edge.start)]].edges.append(number)
        }
        return parts
    }
}
