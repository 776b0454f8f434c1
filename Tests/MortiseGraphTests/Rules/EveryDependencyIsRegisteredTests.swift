// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every dependency is registered` {
    private let rule = EveryDependencyIsRegistered()

    @Test func `what was seen from one container counts only there`() {
        func graph(seenBy observer: Int) -> Graph {
            var seen = Dependency(clock, evidence: .observed)
            seen.observer = observer
            return Graph(
                [Graph.Node(screen, container: 1, dependencies: [seen])],
                containers: [Graph.Container("child", sources: [1]), Graph.Container("app")]
            )
        }

        #expect(rule.findings(in: graph(seenBy: 0)).map(\.code) == [.missingBinding])
        #expect(rule.findings(in: graph(seenBy: 1)) == [])
        #expect(rule.findings(in: graph(seenBy: Dependency.outside)) == [])
        #expect(!graph(seenBy: Dependency.outside).text().contains("Clock"))
        #expect(graph(seenBy: 1).text().contains("Clock"))
    }

    @Test func `a complete graph has no findings`() {
        let graph = Graph([
            Graph.Node(screen, dependencies: needs(api, Key("Swift.Optional<App.API>"))),
            Graph.Node(api),
        ])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `a missing key is reported with the path to it`() throws {
        let graph = Graph([
            Graph.Node(
                screen,
                site: line(20),
                dependencies: [Dependency(presenter, kind: .property)]
            ),
            Graph.Node(presenter, site: line(12), dependencies: needs(clock)),
            Graph.Node(Key(clock.type, tag: "monotonic"), site: line(31)),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        #expect(findings[0].code == .missingBinding)
        try expectGolden(findings[0].rendered(), "missing-binding")
    }

    @Test func `an optional is noted if only a definition without its tag exists`() throws {
        let tagged = Key("Swift.Optional<App.Clock>", tag: "monotonic")
        func findings(_ clocks: Graph.Node..., tagRule: Dependency.TagRule = .exact)
            -> [Diagnostic]
        {
            let dependency = Dependency(tagged, isOptional: true, tagRule: tagRule)
            let owner = Graph.Node(screen, site: line(20), dependencies: [dependency])
            return rule.findings(in: Graph([owner] + clocks))
        }

        let noted = findings(Graph.Node(clock))

        try #require(noted.count == 1)
        #expect(noted[0].code == .missingBinding)
        #expect(noted[0].severity == .note)
        #expect(noted[0].path.map(\.key) == [screen, tagged])
        #expect(noted[0].hint == "ask for it without a tag, or register it with .forAnyTag()")
        #expect(findings().isEmpty)
        #expect(findings(Graph.Node(Key(clock.type, tag: "wall"))).isEmpty)
        #expect(findings(Graph.Node(clock, answersAnyTag: true)).isEmpty)
        #expect(findings(Graph.Node(clock), tagRule: .inherited).isEmpty)
        #expect(findings(Graph.Node(clock), tagRule: .fallingBack).isEmpty)
    }

    @Test func `a tag is looked up by the rule of its request`() {
        let tagged = Key(clock.type, tag: "monotonic")
        func codes(_ tagRule: Dependency.TagRule, answersAnyTag: Bool = false) -> [DiagnosticCode] {
            let dependency = Dependency(tagged, tagRule: tagRule)
            let graph = Graph([
                Graph.Node(screen, dependencies: [dependency]),
                Graph.Node(clock, answersAnyTag: answersAnyTag),
            ])
            return rule.findings(in: graph).map(\.code)
        }

        #expect(codes(.exact) == [.missingBinding])
        #expect(codes(.exact, answersAnyTag: true).isEmpty)
        #expect(codes(.inherited).isEmpty)
        #expect(codes(.fallingBack).isEmpty)
    }

    @Test func `other arguments have their own code`() throws {
        let graph = Graph([
            Graph.Node(screen, site: line(20), dependencies: needs(store)),
            Graph.Node(Key(store.type, arguments: ["App.URL", "Swift.Int"]), site: line(5)),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        #expect(findings[0].code == .argumentMismatch)
        try expectGolden(findings[0].rendered(), "argument-mismatch")
    }

    @Test(arguments: [Dependency.Kind.constructor, .property, .deferred])
    func `every kind of dependency counts`(kind: Dependency.Kind) {
        for evidence in [Dependency.Evidence.declared, .observed] {
            let dependency = Dependency(clock, kind: kind, evidence: evidence)
            let graph = Graph([Graph.Node(screen, dependencies: [dependency])])

            #expect(rule.findings(in: graph).map(\.code) == [.missingBinding])
        }
    }

    @Test func `only an explicit optional may be missing`() {
        let inferred = Dependency(Key("Swift.Optional<App.Clock>"))
        let explicit = Dependency(clock, isOptional: true)
        let graph = Graph([Graph.Node(screen, dependencies: [inferred, explicit])])

        let findings = rule.findings(in: graph)

        #expect(findings.map(\.fact) == ["Nothing provides Clock"])
        #expect(findings.first?.hint?.hasPrefix("`Clock?` is optional for you") == true)
    }

    @Test func `a forwarded type needs its target`() {
        let graph = Graph([Graph.Node(api, forwardsTo: Key("App.Client"))])

        let findings = rule.findings(in: graph)

        #expect(findings.map(\.fact) == ["Nothing provides Client"])
        #expect(findings.first?.path.last?.relation == .forwards)
    }

    @Test func `a closure's parameters count once it is needed without arguments`() {
        let link = Graph.Node(
            Key("App.Link", arguments: ["App.URL"]),
            dependencies: needs(Key("App.URL")),
            wiring: .byClosure
        )
        let passing = Graph.Node(store, dependencies: needs(link.key))
        let notPassing = Graph.Node(screen, dependencies: needs(Key("App.Link")))

        #expect(rule.findings(in: Graph([link])).isEmpty)
        #expect(rule.findings(in: Graph([link, passing])).isEmpty)
        #expect(
            rule.findings(in: Graph([link, passing, notPassing])).map(\.fact)
                == ["Nothing provides URL"]
        )
    }

    @Test func `a closure that only an unneeded closure needs is not needed`() {
        let inner = Graph.Node(
            Key("App.Inner", arguments: ["App.URL"]),
            dependencies: needs(Key("App.URL")),
            wiring: .byClosure
        )
        let outer = Graph.Node(
            Key("App.Outer", arguments: ["App.Inner"]),
            dependencies: needs(Key("App.Inner")),
            wiring: .byClosure
        )
        let root = Graph.Node(screen, dependencies: needs(Key("App.Outer")))

        #expect(rule.findings(in: Graph([inner, outer])).isEmpty)
        #expect(rule.findings(in: Graph([inner, outer, root])).count == 1)
    }

    @Test func `a forwarded closure is needed when its forwarded type is`() {
        let link = Graph.Node(
            Key("App.Link", arguments: ["App.URL"]),
            dependencies: needs(Key("App.URL")),
            wiring: .byClosure
        )
        let forwarded = Graph.Node(
            Key("any App.Linking", arguments: ["App.URL"]),
            wiring: .byClosure,
            forwardsTo: link.key
        )
        let root = Graph.Node(screen, dependencies: needs(Key("any App.Linking")))

        #expect(rule.findings(in: Graph([link, forwarded])).isEmpty)
        #expect(rule.findings(in: Graph([link, forwarded, root])).count == 1)
    }

    @Test func `a property of a closure's instance always counts`() {
        let link = Graph.Node(
            Key("App.Link", arguments: ["App.URL"]),
            dependencies: [Dependency(clock, kind: .property)],
            wiring: .byClosure
        )

        #expect(rule.findings(in: Graph([link])).map(\.fact) == ["Nothing provides any Clock"])
    }

    @Test func `parameters of an auto-wired reference always count`() {
        let link = Graph.Node(
            Key("App.Link", arguments: ["App.URL"]),
            dependencies: needs(Key("App.URL")),
            wiring: .byReference
        )

        #expect(rule.findings(in: Graph([link])).map(\.fact) == ["Nothing provides URL"])
    }

    private let family = [Graph.Container("child", sources: [1]), Graph.Container("parent")]

    @Test func `a source provides`() {
        let graph = Graph(
            [Graph.Node(screen, dependencies: needs(api)), Graph.Node(api, container: 1)],
            containers: family
        )

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test(arguments: [Graph.Lifetime.unique, .shared, .singleton, .scoped("request")])
    func `a dependent container provides what is made for it alone`(_ lifetime: Graph.Lifetime) {
        let graph = Graph(
            [
                Graph.Node(screen, lifetime: lifetime, container: 1, dependencies: needs(api)),
                Graph.Node(api),
            ],
            containers: family
        )

        #expect(rule.findings(in: graph).isEmpty == !lifetime.isCaching)
    }

    @Test func `an overlay and a scope provide what is made for them`() {
        for (role, lifetime) in [
            (Graph.Container.Role.overlay, Graph.Lifetime.singleton),
            (.overlay, .scoped("request")),
            (.scope("request"), .scoped("request")),
        ] {
            let graph = Graph(
                [
                    Graph.Node(screen, lifetime: lifetime, container: 1, dependencies: needs(api)),
                    Graph.Node(api),
                ],
                containers: [Graph.Container("layer", sources: [1], role: role), family[1]]
            )
            #expect(rule.findings(in: graph).isEmpty)
        }
    }

    @Test func `what a singleton of a source needs comes from there`() {
        let store = Key("App.Store")
        let graph = Graph(
            [
                Graph.Node(store, lifetime: .singleton, container: 1, dependencies: needs(screen)),
                Graph.Node(screen, container: 1, dependencies: needs(api)),
                Graph.Node(api),
            ],
            containers: family
        )

        let findings = rule.findings(in: graph)
        #expect(findings.count == 1)
        #expect(findings.first?.path.map(\.key) == [store, screen, api])
    }

    @Test(.timeLimit(.minutes(15)))
    func `ten thousand missing keys are reported quickly`() {
        let graph = Graph(
            (0..<10_000).map { number in
                Graph.Node(
                    Key(TypeName("App.Type\(number)")),
                    dependencies: needs(Key(TypeName("App.Other\(number)")))
                )
            }
        )

        let findings = rule.findings(in: graph)

        #expect(findings.count == 10_000)
    }
}
