// SPDX-License-Identifier: MIT

/// The layer of every vertex: each edge leads to a lower one, and all together are as short as they can be.
///
/// It is the network simplex method of Gansner, Koutsofios, North and Vo (*A technique for drawing directed
/// graphs*, 1993). A tree of edges between neighbouring layers gives every vertex its layer. If more edges go against an
/// edge of the tree than with it, these get shorter as it gets longer, until one of them takes its place.
struct Ranks: Sendable {
    /// The layer of every vertex, counted from the top.
    private(set) var of: [Int]

    private let edges: [CycleBreaking.Edge]
    /// The edges at every vertex.
    private var near: [[Int]]
    /// How many more edges leave every vertex than lead to it.
    private var surplus: [Int]
    private var tree = Tree()

    /// A tree of edges that spans all vertices.
    private struct Tree {
        /// The edges of the tree at every vertex.
        var near: [[Int]] = []
        /// The edge to the root; none for the root itself.
        var upward: [Int?] = []
        /// The vertices, each after all that are below it in the tree.
        var order: [Int] = []
        /// Where those at or below every vertex begin in the order, and where it stands itself.
        var first: [Int] = []
        var last: [Int] = []
        /// The surplus of all that are at or below every vertex.
        var sums: [Int] = []
    }

    /// Ranks the vertices of a connected graph.
    ///
    /// - Parameters:
    ///   - edges: The edges, which close no cycle.
    ///   - count: The number of vertices.
    /// - Complexity: O(*n* + *e*) for each exchange of an edge, of which there are O(*n*) in practice, and at most
    ///   20 *n*.
    init(_ edges: [CycleBreaking.Edge], count: Int) {
        self.edges = edges
        near = Array(repeating: [], count: count)
        surplus = Array(repeating: 0, count: count)
        of = Array(repeating: 0, count: count)
        for (number, edge) in edges.enumerated() {
            near[edge.start].append(number)
            near[edge.end].append(number)
            surplus[edge.start] += 1
            surplus[edge.end] -= 1
        }
        guard count > 1 else { return }
        rankByLongestWay()
        makeTree()
        var next = 0
        for _ in 0..<20 * count {
            number()
            guard let vertex = vertexToMove(from: &next), let edge = tree.upward[vertex] else {
                break
            }
            exchange(edge, above: vertex)
        }
        let top = of.min() ?? 0
        of = of.map { $0 - top }
        balance()
    }

    private func slack(_ edge: CycleBreaking.Edge) -> Int { of[edge.end] - of[edge.start] - 1 }

    private func other(_ edge: Int, _ vertex: Int) -> Int {
        edges[edge].start == vertex ? edges[edge].end : edges[edge].start
    }

    /// Ranks every vertex by the longest way to it.
    private mutating func rankByLongestWay() {
        var missing = Array(repeating: 0, count: of.count)
        for edge in edges { missing[edge.end] += 1 }
        var order = missing.indices.filter { missing[$0] == 0 }
        var position = 0
        while position < order.count {
            let vertex = order[position]
            position += 1
            for edge in near[vertex] where edges[edge].start == vertex {
                let next = edges[edge].end
                of[next] = max(of[next], of[vertex] + 1)
                missing[next] -= 1
                if missing[next] == 0 { order.append(next) }
            }
        }
    }

    /// Spans a tree of edges without slack, and moves what is in it until there is one.
    private mutating func makeTree() {
        tree.near = Array(repeating: [], count: of.count)
        var isInside = Array(repeating: false, count: of.count)
        var inside = [0]
        isInside[0] = true
        var position = 0
        while true {
            while position < inside.count {
                let vertex = inside[position]
                position += 1
                for edge in near[vertex] where slack(edges[edge]) == 0 {
                    let next = other(edge, vertex)
                    guard !isInside[next] else { continue }
                    isInside[next] = true
                    inside.append(next)
                    tree.near[vertex].append(edge)
                    tree.near[next].append(edge)
                }
            }
            guard inside.count < of.count,
                let nearest = edges.filter({ isInside[$0.start] != isInside[$0.end] })
                    .min(by: { slack($0) < slack($1) })
            else { return }
            let way = isInside[nearest.start] ? slack(nearest) : -slack(nearest)
            for vertex in inside { of[vertex] += way }
            position = 0
        }
    }

