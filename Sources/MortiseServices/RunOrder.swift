// SPDX-License-Identifier: MIT

#if Services
import MortiseGraph

/// Which of the services that were made run, and in which order: each after all that it needs.
struct RunOrder: Sendable {
    private let graph: Graph
    /// The definitions that are one of several of their key.
    private let contributors: [Origin: [Int]]

    private struct Origin: Hashable, Sendable {
        let key: Key
        let site: SourceSite?
    }

    /// - Parameter graph: The graph, which knows what each needs when all are made.
    /// - Complexity: O(*n*) for *n* definitions of the graph.
    init(_ graph: Graph) {
        self.graph = graph
        var contributors: [Origin: [Int]] = [:]
        for (index, node) in graph.nodes.enumerated() where node.isContributing {
            contributors[Origin(key: node.key, site: node.site), default: []].append(index)
        }
        self.contributors = contributors
    }

    /// Sorts services, and leaves out those that would run twice.
    func of(_ services: [ManagedService]) -> [ManagedService] {
        var places: [Int: [ManagedService]] = [:]
        var others: [ManagedService] = []
        var seen: [ManagedService.Place: Int] = [:]
        for service in services {
            let number = seen[service.place, default: 0]
            seen[service.place] = number + 1
            let contributor = contributor(service.place, number)
            if let node = contributor ?? answer(to: service.place.key) {
                let maker = maker(of: node)
                add(service, of: maker, to: &places[maker, default: []])
            } else {
                others.append(service)
            }
        }
        return graph.order(of: Array(places.keys)).flatMap { places[$0] ?? [] } + others
    }

    /// Adds a service, but not twice: the definition's own mark is better than one of what it
    /// replaced.
    private func add(
        _ service: ManagedService,
        of maker: Int,
        to list: inout [ManagedService]
    ) {
        guard !service.isHook, let old = list.firstIndex(where: { !$0.isHook }) else {
            list.append(service)
            return
        }
        let node = graph.nodes[maker]
        if service.place.key == node.key, service.place.site == node.site { list[old] = service }
    }

    /// The definition itself, if it is one of several of its key.
    ///
    /// A request for the key finds only the last of them.
    ///
    /// - Parameters:
    ///   - place: Where the definition is.
    ///   - number: How many contributions of this place came before.
    /// - Returns: The index of the definition.
    private func contributor(_ place: ManagedService.Place, _ number: Int) -> Int? {
        guard let all = contributors[Origin(key: place.key, site: place.site)] else { return nil }
        return all.indices.contains(number) ? all[number] : all.last
    }

    /// The definition that answers a key, which may be a replacement.
    private func answer(to key: Key) -> Int? {
        guard case .found(let nodes) = graph.lookup(key.plain) else { return nil }
        return nodes.last
    }

    /// The definition that makes the instance, if another one passes it on as another type.
    ///
    /// What passes on is asked by the container that runs, so it looks there.
    private func maker(of node: Int) -> Int {
        var (maker, passed) = (node, Set<Int>())
        while passed.insert(maker).inserted, let key = graph.nodes[maker].forwardsTo,
            let next = answer(to: key)
        {
            maker = next
        }
        return maker
    }
}
#endif
