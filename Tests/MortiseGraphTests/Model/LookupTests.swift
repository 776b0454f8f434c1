// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `A lookup` {
    @Test func `searches the container before its sources, and those depth first`() {
        let containers = [
            Graph.Container("child", sources: [1, 3]),
            Graph.Container("parent", sources: [2]),
            Graph.Container("grandparent", sources: [0]),
            Graph.Container("peer"),
        ]
        let owners = { (indexes: [Int]) in
            Graph(indexes.map { Graph.Node(clock, container: $0) }, containers: containers)
                .lookup(clock)
        }

        #expect(owners([3, 2, 1, 0]) == .found([3]))
        #expect(owners([3, 2, 1]) == .found([2]))
        #expect(owners([3, 2]) == .found([1]))
        #expect(owners([3]) == .found([0]))
        #expect(owners([]) == .missing)
    }

    @Test func `prefers the tag anywhere to no tag here`() {
        let graph = Graph(
            [
                Graph.Node(clock),
                Graph.Node(Key(clock.type, tag: "monotonic"), container: 1),
            ],
            containers: [Graph.Container("child", sources: [1]), Graph.Container("parent")]
        )

        #expect(graph.lookup(Key(clock.type, tag: "monotonic")) == .found([1]))
        #expect(graph.lookup(Key(clock.type, tag: "unknown")) == .missing)
        #expect(graph.lookup(Key(clock.type, tag: "unknown"), tagRule: .inherited) == .found([0]))
        #expect(graph.lookup(Key(clock.type, tag: "unknown"), tagRule: .fallingBack) == .found([0]))
        #expect(graph.lookup(clock) == .found([0]))
        #expect(graph.lookup(clock, from: 1) == .missing)
    }

    @Test func `finds a definition for any tag behind one that has no tag`() {
        let graph = Graph(
            [
                Graph.Node(clock),
                Graph.Node(clock, container: 1, answersAnyTag: true),
                Graph.Node(clock, container: 2, answersAnyTag: true),
            ],
            containers: [
                Graph.Container("child", sources: [1]),
                Graph.Container("parent", sources: [2]),
                Graph.Container("grandparent"),
            ]
        )
        let tagged = Key(clock.type, tag: "monotonic")

        #expect(graph.lookup(tagged) == .found([1]))
        #expect(graph.lookup(tagged, tagRule: .inherited) == .found([1]))
        #expect(graph.lookup(tagged, tagRule: .fallingBack) == .found([0]))
        #expect(graph.lookup(tagged, from: 2) == .found([2]))
        #expect(graph.lookup(clock) == .found([0]))
    }

    @Test func `takes the last of several that share a key at its word about tags`() {
        func graph(_ areForAnyTag: [Bool]) -> Graph {
            Graph(
                areForAnyTag.map { Graph.Node(clock, isContributing: true, answersAnyTag: $0) }
            )
        }
        let tagged = Key(clock.type, tag: "monotonic")

        #expect(graph([false, true]).lookup(tagged) == .found([0, 1]))
        #expect(graph([true, false]).lookup(tagged) == .missing)
    }

    @Test func `searches links last, each followed by its own links`() {
        let containers = [
            Graph.Container("child", sources: [1]),
            Graph.Container("parent", links: [2]),
            Graph.Container("linked", sources: [3], links: [1, 4]),
            Graph.Container("its parent"),
            Graph.Container("further", links: [2]),
        ]
        let tagged = Key(clock.type, tag: "monotonic")
        let owners = { (places: [(Key, Int)]) in
            Graph(
                places.map { Graph.Node($0, container: $1, answersAnyTag: $0.tag == nil) },
                containers: containers
            )
            .lookup(tagged)
        }

        #expect(owners([(tagged, 4), (tagged, 3), (clock, 1)]) == .found([2]))
        #expect(owners([(tagged, 4), (tagged, 3), (clock, 2)]) == .found([1]))
        #expect(owners([(tagged, 4), (clock, 2)]) == .found([0]))
        #expect(owners([(clock, 4), (clock, 3)]) == .found([1]))
        #expect(owners([]) == .missing)
    }

    @Test func `takes the auto-wirable definition with the most parameters`() {
        let graph = Graph([
            Graph.Node(Key(store.type, arguments: [api.type]), wiring: .byClosure),
            Graph.Node(Key(store.type, arguments: [api.type, clock.type]), wiring: .byReference),
            Graph.Node(Key(store.type, arguments: ["A.X", "A.Y", "A.Z"])),
        ])

        #expect(graph.lookup(store) == .found([1]))
        #expect(graph.lookup(Key(store.type, arguments: [api.type])) == .found([0]))
    }

    @Test func `prefers a definition without arguments to auto-wiring`() {
        let graph = Graph([
            Graph.Node(Key(store.type, arguments: [api.type]), wiring: .byReference),
            Graph.Node(store),
        ])

        #expect(graph.lookup(store) == .found([1]))
    }

    @Test func `stops at a tie`() {
        let graph = Graph(
            [
                Graph.Node(Key(store.type, arguments: [api.type]), wiring: .byClosure),
                Graph.Node(Key(store.type, arguments: [clock.type]), wiring: .byClosure),
                Graph.Node(store, container: 1),
            ],
            containers: [Graph.Container("child", sources: [1]), Graph.Container("parent")]
        )

        #expect(graph.lookup(store) == .ambiguous([0, 1]))
    }

    @Test func `distinguishes other arguments from a missing key`() {
        let graph = Graph([Graph.Node(Key(store.type, arguments: [api.type]))])

        #expect(graph.lookup(store) == .argumentMismatch([0]))
        #expect(graph.lookup(Key(store.type, arguments: [clock.type])) == .argumentMismatch([0]))
        #expect(graph.lookup(api) == .missing)
    }

    @Test func `gives all contributing definitions`() {
        let graph = Graph([
            Graph.Node(api, isContributing: true), Graph.Node(store),
            Graph.Node(api, isContributing: true),
        ])

        #expect(graph.lookup(api) == .found([0, 2]))
    }

    @Test func `gives the wrapped type of an optional`() {
        let optional = Key("Swift.Optional<App.Clock>")
        let wrapped = Graph([Graph.Node(clock)])
        let both = Graph([Graph.Node(clock), Graph.Node(optional)])

        #expect(wrapped.lookup(optional) == .found([0]))
        #expect(wrapped.lookup(Key("Swift.Optional<any App.Clock>")) == .found([0]))
        #expect(wrapped.lookup(Key("Swift.Optional<Swift.Optional<App.Clock>>")) == .found([0]))
        #expect(both.lookup(optional) == .found([1]))
        #expect(both.lookup(clock) == .found([0]))
    }

    @Test func `traps on a missing container`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Graph([]).lookup(Key("App.Screen"), from: 4)
        }

        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("container 4 was asked for Screen, but there are 1"))
    }

    @Test func `agrees with an exhaustive search`() {
        var generator = SeededGenerator(seed: 20)
        var outcomes: [String: Int] = [:]

        for _ in 0..<2_000 {
            let graph = Graph.random(using: &generator)
            let index = Graph.Index(graph)
            for _ in 0..<10 {
                let key = Key.random(using: &generator)
                let container = Int.random(in: graph.containers.indices, using: &generator)
                for tagRule in [Dependency.TagRule.exact, .inherited, .fallingBack] {
                    let expected = exhaustiveLookup(key, tagRule, from: container, in: graph)
                    #expect(
                        index.lookup(key, from: container, tagRule: tagRule) == expected,
                        "\(key), \(tagRule), in \(graph)"
                    )
                    outcomes["\(tagRule) \(expected.kind)", default: 0] += 1
                }
            }
        }

        for tagRule in [Dependency.TagRule.exact, .inherited, .fallingBack] {
            for kind in ["found", "ambiguous", "argumentMismatch", "missing"] {
                let outcome = "\(tagRule) \(kind)"
                #expect(outcomes[outcome, default: 0] > 50, "too few are \(outcome)")
            }
        }
    }
}

