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

    /// Runs the services of a graph until all run, and checks what holds of each graph.
    ///
    /// - Parameters:
    ///   - graph: A graph in which nothing fails.
    ///   - isAtOnce: Whether what is independent is made at the same time.
    /// - Throws: What running them throws.
    init(running graph: RandomGraph, makingAtOnce isAtOnce: Bool) async throws {
        let journal = Journal()
        let app = graph.container(journal)
        try await app.run(until: "all run", journal, makingAtOnce: isAtOnce)
        self.init(journal.entries)
        #expect(made.sorted() == graph.nodes.map(\.number), "\(graph)")
        #expect(closed.sorted() == graph.nodes.map(\.number), "\(graph)")
        expectOrder(graph)
        if !isAtOnce { #expect(closed == made.reversed(), "\(graph)") }
        // They run in an order of the graph, and end in the reverse.
        #expect(ended == begun.reversed(), "\(graph)")
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
