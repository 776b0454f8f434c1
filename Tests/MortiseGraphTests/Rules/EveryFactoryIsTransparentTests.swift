// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every factory is transparent` {
    private let rule = EveryFactoryIsTransparent()

    @Test func `decorators and factories with run-time arguments do not count`() {
        let graph = Graph([
            Graph.Node(clock, transparency: .opaque, isDecorator: true),
            Graph.Node(Key(api.type, arguments: [clock.type]), transparency: .opaque),
            Graph.Node(store),
        ])

        #expect(rule.findings(in: graph) == [])
    }

    @Test func `a complete signature is fine`() {
        #expect(rule.findings(in: Graph([Graph.Node(store, dependencies: needs(api))])).isEmpty)
    }

    @Test func `a factory that has run is fine`() throws {
        let seen = [api, clock].map { Dependency($0, evidence: .observed) }
        let graph = Graph([Graph.Node(store, dependencies: seen, transparency: .observed)])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `those that have not run are noted together`() throws {
        let graph = Graph([
            Graph.Node(store, site: line(3), transparency: .opaque), Graph.Node(clock),
            Graph.Node(session, site: line(5), transparency: .opaque),
            Graph.Node(api, forwardsTo: store),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        #expect(findings[0].severity == .note)
        try expectGolden(findings[0].rendered(), "not-proven")
    }

    @Test func `inputs and collections are no factories`() {
        let graph = Graph([
            Graph.Node(store, transparency: .opaque), Graph.Node(api),
            Graph.Node(session, input: .required), Graph.Node(clock, input: .provided),
            Graph.Node(Key("[any App.API]"), collection: .list),
        ])

        #expect(
            rule.findings(in: graph).map(\.fact) == ["1 of 2 factories not seen yet: \(store)"]
        )
    }

    @Test func `a long list is cut`() {
        let graph = Graph(
            (0..<20).map { Graph.Node(Key(TypeName("App.T\($0)")), transparency: .opaque) }
        )

        let finding = rule.findings(in: graph).first

        #expect(finding?.fact.hasPrefix("20 of 20 factories") == true)
        #expect(finding?.fact.hasSuffix("T6, T7 and 12 more") == true)
        #expect(finding?.path == [])
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
