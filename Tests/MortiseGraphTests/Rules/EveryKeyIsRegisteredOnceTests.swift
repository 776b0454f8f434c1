// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every key is registered once` {
    private let rule = EveryKeyIsRegisteredOnce()

    @Test func `keys that differ are fine`() {
        let graph = Graph(
            [
                Graph.Node(api), Graph.Node(Key(api.type, tag: "x")),
                Graph.Node(Key(api.type, arguments: ["App.URL"])), Graph.Node(api, container: 1),
            ],
            containers: [Graph.Container("one"), Graph.Container("other")]
        )

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `an unmarked replacement is reported with what it replaced`() throws {
        let graph = Graph([Graph.Node(api, site: line(9), replaced: [line(3), line(5)])])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "duplicate-binding")
    }

    @Test func `a marked replacement is fine`() {
        let graph = Graph([Graph.Node(api, isReplacing: true, replaced: [line(3)])])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `a second definition that still exists is reported as well`() {
        let graph = Graph([Graph.Node(api, site: line(3)), Graph.Node(api, site: line(9))])

        let findings = rule.findings(in: graph)

        #expect(findings.map { $0.path.map(\.site) } == [[line(3), line(9)]])
    }

    @Test func `contributing definitions may share a key`() {
        let graph = Graph([
            Graph.Node(api, isContributing: true), Graph.Node(api, isContributing: true),
        ])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test(arguments: [true, false])
    func `an ordinary definition beside those is reported`(isFirst: Bool) throws {
        let graph = Graph([
            Graph.Node(api, site: line(3), isContributing: !isFirst),
            Graph.Node(api, site: line(9), isContributing: isFirst),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "duplicate-binding-contributing")
    }
}
