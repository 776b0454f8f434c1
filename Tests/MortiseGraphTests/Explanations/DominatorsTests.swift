// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `The dominators of nodes` {
    /// What can be reached from nodes without passing one.
    private func reached(_ next: [[Int]], from roots: [Int], without removed: Int?) -> Set<Int> {
        var waiting = roots.filter { $0 != removed }
        var seen = Set(waiting)
        while let node = waiting.popLast() {
            for end in next[node] where end != removed && seen.insert(end).inserted {
                waiting.append(end)
            }
        }
        return seen
    }

    /// The nodes that nothing else leads to, and the first ones of what these do not reach.
    private func roots(_ next: [[Int]]) -> [Int] {
        var roots = next.indices.filter { node in
            !next.indices.contains { $0 != node && next[$0].contains(node) }
        }
        for node in next.indices where !reached(next, from: roots, without: nil).contains(node) {
            roots.append(node)
        }
        return roots
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `count what is lost without a node`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...24, using: &random)
        let next = (0..<count).map { _ in
            (0..<Int.random(in: 0...2, using: &random)).map { _ in
                Int.random(in: 0..<count, using: &random)
            }
        }

        let dominators = Dominators(next)

        let roots = roots(next)
        for node in next.indices {
            let left = reached(next, from: roots, without: node)
            #expect(dominators.counts[node] == count - 1 - left.count, "\(node) of \(next)")
        }
    }

    @Test func `name the last node that every way passes`() {
        // 0 leads to 3 on two ways, and 3 to 4; 5 leads to 4, too.
        let dominators = Dominators([[1, 2], [3], [3], [4], [], [4]])

        #expect(dominators.immediate == [nil, 0, 0, 0, nil, nil])
        #expect(dominators.counts == [3, 0, 0, 0, 0, 0])
    }
}
