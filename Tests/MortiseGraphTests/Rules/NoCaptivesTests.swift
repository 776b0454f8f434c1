// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `No captives` {
    private let rule = NoCaptives()

    private func severity(of held: Graph.Lifetime, in holder: Graph.Lifetime) -> Diagnostic
        .Severity?
    {
        let graph = Graph([
            Graph.Node(store, lifetime: holder, dependencies: needs(session)),
            Graph.Node(session, lifetime: held),
        ])
        return rule.findings(in: graph).first?.severity
    }

    @Test(arguments: [Graph.Lifetime.singleton, .eagerSingleton])
    func `a singleton holds no shorter lifetime`(holder: Graph.Lifetime) {
        #expect(severity(of: .scoped("request"), in: holder) == .error)
        #expect(severity(of: .shared, in: holder) == .warning)
        #expect(severity(of: .weakSingleton, in: holder) == .warning)
        #expect(severity(of: .unique, in: holder) == nil)
        #expect(severity(of: .singleton, in: holder) == nil)
        #expect(severity(of: .eagerSingleton, in: holder) == nil)
    }

    @Test func `a weak singleton may hold what is shared, but nothing of a scope`() {
        #expect(severity(of: .scoped("request"), in: .weakSingleton) == .error)
        #expect(severity(of: .shared, in: .weakSingleton) == nil)
        #expect(severity(of: .weakSingleton, in: .weakSingleton) == nil)
    }

    @Test func `a singleton of a scope's own container may hold what the scope keeps`() {
        let graph = Graph(
            [
                Graph.Node(store, lifetime: .singleton, dependencies: needs(session)),
                Graph.Node(session, lifetime: .scoped("request"), container: 1),
            ],
            containers: [
                Graph.Container("request", sources: [1], role: .scope("request")),
                Graph.Container("app"),
            ]
        )

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `a decorator for a scope may hold what the scope keeps, also around a singleton`() {
        let decorator = Graph.Node(
            store,
            lifetime: .scoped("request"),
            container: 1,
            dependencies: needs(session),
            isDecorator: true
        )
        let graph = Graph(
            [
                Graph.Node(session, lifetime: .singleton, container: 0, input: .provided),
                Graph.Node(session, lifetime: .scoped("request"), container: 1, input: .required),
                decorator,
                Graph.Node(store, lifetime: .singleton, container: 2),
            ],
            containers: [
                Graph.Container("request", sources: [1], role: .scope("request")),
                Graph.Container("child", sources: [2]),
                Graph.Container("app"),
            ]
        )

        #expect(graph.findings(rules: GraphRules.all).filter { $0.severity == .error }.isEmpty)
        let request = Graph.Request(needs(store)[0], lane: .synchronous, at: nil)
        #expect(EveryRequestIsAnswered([request]).findings(in: graph) == [nil])
    }

    @Test(arguments: [Graph.Lifetime.unique, .shared, .scoped("session")])
    func `others may hold anything`(holder: Graph.Lifetime) {
        #expect(severity(of: .scoped("request"), in: holder) == nil)
        #expect(severity(of: .shared, in: holder) == nil)
    }

    @Test func `a captive is reported with the whole path to it`() throws {
        let client = Key("App.Client")
        let graph = Graph([
            Graph.Node(store, lifetime: .singleton, site: line(1), dependencies: needs(api)),
            Graph.Node(api, lifetime: .singleton, site: line(2), forwardsTo: client),
            Graph.Node(
                client,
                site: line(3),
                dependencies: [Dependency(session, kind: .property)]
            ),
            Graph.Node(session, lifetime: .scoped("request"), site: line(4)),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "captive-dependency")
    }

    @Test func `a shared captive is a warning`() throws {
        let graph = Graph([
            Graph.Node(store, lifetime: .singleton, site: line(1), dependencies: needs(session)),
            Graph.Node(session, lifetime: .shared, site: line(4)),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "captive-dependency-shared")
    }

    @Test func `a shared captive's dependencies are held too`() {
        let graph = Graph([
            Graph.Node(store, lifetime: .singleton, dependencies: needs(presenter)),
            Graph.Node(presenter, lifetime: .shared, dependencies: needs(session)),
            Graph.Node(session, lifetime: .scoped("request")),
        ])

        #expect(rule.findings(in: graph).map(\.severity) == [.error, .warning])
    }

    @Test func `each singleton is judged separately`() {
        let graph = Graph([
            Graph.Node(screen, lifetime: .singleton, dependencies: needs(store)),
            Graph.Node(store, lifetime: .singleton, dependencies: needs(session)),
            Graph.Node(session, lifetime: .scoped("request")),
        ])

        #expect(rule.findings(in: graph).map { $0.path.first?.key } == [store])
    }

    @Test func `a provider holds nothing`() {
        let graph = Graph([
            Graph.Node(
                store,
                lifetime: .singleton,
                dependencies: [Dependency(session, kind: .deferred)]
            ),
            Graph.Node(session, lifetime: .scoped("request")),
        ])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `a captive that is reached twice is reported once`() {
        let graph = Graph([
            Graph.Node(store, lifetime: .singleton, dependencies: needs(presenter, session)),
            Graph.Node(presenter, dependencies: needs(session)),
            Graph.Node(session, lifetime: .scoped("request")),
        ])

        #expect(rule.findings(in: graph).count == 1)
    }

    @Test func `the shortest path is shown`() {
        let graph = Graph([
            Graph.Node(store, lifetime: .singleton, dependencies: needs(presenter)),
            Graph.Node(presenter, dependencies: needs(screen, session)),
            Graph.Node(
                screen,
                dependencies: [Dependency(presenter, kind: .property), Dependency(session)]
            ),
            Graph.Node(session, lifetime: .scoped("request")),
        ])

        let paths = rule.findings(in: graph).map { $0.path.map(\.key) }

        #expect(paths == [[store, presenter, session]])
    }

    @Test(.timeLimit(.minutes(15)))
    func `agrees with a search of all paths`() {
        var generator = SeededGenerator(seed: 8)
        var found = 0

        for _ in 0..<1_000 {
            let graph = Graph.random(using: &generator)

            let findings = rule.findings(in: graph)

            for node in graph.nodes {
                let own = findings.filter { $0.path[0].key == node.key }.map(\.severity)
                for (severity, captives) in [
                    (Diagnostic.Severity.error, [Graph.Lifetime.scoped("request")]),
                    (.warning, [.shared, .weakSingleton]),
                ] {
                    let held = graph.held(by: node, severity)
                    #expect(own.contains(severity) == !held.isDisjoint(with: captives))
                }
            }
            found += findings.count
        }

        #expect(found > 500)
    }
}

extension Graph.Lifetime {
    fileprivate func isHolding(_ severity: Diagnostic.Severity) -> Bool {
        self == .singleton || self == .eagerSingleton
            || severity == .error && self == .weakSingleton
    }
}

extension Graph {
    /// The lifetimes of all instances that a singleton holds, except through other ones.
    fileprivate func held(by holder: Node, _ severity: Diagnostic.Severity) -> Set<Graph.Lifetime> {
        guard holder.lifetime.isHolding(severity) else { return [] }
        var held: Set<Key> = []
        var waiting = [holder]
        while let node = waiting.popLast() {
            let needed = node.dependencies.filter { $0.kind != .deferred }.map(\.key)
            for next in nodes where needed.contains(next.key) && held.insert(next.key).inserted {
                if !next.lifetime.isHolding(severity), next.lifetime != .scoped("request") {
                    waiting.append(next)
                }
            }
        }
        return Set(nodes.filter { held.contains($0.key) }.map(\.lifetime))
    }

    fileprivate static func random(using generator: inout SeededGenerator) -> Graph {
        let keys = (0..<7).map { Key(TypeName("App.T\($0)")) }
        return Graph(
            keys.map { key in
                Node(
                    key,
                    lifetime: generator.pick([
                        .unique, .unique, .unique, .shared, .singleton, .eagerSingleton,
                        .weakSingleton, .scoped("request"),
                    ]),
                    dependencies: keys.filter { _ in generator.chance(20) }.map {
                        Dependency($0, kind: generator.pick([.constructor, .property, .deferred]))
                    }
                )
            }
        )
    }
}
