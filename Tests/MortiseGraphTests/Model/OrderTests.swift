// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `The order of a graph` {
    @Test func `starts what is needed first, through what is not asked for, too`() {
        let graph = Graph([
            Graph.Node(screen, dependencies: needs(presenter)),
            Graph.Node(presenter, dependencies: needs(store)),
            Graph.Node(store),
        ])

        #expect(graph.order(of: [screen, store]) == [store, screen])
        #expect(graph.order(of: [0, 2]) == [2, 0])
    }

    @Test func `is that of registration where nothing decides`() {
        let graph = Graph([Graph.Node(screen), Graph.Node(store), Graph.Node(clock)])

        #expect(graph.order(of: [clock, store, screen]) == [screen, store, clock])
    }

    @Test func `counts what is set as a property or provided later`() {
        for kind in [Dependency.Kind.property, .deferred] {
            let graph = Graph([
                Graph.Node(screen, dependencies: [Dependency(store, kind: kind)]),
                Graph.Node(store),
            ])

            #expect(graph.order(of: [screen, store]) == [store, screen])
        }
    }

    @Test(arguments: [
        (Dependency.Kind.constructor, Dependency.Kind.property),
        (.constructor, .deferred), (.property, .deferred),
    ])
    func `gives way in a circle where an instance is needed last`(
        first: Dependency.Kind,
        last: Dependency.Kind
    ) {
        for isTurned in [false, true] {
            let nodes = [
                Graph.Node(screen, dependencies: [Dependency(store, kind: first)]),
                Graph.Node(store, dependencies: [Dependency(screen, kind: last)]),
            ]
            let graph = Graph(isTurned ? nodes.reversed() : nodes)

            #expect(graph.order(of: [screen, store]) == [store, screen])
        }
    }

    @Test func `has all members of a list before who needs it`() {
        let plugin = Key("any App.Plugin")
        var list = Dependency(plugin, isOptional: true)
        list.isPlural = true
        let graph = Graph([
            Graph.Node(screen, dependencies: [list]),
            Graph.Node(plugin, isContributing: true),
            Graph.Node(plugin, isContributing: true),
        ])

        #expect(graph.order(of: [0, 2, 1]) == [1, 2, 0])
    }

    @Test func `goes through decorators, to what they need as well`() {
        let graph = Graph([
            Graph.Node(screen, dependencies: needs(store)),
            Graph.Node(clock),
            Graph.Node(store, dependencies: needs(clock), isDecorator: true),
            Graph.Node(store),
        ])

        #expect(graph.order(of: [screen, clock, store]) == [clock, store, screen])
    }

    @Test func `leaves keys that nothing answers to the end, and has each once`() {
        let graph = Graph([Graph.Node(store)])

        #expect(graph.order(of: [api, store, api, store]) == [store, api])
    }

    @Test func `is that of a search by hand in random graphs without circles`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let count = Int.random(in: 1...12, using: &random)
            let names = Array(0..<count).shuffled(using: &random)
            let keys = names.map { Key(TypeName("App.T\($0)")) }
            let dependencies = (0..<count).map { _ in
                (0..<Int.random(in: 0...2, using: &random)).map { _ in
                    Int.random(in: 0..<count, using: &random)
                }
            }
            // What has a greater name needs only those with smaller ones.
            let kept = dependencies.enumerated().map { node, all in
                all.filter { names[$0] < names[node] }
            }
            let graph = Graph(
                keys.enumerated().map { node, key in
                    Graph.Node(key, dependencies: kept[node].map { Dependency(keys[$0]) })
                }
            )
            let order = graph.order(of: Array(0..<count).shuffled(using: &random))
            let positions = Dictionary(uniqueKeysWithValues: zip(order, order.indices))

            #expect(Set(order) == Set(0..<count))
            for (node, all) in kept.enumerated() {
                for other in all {
                    #expect(positions[other, default: .max] < positions[node, default: .min])
                }
            }
        }
    }

    @Test func `of a chain of 10 000 definitions takes a small stack`() async {
        let nodes = (0..<10_000).map { number in
            Graph.Node(
                Key(TypeName("App.T\(number)")),
                dependencies: needs(Key(TypeName("App.T\(number + 1)")))
            )
        }
        let order = await onSmallStack { Graph(nodes).order(of: Array(nodes.indices)) }

        #expect(order == nodes.indices.reversed())
    }
}
