// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `A graph for Graphviz` {
    @Test func `has a box for every node and an arrow for every dependency`() throws {
        try expectGolden(drawnGraph.dot(), "graph.dot")
    }

    @Test func `of one container has no cluster`() throws {
        let graph = Graph([Graph.Node(store, dependencies: needs(api)), Graph.Node(api)])

        try expectGolden(graph.dot(), "graph-plain.dot")
    }

    @Test func `escapes special characters`() throws {
        try expectGolden(hostileGraph.dot(), "graph-hostile.dot")
    }

    @Test func `has no unescaped quote`() {
        for line in hostileGraph.dot().split(separator: "\n") {
            let quotes = line.replacing("\\\\", with: "").replacing("\\\"", with: "")
                .count { $0 == "\"" }
            #expect(quotes == 0 || quotes == 2, "\(line)")
        }
    }
}
