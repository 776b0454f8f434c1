// SPDX-License-Identifier: MIT

import Testing

/// What a journal says of a random graph.
struct Story {
    let entries: [String]
    let made: [Int]
    let closed: [Int]
    let begun: [Int]
    let ended: [Int]

    init(_ entries: [String]) {
        self.entries = entries
        func numbers(_ what: String) -> [Int] {
            entries.compactMap { $0.hasSuffix(" \(what)") ? Int($0.prefix { $0 != " " }) : nil }
        }
        made = numbers("is made")
        closed = numbers("closes")
        begun = numbers("begins")
        ended = numbers("ends")
    }

    /// The reference: each is made after what it needs, and closed before it.
    func expectOrder(_ graph: RandomGraph) {
        for node in graph.nodes {
            guard let place = made.firstIndex(of: node.number) else { continue }
            for need in node.needs {
                #expect(made[..<place].contains(need), "\(graph)")
                guard let end = closed.firstIndex(of: node.number) else { continue }
                #expect(closed[end...].contains(need), "\(graph)")
            }
        }
        for node in graph.nodes where begun.contains(node.number) {
            let place = begun.firstIndex(of: node.number) ?? 0
            for need in node.needs { #expect(begun[..<place].contains(need), "\(graph)") }
        }
    }
}
