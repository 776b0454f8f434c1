// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `Every cycle has a property` {
    private let rule = EveryCycleHasAProperty()

    @Test func `a tree has no findings`() {
        let graph = Graph([
            Graph.Node(screen, dependencies: needs(presenter, store)),
            Graph.Node(presenter, dependencies: needs(store)), Graph.Node(store),
        ])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `a ring of constructors is shown whole`() throws {
        let graph = Graph([
            Graph.Node(screen, site: line(1), dependencies: needs(presenter)),
            Graph.Node(presenter, lifetime: .singleton, site: line(2), dependencies: needs(store)),
            Graph.Node(store, lifetime: .shared, site: line(3), dependencies: needs(api)),
            Graph.Node(api, site: line(4), forwardsTo: Key("App.Client")),
            Graph.Node(Key("App.Client"), site: line(5), dependencies: needs(presenter)),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "cycle")
    }

    @Test func `closures that would wire each other are a ring, even if unneeded`() {
        let graph = Graph([
            wiredByClosure("App.Screen", taking: "App.Presenter"),
            wiredByClosure("App.Presenter", taking: "App.Screen"),
        ])

        let findings = rule.findings(in: graph)

        #expect(findings.count == 1)
    }

    @Test func `a definition that needs itself is a ring`() {
        let graph = Graph([Graph.Node(store, dependencies: needs(store))])

        let findings = rule.findings(in: graph)

        #expect(findings.map { $0.path.map(\.key) } == [[store, store]])
        #expect(findings.map { $0.path.map(\.isRepeated) } == [[true, true]])
    }

    @Test func `an asynchronous instance that is not kept is not there for what it sets`() {
        func findings(_ lifetime: Graph.Lifetime, _ lane: Graph.Lane) -> [Diagnostic] {
            var node = Graph.Node(
                store,
                lifetime: lifetime,
                dependencies: [Dependency(store, kind: .property)]
            )
            node.lane = lane
            return rule.findings(in: Graph([node]))
        }
        #expect(
            findings(.shared, .asynchronous).map(\.fact) == [
                "Store is needed in order to build itself"
            ]
        )
        #expect(findings(.singleton, .asynchronous).isEmpty)
        #expect(findings(.shared, .synchronous).isEmpty)
    }

    @Test func `the shortest ring is shown`() {
        let names = (0..<6).map { Key(TypeName("App.T\($0)")) }
        let graph = Graph([
            Graph.Node(names[0], dependencies: needs(names[1])),
            Graph.Node(names[1], dependencies: needs(names[2])),
            Graph.Node(names[2], dependencies: needs(names[3], names[0])),
            Graph.Node(names[3], dependencies: needs(names[4], names[2])),
            Graph.Node(names[4], dependencies: needs(names[5])),
            Graph.Node(names[5], dependencies: needs(names[0])),
        ])

        let findings = rule.findings(in: graph)

        #expect(findings.map { $0.path.map(\.key) } == [[names[2], names[3], names[2]]])
    }

    @Test(arguments: [Graph.Lifetime.shared, .singleton, .weakSingleton, .scoped("request")])
    func `a property that meets a reused instance breaks it`(lifetime: Graph.Lifetime) {
        let graph = Graph([
            Graph.Node(presenter, dependencies: needs(store)),
            Graph.Node(
                store,
                lifetime: lifetime,
                dependencies: [Dependency(presenter, kind: .property)]
            ),
        ])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `a property that meets only unique instances does not`() throws {
        let graph = Graph([
            Graph.Node(presenter, site: line(1), dependencies: needs(api)),
            Graph.Node(api, lifetime: .singleton, site: line(2), forwardsTo: store),
            Graph.Node(
                store,
                site: line(3),
                dependencies: [Dependency(presenter, kind: .property)]
            ),
        ])

        let findings = rule.findings(in: graph)

        try #require(findings.count == 1)
        try expectGolden(findings[0].rendered(), "cycle-of-unique")
    }

    @Test func `a provider breaks it`() {
        let graph = Graph([
            Graph.Node(presenter, dependencies: needs(store)),
            Graph.Node(store, dependencies: [Dependency(presenter, kind: .deferred)]),
        ])

        #expect(rule.findings(in: graph).isEmpty)
    }

    @Test func `a ring with a constructor and a property is reported once`() {
        let both = [Dependency(presenter), Dependency(presenter, kind: .property)]
        let graph = Graph([
            Graph.Node(presenter, dependencies: needs(store)),
            Graph.Node(store, dependencies: both),
        ])

        #expect(rule.findings(in: graph).count == 1)
    }

    @Test func `agrees with a search of all paths`() {
        var generator = SeededGenerator(seed: 4)
        var found = 0

        for _ in 0..<1_500 {
            let graph = Graph.random(using: &generator)
            let reference = Distances(graph)

            let rings = rule.findings(in: graph).map { $0.path.map { reference.node($0.key) } }

            let building = rings.filter { reference.isRing($0, of: reference.building) }
            let endless = rings.filter { !reference.isRing($0, of: reference.building) }
            let expected = reference.components(of: reference.building)
            #expect(building.map { reference.component(of: $0[0], reference.building) } == expected)
            for ring in building {
                let shortest = reference.shortest(around: ring[0], reference.building)
                #expect(ring.count - 1 == shortest, "\(ring) in \(graph)")
            }
            for ring in endless {
                #expect(reference.isRing(ring, of: reference.unique), "\(ring) in \(graph)")
            }
            for component in reference.components(of: reference.unique) {
                let isReported = rings.contains { ring in
                    component.isSuperset(of: ring) && reference.isRing(ring, of: reference.unique)
                }
                let isBuilding = expected.contains { !$0.isDisjoint(with: component) }
                #expect(isReported || isBuilding, "\(component) in \(graph)")
            }
            found += rings.count
        }

        #expect(found > 500)
    }

    @Test func `what a child overrides is no part of a cycle of its source`() {
        // The child's logger needs the parent's config, whose formatter needs the parent's logger.
        let (logger, config, formatter) = (Key("App.Log"), Key("App.Config"), Key("App.Format"))
        let graph = Graph(
            [
                Graph.Node(logger, dependencies: needs(config)),
                Graph.Node(logger, container: 1),
                Graph.Node(
                    config,
                    lifetime: .singleton,
                    container: 1,
                    dependencies: needs(formatter)
                ),
                Graph.Node(formatter, container: 1, dependencies: needs(logger)),
            ],
            containers: [Graph.Container("child", sources: [1]), Graph.Container("parent")]
        )

        #expect(rule.findings(in: graph).isEmpty)
    }
}

/// All distances in a small graph, by trying every node as a stop on every path.
private struct Distances {
    typealias Matrix = [[Int?]]

    private let keys: [Key]
    let building: Matrix
    let unique: Matrix

    init(_ graph: Graph) {
        keys = graph.nodes.map(\.key)
        building = Self.distances(in: graph) { $1.kind == .constructor }
        unique = Self.distances(in: graph) { node, dependency in
            let target = graph.nodes.first { $0.key == dependency.key }
            return dependency.kind != .deferred && node.lifetime == .unique
                && target?.lifetime == .unique
        }
    }

    private static func distances(
        in graph: Graph,
        _ follows: (Graph.Node, Dependency) -> Bool
    ) -> Matrix {
        let all = graph.nodes.indices
        var matrix: Matrix = all.map { start in
            all.map { end in
                graph.nodes[start].dependencies.contains {
                    $0.key == graph.nodes[end].key && follows(graph.nodes[start], $0)
                } ? 1 : nil
            }
        }
        for stop in all {
            for start in all {
                for end in all {
                    guard let first = matrix[start][stop], let second = matrix[stop][end]
                    else { continue }
                    matrix[start][end] = min(matrix[start][end] ?? .max, first + second)
                }
            }
        }
        return matrix
    }

    func node(_ key: Key) -> Int {
        keys.firstIndex(of: key) ?? -1
    }

    func isRing(_ ring: [Int], of matrix: Matrix) -> Bool {
        ring.first == ring.last && zip(ring, ring.dropFirst()).allSatisfy { matrix[$0][$1] == 1 }
    }

    func component(of node: Int, _ matrix: Matrix) -> Set<Int> {
        Set(matrix.indices.filter { matrix[node][$0] != nil && matrix[$0][node] != nil })
    }

    func components(of matrix: Matrix) -> [Set<Int>] {
        var seen: Set<Int> = []
        return matrix.indices.compactMap { node in
            guard matrix[node][node] != nil, !seen.contains(node) else { return nil }
            let component = component(of: node, matrix)
            seen.formUnion(component)
            return component
        }
    }

    func shortest(around node: Int, _ matrix: Matrix) -> Int? {
        component(of: node, matrix).compactMap { matrix[$0][$0] }.min()
    }
}

extension Graph {
    fileprivate static func random(using generator: inout SeededGenerator) -> Graph {
        let count = Int.random(in: 1...7, using: &generator)
        let keys = (0..<count).map { Key(TypeName("App.T\($0)")) }
        return Graph(
            keys.map { key in
                Node(
                    key,
                    lifetime: generator.pick([.unique, .unique, .shared, .singleton]),
                    dependencies: keys.shuffled(using: &generator)
                        .filter { _ in generator.chance(22) }
                        .map {
                            Dependency(
                                $0,
                                kind: generator.pick([.constructor, .property, .deferred])
                            )
                        }
                )
            }
        )
    }
}

private func wiredByClosure(_ type: String, taking parameter: String) -> Graph.Node {
    Graph.Node(
        Key(TypeName(type), arguments: [TypeName(parameter)]),
        dependencies: [Dependency(Key(TypeName(parameter)))],
        wiring: .byClosure
    )
}
