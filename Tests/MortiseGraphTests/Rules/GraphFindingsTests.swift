// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `The findings of a graph` {
    private let graph = Graph([
        Graph.Node(store, lifetime: .singleton, dependencies: needs(session, clock)),
        Graph.Node(session, lifetime: .scoped("request"), transparency: .opaque),
        Graph.Node(api, dependencies: needs(api), replaced: [line(3)]),
    ])

    @Test func `come in the order of the rules`() {
        #expect(
            graph.findings().map(\.code) == [
                .missingBinding, .duplicateBinding, .cycle, .captiveDependency, .notProven,
            ]
        )
    }

    @Test func `are those of the given rules`() {
        #expect(graph.findings(rules: [GraphRules.all[9]]).map(\.code) == [.captiveDependency])
    }

    @Test func `are reported once`() {
        let twice = graph.findings(rules: GraphRules.all + GraphRules.all)

        #expect(twice == graph.findings())
    }

    @Test func `are the same every time`() {
        #expect((0..<20).allSatisfy { _ in graph.findings() == graph.findings() })
    }

    @Test func `have the codes of the rules`() {
        #expect(
            GraphRules.all.map(\.code) == [
                .missingBinding, .ambiguousBinding, .duplicateBinding, .duplicateBinding,
                .duplicateBinding, .nothingToReplace, .nothingToDecorate, .missingInput, .cycle,
                .captiveDependency, .missingScope, .missingScope, .notProven,
            ]
        )
    }
}
