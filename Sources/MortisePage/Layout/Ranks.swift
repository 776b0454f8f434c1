// SPDX-License-Identifier: MIT

/// The layer of every vertex: each edge leads to a lower one, and edges are short.
struct Ranks: Sendable {
    /// The layer of every vertex, counted from the top.
    private(set) var of: [Int]

    private let edges: [CycleBreaking.Edge]
    private var above: [[Int]]
    private var below: [[Int]]

    /// Ranks the vertices: by the longest way from the top, then each as near to its neighbours as it
    /// can be.
    ///
    /// - Parameters:
    ///   - edges: The edges, which close no cycle.
    ///   - count: The number of vertices.
    /// - Complexity: O(*n* + *e*) for each of few rounds.
    init(_ edges: [CycleBreaking.Edge], count: Int) {
        self.edges = edges
        above = Array(repeating: [], count: count)
        below = above
        of = Array(repeating: 0, count: count)
        for edge in edges {
            above[edge.end].append(edge.start)
            below[edge.start].append(edge.end)
        }
        let order = sorted()
        for vertex in order {
            for next in below[vertex] { of[next] = max(of[next], of[vertex] + 1) }
        }
        for _ in 0..<8 {
            // Whoever has more below moves first, so that what is above can follow.
            let hasMoved = order.reversed().map { settle($0) }.contains(true)
            if !order.map({ settle($0) }).contains(true), !hasMoved { break }
        }
        for _ in 0..<(count > 1_000 ? 1 : 12) {
            let hasMoved = order.flatMap { vertex in
                [shift(vertex, isDown: true), shift(vertex, isDown: false)]
            }
            if !hasMoved.contains(true) { break }
        }
        let top = of.min() ?? 0
        of = of.map { $0 - top }
    }

    /// Moves a vertex to the end of its range where its edges are shortest.
    ///
    /// - Returns: Whether it moved.
    private mutating func settle(_ vertex: Int) -> Bool {
        let before = of[vertex]
        if below[vertex].count > above[vertex].count {
            of[vertex] = (below[vertex].map { of[$0] }.min() ?? before + 1) - 1
        } else if above[vertex].count > below[vertex].count {
            of[vertex] = (above[vertex].map { of[$0] }.max() ?? before - 1) + 1
        }
        return of[vertex] != before
    }

    /// Moves a vertex by one layer, with all that stands in its way, if that shortens the edges.
    ///
    /// - Returns: Whether it moved.
    private mutating func shift(_ vertex: Int, isDown: Bool) -> Bool {
        let ahead = isDown ? below : above
        let behind = isDown ? above : below
        var moving = [vertex]
        var isMoving: Set<Int> = [vertex]
        var position = 0
        while position < moving.count {
            let one = moving[position]
            position += 1
            for next in ahead[one] where abs(of[next] - of[one]) == 1 {
                if isMoving.insert(next).inserted { moving.append(next) }
            }
        }
        var gain = 0
        for one in moving {
            gain += ahead[one].count { !isMoving.contains($0) }
            gain -= behind[one].count { !isMoving.contains($0) }
        }
        guard gain > 0 else { return false }
        for one in moving { of[one] += isDown ? 1 : -1 }
        return true
    }

    /// The vertices, each after all that lead to it.
    private func sorted() -> [Int] {
        var missing = above.map(\.count)
        var order = missing.indices.filter { missing[$0] == 0 }
        var position = 0
        while position < order.count {
            for next in below[order[position]] {
                missing[next] -= 1
                if missing[next] == 0 { order.append(next) }
            }
            position += 1
        }
        return order
    }
}