/// Looks a key up by trying every definition of every container.
private func exhaustiveLookup(
    _ key: Key,
    _ tagRule: Dependency.TagRule,
    from container: Int,
    in graph: Graph
) -> Graph.Lookup {
    var mismatches: [Int] = []
    var types = [key.type]
    while let wrapped = types.last?.wrapped { types.append(wrapped) }
    for type in types {
        let near = visit(container, in: graph)
        for groups in [[near], linked(with: near, in: graph)] {
            for search in searches(key.tag, tagRule) {
                var hidden: Set<Int> = []
                for (group, place) in groups.enumerated().flatMap({ group, places in
                    places.map { (group, $0) }
                }) where !hidden.contains(group) {
                    let known = graph.living(in: place).filter {
                        graph.nodes[$0].key.type == type && graph.nodes[$0].key.tag == search.tag
                    }
                    let counting = known.filter {
                        !search.isForAnyTag || graph.nodes[$0].answersAnyTag
                    }
                    switch answer(among: known, to: key.arguments, in: graph) {
                    case .found(let nodes)? where counting.contains(nodes[nodes.count - 1]):
                        return .found(nodes)
                    case .ambiguous(let nodes)? where nodes.contains(where: counting.contains):
                        return .ambiguous(nodes)
                    default:
                        mismatches += counting.filter {
                            graph.nodes[$0].key.arguments != key.arguments
                                && !mismatches.contains($0)
                        }
                    }
                    if graph.replacesAll(type, search.tag, in: place) { hidden.insert(group) }
                }
            }
        }
    }
    return mismatches.isEmpty ? .missing : .argumentMismatch(mismatches)
}

