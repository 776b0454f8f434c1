// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `A graph as text` {
    @Test func `is a tree`() throws {
        try expectGolden(drawnGraph.text(), "text")
    }

    @Test func `keeps each definition on its line`() throws {
        try expectGolden(hostileGraph.text(), "text-hostile")
    }

    @Test func `draws shared nodes once`() throws {
        let graph = Graph([
            Graph.Node(screen, dependencies: needs(presenter, store)),
            Graph.Node(presenter, dependencies: needs(store)),
            Graph.Node(store, dependencies: needs(api)), Graph.Node(api),
            Graph.Node(session, dependencies: needs(store, api)),
        ])

        try expectGolden(graph.text(), "text-shared")
    }

    @Test func `shows the registered parameters of a closure`() {
        let taking = Graph.Node(
            Key(TypeName("App.Page"), arguments: [store.type, TypeName("Foundation.URL")]),
            dependencies: [Dependency(store), Dependency(Key(TypeName("Foundation.URL")))],
            wiring: .byClosure
        )

        let text = Graph([taking, Graph.Node(store)]).text()

        let lines = text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last?.contains("└─ ") == true)
    }

    @Test func `begins at any node of a ring`() throws {
        let graph = Graph([
            Graph.Node(presenter, dependencies: needs(store)),
            Graph.Node(store, dependencies: needs(presenter, store)),
        ])

        try expectGolden(graph.text(), "text-ring")
    }

    @Test func `restarts at the margin when it is deep`() throws {
        let keys = (0..<60).map { Key(TypeName("App.T\($0)")) }
        let graph = Graph(
            keys.indices.map { index in
                Graph.Node(
                    keys[index],
                    dependencies: index + 1 < keys.count ? needs(keys[index + 1]) : []
                )
            }
        )

        try expectGolden(graph.text(), "text-deep")
    }

    @Test func `of an empty graph is empty`() {
        #expect(Graph([]).text() == "")
    }

    @Test func `has a line for every definition and every dependency`() {
        var generator = SeededGenerator(seed: 11)

        for _ in 0..<300 {
            let keys = (0..<12).map { Key(TypeName("App.T\($0)")) }
            let graph = Graph(
                keys.map { key in
                    Graph.Node(
                        key,
                        dependencies: keys.filter { _ in generator.chance(15) }.map {
                            Dependency($0)
                        }
                    )
                }
            )
            let lines = graph.text().split(separator: "\n")
            let branches = lines.filter { $0.contains("─ ") }.count
            #expect(branches == graph.nodes.map(\.dependencies.count).reduce(0, +))
            for key in keys {
                #expect(
                    lines.contains { line in
                        line.contains("\(key)  ") && !line.hasSuffix("(see above)")
                            && !line.hasSuffix("(cycle)")
                    }
                )
            }
        }
    }
}
