// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every module is installed once` {
    private let rule = EveryModuleIsInstalledOnce()

    private func networking(
        _ number: Int,
        _ keys: [Key] = [api],
        container: Int = 0
    ) -> Graph.Installation {
        Graph.Installation(
            "App.Networking",
            container: container,
            path: [Diagnostic.Step(Key("App.Networking"), at: line(number))],
            keys: keys
        )
    }

    @Test func `two values that register one key are reported with both places`() throws {
        let feed = Graph.Installation(
            "App.Networking",
            path: [
                Diagnostic.Step(Key("App.Feed"), at: line(9)),
                Diagnostic.Step(Key("App.Networking")),
            ],
            keys: [clock, api]
        )
        let graph = Graph(
            [Graph.Node(clock), Graph.Node(api, site: line(30), replaced: [line(30)])],
            installations: [networking(3, [clock, api]), feed]
        )

        let findings = graph.findings()

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "duplicate-binding-modules")
    }

    @Test func `values that register different keys are fine`() {
        let graph = Graph(
            [Graph.Node(clock), Graph.Node(api)],
            installations: [networking(3, [clock]), networking(9, [api])]
        )

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test(arguments: [
        Graph.Node(api, replacing: .anyParameters, replaced: [line(30)]),
        Graph.Node(api, isContributing: true),
    ])
    func `values whose definitions replace or contribute are fine`(node: Graph.Node) {
        let graph = Graph([node], installations: [networking(3), networking(9)])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `values in different containers are fine`() {
        let graph = Graph(
            [Graph.Node(api), Graph.Node(api, container: 1)],
            containers: [Graph.Container("one"), Graph.Container("other")],
            installations: [networking(3), networking(9, container: 1)]
        )

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `a value that was left out is a warning`() throws {
        var installation = networking(3)
        installation.leftOut = [[Diagnostic.Step(Key("App.Networking"), at: line(9))]]

        let findings = rule.findings(in: Graph([Graph.Node(api)], installations: [installation]))

        try #require(findings.map(\.severity) == [.warning])
        try expectGolden(findings[0].rendered(), "duplicate-binding-left-out")
    }
}