/// The tags to look up in turn, and whether only definitions for any tag count.
private func searches(
    _ tag: MortiseGraph.DefinitionTag?,
    _ tagRule: Dependency.TagRule
) -> [(tag: MortiseGraph.DefinitionTag?, isForAnyTag: Bool)] {
    guard let tag else { return [(nil, false)] }
    var searches: [(tag: MortiseGraph.DefinitionTag?, isForAnyTag: Bool)] = [(tag, false)]
    if tagRule != .fallingBack { searches.append((nil, true)) }
    if tagRule != .exact { searches.append((nil, false)) }
    return searches
}

/// The answer of one container, if some of its definitions of a type and tag can be made.
private func answer(
    among known: [Int],
    to arguments: [TypeName],
    in graph: Graph
) -> Graph.Lookup? {
    let exact = known.filter { graph.nodes[$0].key.arguments == arguments }
    if !exact.isEmpty { return .found(exact) }
    let wirable = known.filter { graph.nodes[$0].wiring != .none }
    let most = wirable.map { graph.nodes[$0].arity }.max()
    let best = wirable.filter { graph.nodes[$0].arity == most }
    guard arguments.isEmpty, let first = best.first, let last = wirable.last else { return nil }
    let sameAsFirst = best.filter { graph.nodes[$0].key == graph.nodes[first].key }
    if graph.nodes[last].isContributing, sameAsFirst != best || best.last != last {
        return .found([last])
    }
    if sameAsFirst == best { return .found(best) }
    return .ambiguous(
        best.filter { node in
            best.last { graph.nodes[$0].key == graph.nodes[node].key } == node
        }
    )
}

/// The containers that some others reach by links, each with its sources.
private func linked(with near: [Int], in graph: Graph) -> [[Int]] {
    var order: [[Int]] = []
    var followed = near
    func follow(_ containers: [Int]) {
        for link in containers.flatMap({ graph.containers[$0].links })
        where !followed.contains(link) {
            followed.append(link)
            let places = visit(link, in: graph)
            order.append(places.filter { !near.contains($0) && !order.joined().contains($0) })
            follow(places)
        }
    }
    follow(near)
    return order
}

private func visit(_ container: Int, in graph: Graph) -> [Int] {
    var order: [Int] = []
    func visit(_ container: Int) {
        guard !order.contains(container) else { return }
        order.append(container)
        graph.containers[container].sources.forEach(visit)
    }
    visit(container)
    return order
}

extension Graph {
    /// The definitions of a container without later replacements by an ordinary definition of the same key.
    fileprivate func living(in container: Int) -> [Int] {
        nodes.indices.filter { index in
            nodes[index].container == container
                && !nodes[(index + 1)...].contains {
                    $0.container == container && $0.key == nodes[index].key && !$0.isContributing
                }
        }
    }

    /// Whether a definition of a container hides all others of a type and tag in its sources.
    fileprivate func replacesAll(
        _ type: TypeName,
        _ tag: MortiseGraph.DefinitionTag?,
        in container: Int
    ) -> Bool {
        !containers[container].sources.isEmpty
            && nodes.contains { node in
                node.container == container && node.replacing == .anyParameters
                    && node.key.type == type && node.key.tag == tag
            }
    }

    fileprivate static func random(using generator: inout SeededGenerator) -> Graph {
        let count = Int.random(in: 1...4, using: &generator)
        let containers = (0..<count).map { index in
            Container(
                "\(index)",
                sources: (0..<count).filter { _ in generator.chance(40) }
                    .shuffled(using: &generator),
                links: (0..<count).filter { _ in generator.chance(20) }
                    .shuffled(using: &generator)
            )
        }
        let nodes = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
            let key = Key.random(using: &generator)
            return Node(
                key,
                container: Int.random(in: 0..<count, using: &generator),
                wiring: key.arguments.isEmpty
                    ? .none : generator.pick([.none, .byClosure, .byReference]),
                replacing: generator.chance(20)
                    ? generator.pick([.anyParameters, .sameParameters]) : nil,
                isContributing: generator.chance(30),
                answersAnyTag: key.tag == nil && generator.chance(40)
            )
        }
        return Graph(nodes, containers: containers)
    }
}

extension Key {
    fileprivate static func random(using generator: inout SeededGenerator) -> Key {
        Key(
            generator.pick(["A.X", "A.Y", "Swift.Optional<A.X>"]),
            arguments: generator.pick([[], ["A.P"], ["A.Q"], ["A.P", "A.Q"]]),
            tag: generator.pick([nil, nil, "a", 1])
        )
    }
}

extension Graph.Lookup {
    fileprivate var kind: String {
        switch self {
        case .found: "found"
        case .ambiguous: "ambiguous"
        case .argumentMismatch: "argumentMismatch"
        case .missing: "missing"
        }
    }
}
