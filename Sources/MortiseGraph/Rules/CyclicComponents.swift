// SPDX-License-Identifier: MIT

/// Finds the strongly connected components that contain a cycle.
///
/// - Parameter edges: For every vertex, its successors.
/// - Returns: The vertices of each component in ascending order, the components in the order of
///   their first vertices.
/// - Complexity: O(*n* log *n* + *e*) for *n* vertices and *e* edges.
func cyclicComponents(of edges: [[Int]]) -> [[Int]] {
    components(of: edges).filter { $0.count > 1 || edges[$0[0]].contains($0[0]) }
        .sorted { $0[0] < $1[0] }
}

/// Finds the strongly connected components.
///
/// It is Tarjan's algorithm with a stack of its own, so a long chain needs no more of the thread's
/// stack than a short one.
///
/// - Parameter edges: For every vertex, its successors.
/// - Returns: The vertices of each component in ascending order, each component after all that it
///   leads to.
/// - Complexity: O(*n* log *n* + *e*) for *n* vertices and *e* edges.
func components(of edges: [[Int]]) -> [[Int]] {
    let unseen = -1
    var order = Array(repeating: unseen, count: edges.count)
    var lowest = order
    var isOpen = Array(repeating: false, count: edges.count)
    var open: [Int] = []
    var count = 0
    var components: [[Int]] = []

    var visits: [(vertex: Int, edge: Int)] = []
    func enter(_ vertex: Int) {
        order[vertex] = count
        lowest[vertex] = count
        count += 1
        isOpen[vertex] = true
        open.append(vertex)
        visits.append((vertex, 0))
    }
    func leave(_ vertex: Int) {
        if let outer = visits.last?.vertex {
            lowest[outer] = min(lowest[outer], lowest[vertex])
        }
        guard lowest[vertex] == order[vertex] else { return }
        let start = open.lastIndex(of: vertex) ?? open.endIndex
        let component = open[start...].sorted()
        open.removeSubrange(start...)
        for member in component { isOpen[member] = false }
        components.append(component)
    }

    for root in edges.indices where order[root] == unseen {
        enter(root)
        while let (vertex, edge) = visits.last {
            guard edge < edges[vertex].count else {
                visits.removeLast()
                leave(vertex)
                continue
            }
            visits[visits.count - 1].edge += 1
            let next = edges[vertex][edge]
            if order[next] == unseen {
                enter(next)
            } else if isOpen[next] {
                lowest[vertex] = min(lowest[vertex], order[next])
            }
        }
    }
    return components
}
