// SPDX-License-Identifier: MIT

/// Finds a shortest cycle among some vertices.
///
/// It runs a breadth-first search from each vertex, no deeper than the best cycle so far. After the
/// search from a vertex, every cycle through it is known: the vertex is removed, and with it all
/// vertices that are then on no cycle. A simple ring is therefore searched only once.
struct ShortestCycle: Sendable {
    private let edges: [[Int]]
    private let back: [[Int]]
    private let vertices: [Int]
    private var isGone: [Bool]
    private var best: [Int] = []

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - component: The vertices to search, in order of preference.
    ///   - edges: For every vertex, its successors. Those outside `component` are ignored.
    init(in component: [Int], of edges: [[Int]]) {
        let place = Dictionary(uniqueKeysWithValues: zip(component, component.indices))
        self.edges = component.map { vertex in edges[vertex].compactMap { place[$0] } }
        vertices = component
        var back: [[Int]] = Array(repeating: [], count: component.count)
        for (vertex, targets) in self.edges.enumerated() {
            for target in targets { back[target].append(vertex) }
        }
        self.back = back
        isGone = Array(repeating: false, count: component.count)
    }

    /// Returns the vertices of a shortest cycle, beginning with the preferred one.
    ///
    /// - Returns: The cycle, without repeating its first vertex at the end. Empty if there is none.
    /// - Complexity: O(*n* · *e*) at worst, and O(*n* + *e*) for a ring.
    mutating func search() -> [Int] {
        var leaving = edges.map(\.count)
        var entering = back.map(\.count)
        for start in vertices.indices where !isGone[start] {
            if let cycle = cycle(from: start) { best = cycle }
            guard best.count != 1 else { break }
            remove(start, &leaving, &entering)
        }
        let first = best.indices.min { best[$0] < best[$1] } ?? 0
        return (best[first...] + best[..<first]).map { vertices[$0] }
    }

    /// The shortest cycle through a vertex, if it is shorter than the best so far.
    private func cycle(from start: Int) -> [Int]? {
        var previous = [start: start]
        var level = [start]
        var length = 1
        while !level.isEmpty, best.isEmpty || length < best.count {
            var next: [Int] = []
            for vertex in level {
                for target in edges[vertex] where !isGone[target] {
                    guard target != start else { return walk(back: previous, from: vertex) }
                    guard previous[target] == nil else { continue }
                    previous[target] = vertex
                    next.append(target)
                }
            }
            level = next
            length += 1
        }
        return nil
    }

    private func walk(back previous: [Int: Int], from end: Int) -> [Int] {
        var path = [end]
        while let last = path.last, let before = previous[last], before != last {
            path.append(before)
        }
        return path.reversed()
    }

    /// Removes a vertex, and then each vertex without incoming or outgoing edges.
    private mutating func remove(_ vertex: Int, _ leaving: inout [Int], _ entering: inout [Int]) {
        isGone[vertex] = true
        var waiting = [vertex]
        while let vertex = waiting.popLast() {
            for target in edges[vertex] {
                entering[target] -= 1
                if entering[target] == 0, !isGone[target] {
                    isGone[target] = true
                    waiting.append(target)
                }
            }
            for source in back[vertex] {
                leaving[source] -= 1
                if leaving[source] == 0, !isGone[source] {
                    isGone[source] = true
                    waiting.append(source)
                }
            }
        }
    }
}
