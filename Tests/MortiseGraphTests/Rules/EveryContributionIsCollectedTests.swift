// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every contribution is collected` {
    private let rule = EveryContributionIsCollected()
    private let list = Key("Swift.Array<any App.API>")

    private static func tagged(_ key: Key, _ tag: DefinitionTag) -> Key {
        Key(key.type, tag: tag)
    }

    private var all: Dependency {
        var all = Dependency(api, isOptional: true)
        all.isPlural = true
        return all
    }

    private func layered(_ own: Graph.Node) -> Graph {
        var own = own
        own.container = 0
        return Graph(
            [
                own,
                Graph.Node(api, site: line(2), container: 1, isContributing: true),
                Graph.Node(api, site: line(3), container: 1, isContributing: true),
            ],
            containers: [Graph.Container("child", sources: [1]), Graph.Container("app")]
        )
    }

    @Test func `a definition without the mark hides those that are searched next`() throws {
        let findings = rule.findings(in: layered(Graph.Node(api, site: line(9))))

        try #require(findings.count == 1)
        #expect(findings[0].severity == .warning)
        try expectGolden(findings[0].rendered(), "duplicate-binding-hidden")
    }

    @Test func `a marked one does not, or is meant to`() {
        for node in [
            Graph.Node(api, isContributing: true),
            Graph.Node(api, replacing: .anyParameters),
            Graph.Node(clock),
            Graph.Node(Self.tagged(api, "a")),
            Graph.Node(api, isDecorator: true),
        ] {
            #expect(rule.findings(in: layered(node)) == [])
        }
    }

    @Test func `a list of what contributes with tags only is empty`() throws {
        let graph = Graph([
            Graph.Node(Self.tagged(api, "a"), site: line(2), isContributing: true),
            Graph.Node(list, site: line(3), dependencies: [all], collection: .list),
            Graph.Node(store, site: line(4), dependencies: needs(list)),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "missing-binding-tagged-only")
    }

    @Test func `all of them are none then`() {
        let graph = Graph([
            Graph.Node(Self.tagged(api, "a"), isContributing: true),
            Graph.Node(store, dependencies: [all]),
        ])

        #expect(rule.findings(in: graph).map(\.code) == [.missingBinding])
    }

    @Test func `a list that nothing asks for, or that has something, is fine`() {
        let collection = Graph.Node(list, dependencies: [all], collection: .list)
        let unasked = Graph([
            Graph.Node(Self.tagged(api, "a"), isContributing: true), collection,
        ])
        let filled = Graph([
            Graph.Node(Self.tagged(api, "a"), isContributing: true),
            Graph.Node(api, isContributing: true), collection,
            Graph.Node(store, dependencies: needs(list)),
        ])

        #expect(rule.findings(in: unasked) == [])
        #expect(rule.findings(in: filled) == [])
    }

    @Test func `the hint for a list that is missing names the tag`() {
        let graph = Graph([
            Graph.Node(Self.tagged(api, "a"), site: line(2), isContributing: true),
            Graph.Node(store, dependencies: needs(list)),
        ])

        let hint = graph.findings().first { $0.code == .missingBinding }?.hint

        #expect(hint?.contains("ask for [DefinitionTag: any API]") == true)
    }
}
