// SPDX-License-Identifier: MIT

/// Edges between vertices, turned so that none closes a cycle.
struct CycleBreaking: Sendable {
    /// An edge: two vertices by their indexes.
    struct Edge: Hashable, Sendable {
        var start: Int
        var end: Int
    }

    /// The edges in their order, each turned if it would close a cycle.
    private(set) var edges: [Edge]

    /// Whether each edge was turned.
    private(set) var isReversed: [Bool]

    /// Turns those edges that lead back on a depth-first walk, which begins where nothing leads to.
    ///
    /// - Parameters:
    ///   - edges: The edges, none from a vertex to itself.
    ///   - count: The number of vertices.
    /// - Complexity: O(*n* + *e*) for *n* vertices and *e* edges.
    init(_ edges: [Edge], count: Int) {
        self.edges = edges
        isReversed = Array(repeating: false, count: edges.count)
        var leaving: [[Int]] = Array(repeating: [], count: count)
        var isEntered = Array(repeating: false, count: count)
        for (number, edge) in edges.enumerated() {
            leaving[edge.start].append(number)
            isEntered[edge.end] = true
        }
        var isSeen = Array(repeating: false, count: count)
        var isOpen = isSeen
        var walk: [(vertex: Int, next: Int)] = []
        let roots = (0..<count).filter { !isEntered[$0] } + (0..<count).filter { isEntered[$0] }
        for root in roots where !isSeen[root] {
            isSeen[root] = true
            isOpen[root] = true
            walk.append((root, 0))
            while let (vertex, next) = walk.last {
                guard next < leaving[vertex].count else {
                    isOpen[vertex] = false
                    walk.removeLast()
                    continue
                }
                walk[walk.count - 1].next += 1
                let number = leaving[vertex][next]
                let end = edges[number].end
                if isOpen[end] {
                    self.edges[number] = Edge(start: end, end: vertex)
                    isReversed[number] = true
                } else if !isSeen[end] {
                    isSeen[end] = true
                    isOpen[end] = true
                    walk.append((end, 0))
                }
            }
        }
    }
}
