// SPDX-License-Identifier: MIT

/// Vertices in layers, with virtual ones where an edge passes a layer.
struct Layers: Sendable {
    /// The layer of every vertex.
    private(set) var ranks: [Int]

    /// For every vertex, its neighbours in the layer above.
    private(set) var above: [[Int]]

    /// For every vertex, its neighbours in the layer below.
    private(set) var below: [[Int]]

    /// The vertices of every layer, from left to right.
    var order: [[Int]] = []

    /// For every edge, its vertices from the upper to the lower end.
    private(set) var chains: [[Int]] = []

    /// The number of vertices that are not virtual; these come first.
    let count: Int

    /// Puts vertices in layers.
    ///
    /// - Parameters:
    ///   - ranks: The layer of every vertex.
    ///   - broken: The edges.
    init(_ ranks: [Int], _ broken: CycleBreaking) {
        self.ranks = ranks
        count = ranks.count
        above = Array(repeating: [], count: count)
        below = above
        for edge in broken.edges {
            let passed = stride(from: ranks[edge.start] + 1, to: ranks[edge.end], by: 1)
            let chain = [edge.start] + passed.map { add($0) } + [edge.end]
            chains.append(chain)
            for (upper, lower) in zip(chain, chain.dropFirst()) {
                above[lower].append(upper)
                below[upper].append(lower)
            }
        }
        order = initialOrder()
    }

    private mutating func add(_ rank: Int) -> Int {
        ranks.append(rank)
        above.append([])
        below.append([])
        return ranks.count - 1
    }

    /// The layers in the order of a depth-first walk from the top.
    private func initialOrder() -> [[Int]] {
        var order: [[Int]] = Array(repeating: [], count: (ranks.max() ?? -1) + 1)
        var isSeen = Array(repeating: false, count: ranks.count)
        let roots = ranks.indices.filter { above[$0].isEmpty }
        for root in roots {
            var waiting = [root]
            while let vertex = waiting.popLast() {
                guard !isSeen[vertex] else { continue }
                isSeen[vertex] = true
                order[ranks[vertex]].append(vertex)
                waiting += below[vertex].reversed()
            }
        }
        return order
    }
}
