// SPDX-License-Identifier: MIT

/// The containers of a graph, and those that stand for one of them across a link.
///
/// A link joins two containers, but a request may start in a layer of one of them: a child, a scope
/// or an overlay. Definitions across the link look back to that layer, and it keeps their instances,
/// if it keeps any. So the layer has a *counterpart* across the link: a container of the same role
/// with the linked container as its source, and a link back to the layer.
struct Counterparts: Sendable {
    /// The containers of the graph, followed by the counterparts.
    private(set) var containers: [Graph.Container]

    /// What each counterpart stands for: the layer, and the linked container.
    private(set) var origins: [Int: (layer: Int, peer: Int)] = [:]

    /// How each of them searches its sources.
    private(set) var searches: [Graph.Search]

    private var known: [Pair: Int] = [:]

    /// The containers of the graph.
    let own: [Graph.Container]

    /// Makes the counterparts of all containers.
    ///
    /// - Complexity: O(*c*) for *c* containers, plus what links lead to for each container that has a
    ///   link only by way of another one.
    init(_ graph: Graph) {
        let searches = graph.containers.indices.map { Graph.Search(from: $0, in: graph.containers) }
        self.searches = searches
        (own, containers) = (graph.containers, graph.containers)
        let layers = graph.containers.indices.filter { layer in
            searches[layer].order.dropFirst().contains { !graph.containers[$0].links.isEmpty }
        }
        let peers = layers.map { layer in
            self.peers(of: layer).map { peer in
                counterpart(of: peer.container, for: layer, from: peer.anchor)
            }
        }
        for (layer, peers) in zip(layers, peers) { containers[layer].links = peers }
        for (counterpart, origin) in origins {
            let back = self.peers(of: origin.peer).map { peer, _ in
                searches[origin.layer].finders[peer] != nil
                    ? origin.layer : known[Pair(origin.layer, peer)] ?? peer
            }
            containers[counterpart].links = back + containers[origin.layer].links
        }
    }

    /// The containers whose observations hold for what a container sees.
    func observers(in view: Int) -> [Int] {
        origins[view].map { [view, $0.layer, $0.peer] } ?? [view]
    }

    /// The containers that the links of one of the graph's lead to, as another one sees them: what its
    /// layer searches is the layer itself.
    func links(of container: Int, from view: Int) -> [Int] {
        guard let layer = origins[view]?.layer else { return own[container].links }
        return own[container].links.map { searches[layer].finders[$0] == nil ? $0 : layer }
    }

    /// The containers that links lead to from a container, with the one on its way that has the link.
    private func peers(of layer: Int) -> [(container: Int, anchor: Int)] {
        var found: [(container: Int, anchor: Int)] = []
        var seen = Set(searches[layer].order)
        func links(of container: Int, _ anchor: Int?) -> [(container: Int, anchor: Int)] {
            searches[container].order.flatMap { place in
                own[place].links.map { ($0, anchor ?? place) }
            }.reversed()
        }
        // A stack instead of recursion, because links may form long chains.
        var waiting = links(of: layer, nil)
        while let next = waiting.popLast() {
            guard seen.insert(next.container).inserted else { continue }
            found.append(next)
            waiting += links(of: next.container, next.anchor)
        }
        return found
    }

    /// A linked container as a layer sees it: itself if the link is the layer's own.
    private mutating func counterpart(of peer: Int, for layer: Int, from anchor: Int) -> Int {
        var layers = searches[layer].way(to: anchor) ?? []
        var source = peer
        layers.removeLast()
        for layer in layers.reversed() {
            let pair = Pair(layer, peer)
            if let known = known[pair] {
                source = known
                continue
            }
            var made = containers[peer]
            (made.sources, made.links, made.role) = ([source], [], containers[layer].role)
            source = containers.count
            containers.append(made)
            known[pair] = source
            origins[source] = (layer, peer)
            searches.append(Graph.Search(from: source, in: containers))
        }
        return source
    }

    private struct Pair: Hashable, Sendable {
        let layer: Int
        let peer: Int

        init(_ layer: Int, _ peer: Int) { (self.layer, self.peer) = (layer, peer) }
    }
}

extension Graph {
    /// The containers that one searches, depth first, and by which each is found first.
    struct Search: Sendable {
        private(set) var order: [Int] = []
        private(set) var finders: [Int: Int] = [:]

        init(from start: Int, in containers: [Container]) {
            var waiting = [(start, by: start)]
            while let (next, finder) = waiting.popLast() {
                guard finders[next] == nil else { continue }
                finders[next] = finder
                order.append(next)
                waiting += containers[next].sources.reversed().map { ($0, by: next) }
            }
        }

        /// The way to a container that is searched, both ends with it.
        func way(to place: Int) -> [Int]? {
            guard finders[place] != nil, let start = order.first else { return nil }
            var way = [place]
            while let last = way.last, last != start, let finder = finders[last] {
                way.append(finder)
            }
            return way.reversed()
        }
    }
}
