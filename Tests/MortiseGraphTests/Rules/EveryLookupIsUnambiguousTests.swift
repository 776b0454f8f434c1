// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every lookup is unambiguous` {
    private let rule = EveryLookupIsUnambiguous()

    private func stores(_ wiring: Graph.Node.Wiring, arity: Int = 1) -> [Graph.Node] {
        [
            Graph.Node(Key(store.type, arguments: [api.type]), site: line(3), wiring: wiring),
            Graph.Node(
                Key(store.type, arguments: arity == 1 ? [clock.type] : [clock.type, api.type]),
                site: line(4),
                wiring: .byClosure
            ),
        ]
    }

    @Test func `two that are not needed without arguments are fine`() {
        let passing = Graph.Node(
            screen,
            dependencies: needs(Key(store.type, arguments: [api.type]))
        )

        #expect(rule.findings(in: Graph(stores(.byClosure) + [passing])).isEmpty)
    }

    @Test func `two with different numbers of parameters are fine`() {
        let root = Graph.Node(screen, dependencies: needs(store))

        #expect(rule.findings(in: Graph(stores(.byReference, arity: 2) + [root])).isEmpty)
    }

    @Test func `two that are needed without arguments are listed`() throws {
        let root = Graph.Node(screen, site: line(20), dependencies: needs(store))
        let second = Graph.Node(presenter, site: line(21), dependencies: needs(store))

        let findings = rule.findings(in: Graph(stores(.byClosure) + [root, second]))

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "ambiguous-binding")
    }

    @Test func `one by reference is enough`() throws {
        let findings = rule.findings(in: Graph(stores(.byReference)))

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "ambiguous-binding-by-reference")
    }

    @Test func `one without arguments settles it`() {
        #expect(rule.findings(in: Graph(stores(.byReference) + [Graph.Node(store)])).isEmpty)
    }
}
