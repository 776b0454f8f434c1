// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `A graph for Mermaid` {
    @Test func `has a box for every node and an arrow for every dependency`() throws {
        try expectGolden(drawnGraph.mermaid(), "graph.mmd")
    }

    @Test func `of one container has no subgraph`() throws {
        let graph = Graph([Graph.Node(store, dependencies: needs(api)), Graph.Node(api)])

        try expectGolden(graph.mermaid(), "graph-plain.mmd")
    }

    @Test func `escapes special characters`() throws {
        try expectGolden(hostileGraph.mermaid(), "graph-hostile.mmd")
    }

    @Test func `has only plain text between quotes`() {
        for line in hostileGraph.mermaid().split(separator: "\n") where line.contains("\"") {
            let pieces = line.split(separator: "\"", omittingEmptySubsequences: false)
            #expect(pieces.count == 3, "\(line)")
            let label = pieces[1].replacing("<br/>", with: "")
            #expect(!label.contains { "<>{}[]|\\`&".contains($0) }, "\(line)")
        }
    }
}
