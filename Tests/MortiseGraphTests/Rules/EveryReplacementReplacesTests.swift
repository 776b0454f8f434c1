// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every replacement replaces` {
    private let rule = EveryReplacementReplaces()
    private let client = Key("App.HTTPClient")

    @Test func `one that replaces a definition for any tag has to be for any tag`() {
        func graph(_ node: Graph.Node) -> Graph {
            Graph(
                [node, Graph.Node(api, container: 1, answersAnyTag: true)],
                containers: [Graph.Container("child", sources: [1]), Graph.Container("app")]
            )
        }
        var gone = Graph.Node(api, replacing: .anyParameters, replaced: [line(1)])
        gone.replacesAnyTag = true
        let plain = Graph.Node(api, replacing: .anyParameters)
        let forAnyTag = Graph.Node(api, replacing: .anyParameters, answersAnyTag: true)

        let findings = rule.findings(in: graph(plain))

        #expect(findings.map(\.severity) == [.warning])
        #expect(findings.first?.hint == "mark it with .forAnyTag() as well")
        #expect(rule.findings(in: Graph([gone])).count == 1)
        #expect(rule.findings(in: graph(forAnyTag)) == [])
        let asking = Graph.Node(
            store,
            dependencies: [Dependency(Key(api.type, tag: "a"))]
        )
        let hint = Graph([gone, asking]).findings().first { $0.code == .missingBinding }?.hint
        #expect(hint?.contains("mark it with .forAnyTag() as well") == true)
    }

    @Test func `a definition that replaced another one is fine`() {
        let graph = Graph([Graph.Node(api, replacing: .anyParameters, replaced: [line(3)])])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test(arguments: [Graph.Container.Role.plain, .overlay, .scope("request")])
    func `a definition that hides one of an enclosing container is fine`(
        role: Graph.Container.Role
    ) {
        let graph = layered(
            role,
            Graph.Node(Key(api.type, arguments: [clock.type]), replacing: .anyParameters),
            over: Graph.Node(api)
        )

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `one that replaces nothing is reported with what it may have meant`() throws {
        let rule = EveryReplacementReplaces { [client] in $0.key == client ? [api] : [] }
        let graph = layered(
            .overlay,
            Graph.Node(client, site: line(9), replacing: .anyParameters),
            over: Graph.Node(api, site: line(3))
        )

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "nothing-to-replace")
    }

    @Test func `one with other parameters is reported if the same ones are wanted`() throws {
        let graph = layered(
            .plain,
            Graph.Node(
                Key(api.type, arguments: [clock.type]),
                site: line(9),
                replacing: .sameParameters
            ),
            over: Graph.Node(api, site: line(3))
        )

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "nothing-to-replace-parameters")
    }

    @Test func `one with another tag is reported with the existing tag`() throws {
        let graph = Graph([
            Graph.Node(Key(api.type, tag: "live"), site: line(3)),
            Graph.Node(Key(api.type, tag: "life"), replacing: .anyParameters),
        ])

        let findings = rule.findings(in: graph)

        #expect(
            findings.map(\.hint) == [
                #"any API "live" is registered at App/Wiring.swift:3; add that tag"#
            ]
        )
    }

    @Test func `an overlay's definition that nothing needs is a warning`() throws {
        let graph = layered(
            .overlay,
            Graph.Node(Key("any App.Calendar"), site: line(9)),
            over: Graph.Node(clock, site: line(3))
        )

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        #expect(findings[0].severity == .warning)
        try expectGolden(findings[0].rendered(), "nothing-to-replace-overlay")
    }

    @Test func `an overlay's definition that something needs is fine`() {
        let graph = Graph(
            [
                Graph.Node(store), Graph.Node(api, dependencies: needs(session)),
                Graph.Node(store, container: 1, dependencies: needs(session)),
                Graph.Node(session, container: 1),
            ],
            containers: [
                Graph.Container("app"), Graph.Container("overlay", sources: [0], role: .overlay),
            ]
        )

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test(arguments: [Graph.Container.Role.plain, .scope("request")])
    func `any other container may add definitions`(role: Graph.Container.Role) {
        let graph = layered(role, Graph.Node(store), over: Graph.Node(api))

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `a definition counts together with the types that it forwards`() {
        let graph = Graph(
            [
                Graph.Node(api),
                Graph.Node(client, container: 1, replacing: .anyParameters),
                Graph.Node(api, container: 1, forwardsTo: client, replacing: .anyParameters),
            ],
            containers: [
                Graph.Container("app"), Graph.Container("overlay", sources: [0], role: .overlay),
            ]
        )

        #expect(rule.findings(in: graph).isEmpty)
    }

    /// A graph of a container over another one, each with a definition.
    private func layered(
        _ role: Graph.Container.Role,
        _ upper: Graph.Node,
        over lower: Graph.Node
    ) -> Graph {
        var lower = lower
        lower.container = 1
        return Graph(
            [upper, lower],
            containers: [
                Graph.Container("upper", sources: [1], role: role), Graph.Container("lower"),
            ]
        )
    }
}
