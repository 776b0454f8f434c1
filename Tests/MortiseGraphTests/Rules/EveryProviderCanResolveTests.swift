// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every provider can resolve` {
    private let rule = EveryProviderCanResolve()

    private static func provider(of key: Key, _ lane: Graph.Lane? = .synchronous) -> Dependency {
        var dependency = Dependency(key, kind: .deferred)
        dependency.lane = lane
        return dependency
    }

    private static func node(
        _ key: Key,
        _ lane: Graph.Lane,
        _ lifetime: Graph.Lifetime = .unique,
        line number: Int = 1,
        needs dependencies: [Dependency] = []
    ) -> Graph.Node {
        var node = Graph.Node(
            key,
            lifetime: lifetime,
            site: line(number),
            dependencies: dependencies
        )
        node.lane = lane
        return node
    }

    @Test func `a singleton's provider of an instance of a scope never can`() throws {
        let graph = Graph([
            Graph.Node(session, lifetime: .scoped("login"), site: line(3)),
            Graph.Node(
                store,
                lifetime: .singleton,
                site: line(4),
                dependencies: [Self.provider(of: session)]
            ),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        #expect(findings[0].severity == .error)
        try expectGolden(findings[0].rendered(), "provider-of-scoped")
        #expect(graph.findings() == findings)
    }

    @Test func `what a singleton holds is held as long`() throws {
        let graph = Graph([
            Graph.Node(session, lifetime: .scoped("login"), site: line(3)),
            Graph.Node(clock, site: line(4), dependencies: needs(session)),
            Graph.Node(presenter, site: line(5), dependencies: [Self.provider(of: clock)]),
            Graph.Node(
                store,
                lifetime: .singleton,
                site: line(6),
                dependencies: needs(presenter)
            ),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        #expect(findings[0].path.map(\.key) == [store, presenter, clock, session])
        #expect(findings[0].path.map(\.relation) == [.needs, .needs, .deferred, .needs])
    }

    @Test func `a list with such an instance never can be made`() {
        let list = Key("Swift.Array<any App.API>")
        var all = Dependency(api, isOptional: true)
        all.isPlural = true
        let graph = Graph([
            Graph.Node(api, lifetime: .scoped("login"), isContributing: true),
            Graph.Node(list, dependencies: [all], collection: .list),
            Graph.Node(store, lifetime: .singleton, dependencies: [Self.provider(of: list)]),
        ])

        #expect(rule.findings(in: graph).map(\.code) == [.missingScope])
    }

    @Test func `a holder that a scope may make can`() {
        let provider = Self.provider(of: session)
        let scoped = Graph.Node(session, lifetime: .scoped("login"))
        for lifetime in [Graph.Lifetime.unique, .shared, .scoped("login"), .scoped("visit")] {
            let graph = Graph([
                scoped, Graph.Node(store, lifetime: lifetime, dependencies: [provider]),
            ])
            #expect(rule.findings(in: graph) == [])
        }
    }

    @Test func `an open scope can, and one that is not inside cannot`() {
        func graph(open name: String) -> Graph {
            Graph(
                [
                    Graph.Node(session, lifetime: .scoped("login"), container: 1),
                    Graph.Node(
                        store,
                        lifetime: .scoped(name),
                        container: 1,
                        dependencies: [Self.provider(of: session)]
                    ),
                ],
                containers: [
                    Graph.Container("here", sources: [1], role: .scope(name)),
                    Graph.Container("app"),
                ]
            )
        }

        #expect(rule.findings(in: graph(open: "login")) == [])
        #expect(rule.findings(in: graph(open: "visit")).map(\.code) == [.missingScope])
    }

    @Test func `an instance that is kept ends the way`() {
        let graph = Graph([
            Graph.Node(session, lifetime: .scoped("login")),
            Graph.Node(clock, lifetime: .singleton, dependencies: needs(session)),
            Graph.Node(store, lifetime: .singleton, dependencies: [Self.provider(of: clock)]),
        ])

        // A captive, which another rule reports.
        #expect(rule.findings(in: graph) == [])
    }

    @Test(arguments: [Graph.Lane.main, .asynchronous])
    func `a provider that resolves synchronously never waits`(lane: Graph.Lane) throws {
        let graph = Graph([
            Self.node(clock, lane, line: 3),
            Self.node(presenter, .synchronous, line: 4, needs: needs(clock)),
            Self.node(store, .synchronous, line: 5, needs: [Self.provider(of: presenter)]),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        #expect(findings[0].severity == .warning)
        try expectGolden(findings[0].rendered(), "provider-of-\(lane)")
    }

    @Test func `a provider of the right lane can`() {
        func codes(_ lane: Graph.Lane, by provider: Graph.Lane?) -> [DiagnosticCode] {
            let graph = Graph([
                Self.node(clock, lane),
                Self.node(store, .synchronous, needs: [Self.provider(of: clock, provider)]),
            ])
            return rule.findings(in: graph).map(\.code)
        }

        #expect(codes(.main, by: .main) == [])
        #expect(codes(.main, by: .asynchronous) == [])
        #expect(codes(.asynchronous, by: .asynchronous) == [])
        #expect(codes(.asynchronous, by: nil) == [])
        #expect(codes(.asynchronous, by: .main) == [.needsAsync])
    }

    @Test func `an instance that may be finished before can be had`() {
        for lifetime in [
            Graph.Lifetime.singleton, .eagerSingleton, .weakSingleton, .scoped("login"),
        ] {
            let graph = Graph([
                Self.node(clock, .asynchronous, lifetime),
                Self.node(store, .synchronous, needs: [Self.provider(of: clock)]),
            ])
            #expect(rule.findings(in: graph) == [])
        }
    }
}
