// SPDX-License-Identifier: MIT

extension Graph {
    /// Definitions in the order in which they can be started: each after all that it needs.
    ///
    /// What a definition needs counts with what that needs in turn, whether it is given at once, set
    /// as a property or provided later. In a circle, what is provided later gives way first, then
    /// properties. What does not need each other stays in the order of registration. To stop, go
    /// backwards.
    ///
    /// What an opaque factory asks for is known once it ran.
    ///
    /// - Parameter nodes: The definitions, as indexes into ``nodes``.
    /// - Returns: The same indexes in order, each once.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies of the graph.
    /// - Precondition: Each is an index into ``nodes``.
    public func order(of nodes: [Int]) -> [Int] {
        for node in nodes { precondition(self.nodes.indices.contains(node), "There is no \(node)") }
        let links = Links(self, keepsRegisteredParameters: true)
        return StartOrder(links).all.filter(Set(nodes).contains)
    }

    /// Keys in the order in which their instances can be started: each after all that it needs.
    ///
    /// - Parameters:
    ///   - keys: The keys. Those that nothing answers come last, in their order.
    ///   - container: The index of the container that is asked.
    /// - Returns: The same keys in order, each once: see ``order(of:)``.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies of the graph.
    /// - Precondition: `container` is an index into ``containers``.
    public func order(of keys: [Key], from container: Int = 0) -> [Key] {
        let links = Links(self, keepsRegisteredParameters: true)
        var places: [Int: [Key]] = [:]
        var others: [Key] = []
        var seen: Set<Key> = []
        for key in keys where seen.insert(key).inserted {
            if let node = links.index.lookup(key, from: container).deciding.last {
                places[node, default: []].append(key)
            } else {
                others.append(key)
            }
        }
        return StartOrder(links).all.flatMap { places[$0] ?? [] } + others
    }
}

/// All definitions of a graph, each after all that it needs.
private struct StartOrder {
    private let links: Links
    /// What counts as a need, and what is left of it in a circle.
    private let needs: [@Sendable (Link) -> Bool] = [
        { _ in true }, { $0.relation != .deferred },
        { $0.relation != .deferred && $0.relation != .property },
    ]

    init(_ links: Links) { self.links = links }

    /// The definitions; a decorated one comes after what its decorators need.
    var all: [Int] {
        var last: [Int: Int] = [:]
        for (place, node) in ordered(Array(links.nodes.indices), 0).enumerated() {
            let definition = links.innermost(of: node)
            if links.views[node] == links.views[definition] { last[definition] = place }
        }
        return last.sorted { $0.value < $1.value }.map(\.key)
    }

    private func ordered(_ nodes: [Int], _ level: Int) -> [Int] {
        guard nodes.count > 1, level < needs.count else { return nodes }
        let places = Dictionary(uniqueKeysWithValues: zip(nodes, nodes.indices))
        let edges = nodes.map { node in
            links.of[node].filter(needs[level]).compactMap { $0.target.flatMap { places[$0] } }
        }
        return components(of: edges).flatMap { ordered($0.map { nodes[$0] }, level + 1) }
    }
}