    /// Walks through the tree.
    private mutating func number() {
        let count = of.count
        tree.upward = Array(repeating: nil, count: count)
        tree.order = []
        tree.first = Array(repeating: 0, count: count)
        tree.last = tree.first
        tree.sums = surplus
        var waiting: [(vertex: Int, isDone: Bool)] = [(0, false)]
        while let (vertex, isDone) = waiting.popLast() {
            if isDone {
                tree.last[vertex] = tree.order.count
                tree.order.append(vertex)
                if let edge = tree.upward[vertex] {
                    tree.sums[other(edge, vertex)] += tree.sums[vertex]
                }
                continue
            }
            tree.first[vertex] = tree.order.count
            waiting.append((vertex, true))
            for edge in tree.near[vertex] where edge != tree.upward[vertex] {
                let next = other(edge, vertex)
                tree.upward[next] = edge
                waiting.append((next, false))
            }
        }
    }

    /// A vertex that has to move, with all below it in the tree, away from the vertex above.
    ///
    /// - Parameter next: Where the search begins: behind the last one.
    /// - Returns: The vertex; `nil` if all edges together are as short as they can be.
    private func vertexToMove(from next: inout Int) -> Int? {
        for step in 0..<of.count {
            let vertex = (next + step) % of.count
            guard let edge = tree.upward[vertex] else { continue }
            let isStart = edges[edge].start == vertex
            // Internal edges leave and arrive.
            if isStart ? tree.sums[vertex] < 0 : tree.sums[vertex] > 0 {
                next = vertex + 1
                return vertex
            }
        }
        return nil
    }

    /// Moves what is at or below a vertex of the tree away from the vertex above, until another edge has no slack.
    private mutating func exchange(_ edge: Int, above vertex: Int) {
        let moving = tree.order[tree.first[vertex]...tree.last[vertex]]
        let isStart = edges[edge].start == vertex
        func moves(_ other: Int) -> Bool {
            (tree.first[vertex]...tree.last[vertex]).contains(tree.last[other])
        }
        var nearest: Int?
        for one in moving {
            for other in near[one] {
                let (start, end) = (moves(edges[other].start), moves(edges[other].end))
                guard start != end, end == isStart else { continue }
                if nearest.map({ slack(edges[other]) < slack(edges[$0]) }) ?? true {
                    nearest = other
                }
            }
        }
        guard let nearest else { return }
        let way = slack(edges[nearest])
        for one in moving { of[one] += isStart ? -way : way }
        for end in [edges[edge].start, edges[edge].end] { tree.near[end].removeAll { $0 == edge } }
        for end in [edges[nearest].start, edges[nearest].end] { tree.near[end].append(nearest) }
    }

    /// Moves what may stand in several layers to the one with the fewest vertices.
    private mutating func balance() {
        var sizes = Array(repeating: 0, count: (of.max() ?? 0) + 1)
        for rank in of { sizes[rank] += 1 }
        for vertex in of.indices where surplus[vertex] == 0 && !near[vertex].isEmpty {
            var (low, high) = (0, sizes.count - 1)
            for edge in near[vertex] {
                if edges[edge].end == vertex {
                    low = max(low, of[edges[edge].start] + 1)
                } else {
                    high = min(high, of[edges[edge].end] - 1)
                }
            }
            guard let best = (low...high).min(by: { sizes[$0] < sizes[$1] }),
                sizes[best] + 1 < sizes[of[vertex]]
            else { continue }
            sizes[of[vertex]] -= 1
            sizes[best] += 1
            of[vertex] = best
        }
    }
}
