// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `An explanation of a type` {
    /// A container, a child of it, and what code asks both for.
    private let graph = Graph(
        [
            Graph.Node(clock, lifetime: .singleton, site: line(1), replaced: [line(90)]),
            Graph.Node(Key(clock.type, tag: "fast"), site: line(2)),
            Graph.Node(
                Key(clock.type, arguments: ["Swift.Int"]),
                site: line(3),
                isContributing: true
            ),
            Graph.Node(clock, site: line(4), isDecorator: true),
            Graph.Node(store, lifetime: .singleton, site: line(5), dependencies: needs(presenter)),
            Graph.Node(
                presenter,
                site: line(6),
                dependencies: [
                    Dependency(session, kind: .property), Dependency(clock, kind: .deferred),
                ]
            ),
            Graph.Node(session, lifetime: .shared, site: line(7), dependencies: needs(clock)),
            Graph.Node(screen, site: line(8), container: 1, dependencies: needs(clock, api)),
            Graph.Node(clock, lifetime: .scoped("request"), site: line(9), container: 1),
            Graph.Node(Key("App.Alone"), site: line(10), forwardsTo: screen),
        ],
        containers: [
            Graph.Container("app"),
            Graph.Container("request", sources: [0], role: .scope("request")),
        ]
    )

    private let requests: [Int: [Graph.Request]] = [
        0: [Graph.Request(Dependency(store), at: line(50))],
        1: [Graph.Request(Dependency(screen), at: line(60))],
    ]

    @Test(arguments: ["any Clock", "Session", "any API", "Alone", "Presenter"])
    func `says who provides it, and who could and does not`(type: String) throws {
        let text = try #require(graph.explanation(of: type, requests: requests))
        let name = type.split(separator: " ").last.map { $0.lowercased() } ?? ""
        try expectGolden(text, "explanation-\(name)")
    }

    @Test(arguments: ["any App.Clock", "Clock"])
    func `finds it by other spellings`(type: String) {
        let text = graph.explanation(of: type, requests: requests)
        #expect(text == graph.explanation(of: "any Clock", requests: requests))
    }

    @Test func `is none of what nobody has, but near misses`() {
        #expect(graph.explanation(of: "any Clokc") == nil)
        #expect(graph.types(like: "any Clokc") == ["any Clock"])
        #expect(graph.types(like: "Planted").isEmpty)
    }

    @Test func `names what is ambiguous, hidden, linked or comes last of several`() throws {
        let one = Key(clock.type, arguments: ["Swift.Int"])
        let other = Key(clock.type, arguments: ["Swift.Bool"])
        let graph = Graph(
            [
                Graph.Node(one, site: line(1), wiring: .byReference),
                Graph.Node(other, site: line(2), wiring: .byReference),
                Graph.Node(api, site: line(3), isContributing: true),
                Graph.Node(api, site: line(4), isContributing: true),
                Graph.Node(store, site: line(5)),
                Graph.Node(
                    Key(store.type, arguments: ["Swift.Int"]),
                    site: line(6),
                    container: 1,
                    replacing: .anyParameters
                ),
                Graph.Node(session, site: line(7), container: 2, input: .required),
            ],
            containers: [
                Graph.Container("app"), Graph.Container("child", sources: [0], links: [2]),
                Graph.Container("linked"),
            ]
        )
        let types = ["any Clock", "any API", "Store", "Session"]
        let texts = types.compactMap { graph.explanation(of: $0) }
        try expectGolden(texts.joined(separator: "\n"), "explanation-others")
    }

    @Test func `ends in a cycle`() throws {
        let graph = Graph([
            Graph.Node(store, dependencies: needs(presenter)),
            Graph.Node(presenter, dependencies: needs(store)),
        ])
        let text = try #require(graph.explanation(of: "Store"))
        #expect(text.contains("reached:    no: no request that is known leads here, nor to what"))
    }
}
