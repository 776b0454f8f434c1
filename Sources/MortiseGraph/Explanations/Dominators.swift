// SPDX-License-Identifier: MIT

/// What every way from the roots of a graph passes.
///
/// A node dominates another one if each way from a root to that one leads through it.
package struct Dominators: Sendable {
    /// For every node, the last one that each way to it passes before; `nil` if there is none.
    package let immediate: [Int?]

    /// For every node, how many others can be reached only through it.
    package let counts: [Int]

    /// Finds the dominators of every node.
    ///
    /// The roots are the nodes that no other one leads to. What none of these reaches is a ring, and
    /// its first node is a root, too.
    ///
    /// - Parameter next: For every node, the nodes that it leads to.
    /// - Complexity: O(*n* + *e*) for each of few rounds, each as deep as the dominators are.
    package init(_ next: [[Int]]) {
        let root = next.count
        let roots = Self.roots(next)
        let order = Self.ordered(next, roots)
        var places = Array(repeating: 0, count: next.count + 1)
        for (place, node) in order.enumerated() { places[node] = place + 1 }
        var before = Array(repeating: [Int](), count: next.count)
        for node in roots { before[node].append(root) }
        for (node, ends) in next.enumerated() {
            for end in ends { before[end].append(node) }
        }
        var found: [Int?] = Array(repeating: nil, count: next.count) + [root]
        /// The last node that the ways to both pass.
        func common(_ one: Int, _ other: Int) -> Int {
            var (one, other) = (one, other)
            while one != other {
                // The later one is not the root, and has a dominator.
                if places[one] > places[other] {
                    one = found[one] ?? root
                } else {
                    other = found[other] ?? root
                }
            }
            return one
        }
        var isChanged = true
        while isChanged {
            isChanged = false
            for node in order {
                var last: Int?
                for other in before[node] where found[other] != nil {
                    last = last.map { common($0, other) } ?? other
                }
                guard last != found[node] else { continue }
                found[node] = last
                isChanged = true
            }
        }
        immediate = next.indices.map { found[$0] == root ? nil : found[$0] }
        var counts = Array(repeating: 0, count: next.count)
        for node in order.reversed() {
            if let last = immediate[node] { counts[last] += counts[node] + 1 }
        }
        self.counts = counts
    }

    /// The nodes that no other one leads to, and one for each ring that they do not reach.
    private static func roots(_ next: [[Int]]) -> [Int] {
        var isEntered = Array(repeating: false, count: next.count)
        for (node, ends) in next.enumerated() {
            for end in ends where end != node { isEntered[end] = true }
        }
        var isSeen = Array(repeating: false, count: next.count)
        let first = next.indices.filter { !isEntered[$0] }
        let others = next.indices.filter { isEntered[$0] }
        return (first + others).filter { root in
            guard !isSeen[root] else { return false }
            isSeen[root] = true
            var waiting = [root]
            while let node = waiting.popLast() {
                for end in next[node] where !isSeen[end] {
                    isSeen[end] = true
                    waiting.append(end)
                }
            }
            return true
        }
    }

    /// The nodes, each before what is only reached through it.
    private static func ordered(_ next: [[Int]], _ roots: [Int]) -> [Int] {
        var isSeen = Array(repeating: false, count: next.count)
        var order: [Int] = []
        for root in roots where !isSeen[root] {
            isSeen[root] = true
            var walk = [(node: root, place: 0)]
            while let (node, place) = walk.last {
                guard place < next[node].count else {
                    order.append(node)
                    walk.removeLast()
                    continue
                }
                walk[walk.count - 1].place += 1
                let end = next[node][place]
                guard !isSeen[end] else { continue }
                isSeen[end] = true
                walk.append((end, 0))
            }
        }
        return order.reversed()
    }
}
