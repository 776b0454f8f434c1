// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every key is registered once` {
    private let rule = EveryKeyIsRegisteredOnce()

    @Test func `two contributions with one tag are reported, whoever asks`() {
        let key = Key(api.type, tag: "a")
        let twice = [
            Graph.Node(key, site: line(1), isContributing: true),
            Graph.Node(key, site: line(2), isContributing: true),
        ]
        var all = Dependency(key, isOptional: true)
        all.isPlural = true
        var replacing = twice
        replacing[1].replacing = .anyParameters
        let other = Graph.Node(Key(api.type, tag: "b"), isContributing: true)

        #expect(rule.findings(in: Graph(twice)).map(\.severity) == [.warning])
        #expect(rule.findings(in: Graph(replacing)) == [])
        #expect(rule.findings(in: Graph([twice[0], other])) == [])
        // A list of all with the tag is meant.
        let list = Graph.Node(store, dependencies: [all])
        #expect(rule.findings(in: Graph(twice + [list])) == [])
    }

    @Test func `a registered function is meant to be resolved, a closure may not be`() {
        var function = wired(line: 9)
        function.wiring = .byReference
        let graph = Graph([Graph.Node(clock), Graph.Node(api, site: line(3)), function])

        #expect(rule.findings(in: graph).map(\.severity) == [.error])
    }

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
        let graph = Graph([Graph.Node(api, replacing: .anyParameters, replaced: [line(3)])])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `definitions that all can be resolved without arguments are reported`() throws {
        let graph = Graph([
            Graph.Node(clock),
            Graph.Node(api, site: line(3)),
            wired(line: 9),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "duplicate-binding-parameters")
    }

    @Test func `a definition with a parameter that nothing provides takes arguments`() {
        let graph = Graph([Graph.Node(api, site: line(3)), wired(line: 9)])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test(arguments: [Graph.Node.Replacement.anyParameters, .sameParameters])
    func `one that is marked as replacing is fine with any parameters`(
        replacement: Graph.Node.Replacement
    ) {
        var marked = wired(line: 9)
        marked.replacing = replacement
        let graph = Graph([Graph.Node(clock), Graph.Node(api, site: line(3)), marked])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `contributing definitions may have different parameters`() {
        var second = wired(line: 9)
        second.isContributing = true
        let graph = Graph([Graph.Node(clock), Graph.Node(api, isContributing: true), second])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `a container that prefers most parameters may have several`() {
        let graph = Graph(
            [Graph.Node(clock), Graph.Node(api, site: line(3)), wired(line: 9)],
            containers: [Graph.Container(prefersMostParameters: true)]
        )

        #expect(rule.findings(in: graph).isEmpty)
    }

    /// A definition of the same type with a parameter.
    private func wired(line number: Int) -> Graph.Node {
        Graph.Node(
            Key(api.type, arguments: [clock.type]),
            site: line(number),
            dependencies: needs(clock),
            wiring: .byClosure
        )
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
