// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every factory is transparent` {
    private let rule = EveryFactoryIsTransparent()

    @Test func `a complete signature is fine`() {
        #expect(rule.findings(in: Graph([Graph.Node(store, dependencies: needs(api))])).isEmpty)
    }

    @Test func `an opaque factory is noted with its observed requests`() throws {
        let seen = [api, clock].map { Dependency($0, evidence: .observed) }
        let graph = Graph([
            Graph.Node(store, site: line(3), dependencies: seen, transparency: .opaque)
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        #expect(findings[0].severity == .note)
        try expectGolden(findings[0].rendered(), "not-proven")
    }

    @Test func `an opaque factory that was never run is noted`() throws {
        let graph = Graph([Graph.Node(store, site: line(3), transparency: .opaque)])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "not-proven-unseen")
    }

    @Test func `a long list is cut`() {
        let seen = (0..<20).map { Dependency(Key(TypeName("App.T\($0)")), evidence: .observed) }
        let graph = Graph([Graph.Node(store, dependencies: seen, transparency: .opaque)])

        #expect(rule.findings(in: graph).first?.fact.hasSuffix("T6, T7 and 12 more") == true)
    }

    @Test func `an unneeded closure may lack parameters`() {
        let url = Key(TypeName("Foundation.URL"))
        let page = Graph.Node(
            Key(TypeName("App.Page"), arguments: [url.type]),
            dependencies: [Dependency(url)],
            wiring: .byClosure
        )

        let lacking = rule.findings(in: Graph([page]))
        let complete = rule.findings(in: Graph([page, Graph.Node(url)]))

        #expect(
            lacking.map(\.fact) == [
                "Page cannot be resolved without arguments: nothing provides URL"
            ]
        )
        #expect(lacking.allSatisfy { $0.severity == .note })
        #expect(complete.isEmpty)
    }
}
