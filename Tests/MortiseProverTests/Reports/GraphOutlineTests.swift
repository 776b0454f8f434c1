// SPDX-License-Identifier: MIT

import Foundation
import MortiseGraph
import MortiseProver
import Testing

@Suite("The outline of a graph")
struct GraphOutlineTests {
    private let clock = Graph.Node(
        Key("any App.Clock", arguments: ["Swift.Int"], tag: "fast"),
        lifetime: .scoped("request"),
        site: SourceSite(file: "App/Wiring.swift", line: 3)
    )
    private let screen = Graph.Node(
        Key("App.Screen"),
        dependencies: [
            Dependency(Key("App.Log")), Dependency(Key("App.Store", tag: 3), kind: .deferred),
        ]
    )
    private let containers = [
        Graph.Container("app"),
        Graph.Container("child", sources: [0], links: [0], role: .scope("request")),
    ]

    private func outline(_ nodes: Graph.Node...) -> GraphOutline {
        GraphOutline(Graph(nodes, containers: containers))
    }

    @Test func `is the same when it was written and is read`() throws {
        var decorator = clock
        (decorator.isDecorator, decorator.container) = (true, 1)
        let graph = Graph([clock, screen, clock, decorator], containers: containers)
        let read = try GraphOutline(reading: Data(graph.json().utf8))
        #expect(read == GraphOutline(graph))
    }

    @Test func `does not differ where code has moved`() {
        var moved = clock
        moved.site = SourceSite(file: "App/Other.swift", line: 99)
        #expect(outline(screen, moved).differences(from: outline(clock, screen)).isEmpty)
    }

    @Test func `differs by what is new, gone and changed`() {
        var changed = screen
        changed.lifetime = .singleton
        changed.dependencies.removeFirst()
        changed.dependencies.append(Dependency(Key("any App.API")))
        var old = screen
        old.key.type = "App.Old"
        #expect(
            outline(changed, clock).differences(from: outline(old, screen)) == [
                "- Old in \"app\"",
                "~ Screen in \"app\": singleton, was unique; needs any API; needs no more Log",
                "+ any Clock (Int) \"fast\" in \"app\", scoped(request)",
            ]
        )
    }

    @Test func `notices that a definition has moved to another container`() {
        var moved = screen
        moved.container = 1
        let lines = outline(moved).differences(from: outline(screen))
        #expect(lines == ["~ Screen in \"child\": was in \"app\""])
    }

    @Test func `tells several of one key apart by their order`() {
        var second = screen
        second.lifetime = .shared
        let lines = outline(screen, second).differences(from: outline(screen))
        #expect(lines == ["+ Screen in \"app\", shared"])
        let fewer = outline(screen).differences(from: outline(screen, second))
        #expect(fewer == ["- Screen in \"app\""])
    }

    @Test func `notices another order of what is needed`() {
        var other = screen
        other.dependencies.reverse()
        let lines = outline(other).differences(from: outline(screen))
        let needs = "Store 3 (deferred), Log"
        #expect(lines == ["~ Screen in \"app\": needs \(needs), in another order or number"])
    }

    @Test func `differs by containers, and by what they search`() {
        let old = Graph(
            [],
            containers: [
                Graph.Container("app"), Graph.Container("gone"),
                Graph.Container("child", sources: [0]),
            ]
        )
        let new = Graph(
            [],
            containers: [
                Graph.Container("app"), Graph.Container("child", sources: [0], links: [2]),
                Graph.Container("request", sources: [1, 0], role: .scope("request")),
            ]
        )
        let lines = GraphOutline(new).differences(from: GraphOutline(old))
        #expect(
            lines == [
                "- container \"gone\"",
                "~ container \"child\": plain that searches \"app\", linked to \"request\", "
                    + "was plain that searches \"app\"",
                "+ container \"request\", scope \"request\" that searches \"child\", \"app\"",
            ]
        )
        #expect(GraphOutline(new).differences(from: GraphOutline(new)).isEmpty)
    }

    @Test(arguments: [
        "", "[]", "{\"version\": 2}", "{\"version\": 1}",
        "{\"version\": 1, \"containers\": [], \"nodes\": [{\"container\": 0}]}",
    ])
    func `is not read from what is no graph`(text: String) {
        #expect(throws: ProverError.self) { try GraphOutline(reading: Data(text.utf8)) }
    }
}
