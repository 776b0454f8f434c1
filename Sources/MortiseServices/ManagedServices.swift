// SPDX-License-Identifier: MIT

#if Services
import Mortise
import MortiseGraph

/// The services of a container, in the order of starting.
struct ManagedServices: Sendable {
    private let container: Container
    private let type = TypeName(String(reflecting: ManagedService.self))

    init(_ container: Container) { self.container = container }

    /// Makes all eager singletons and all services.
    ///
    /// - Parameter isAtOnce: Whether services are made at the same time.
    /// - Returns: The services, each after all that it needs.
    /// - Throws: The first error of a factory; ``ServicesError`` if there is no service.
    func made(atOnce isAtOnce: Bool) async throws -> [ManagedService] {
        let tags = self.tags
        guard !tags.isEmpty else {
            throw ServicesError(
                .noServices,
                fact: "\"\(container.name)\" has no services",
                hint: "mark what is to run: register(.singleton) { … }.runs()"
            )
        }
        // A service may be an eager singleton: to make it among the others, it is made before them.
        let early = isAtOnce ? try await madeAtOnce(tags) : nil
        try await container.async.bootstrap()
        if let early { return ordered(early) }
        var all: [ManagedService] = []
        for tag in tags { all += try await made(tag) }
        return ordered(all)
    }

    private func made(_ tag: DefinitionTag?) async throws -> [ManagedService] {
        let made = try await container.async.resolveAll(ManagedService.self, tag: tag)
        guard made.isEmpty else { return made }
        // It takes run-time arguments: the error says so.
        return [try await container.async.resolve(ManagedService.self, tag: tag)]
    }

    private func madeAtOnce(_ tags: [DefinitionTag?]) async throws -> [ManagedService] {
        try await withThrowingTaskGroup(of: (Int, [ManagedService]).self) { group in
            for (index, tag) in tags.enumerated() {
                group.addTask { (index, try await made(tag)) }
            }
            var all = Array(repeating: [ManagedService](), count: tags.count)
            for try await (index, services) in group { all[index] = services }
            return all.flatMap { $0 }
        }
    }

    /// The tags of all contributions, in the order of registration.
    private var tags: [DefinitionTag?] {
        var seen: Set<DefinitionTag?> = []
        return container.graph.nodes.map(\.key)
            .filter { $0.type == type && seen.insert($0.tag).inserted }
            .map(\.tag)
    }

    // MARK: The order

    /// Sorts services by what they need, which the graph knows now that all are made.
    private func ordered(_ services: [ManagedService]) -> [ManagedService] {
        let graph = container.graph
        var places: [Int: [ManagedService]] = [:]
        var others: [ManagedService] = []
        var seen: [ManagedService.Place: Int] = [:]
        for service in services {
            let number = seen[service.place, default: 0]
            seen[service.place] = number + 1
            let contributor = contributor(service.place, number, in: graph)
            if let node = contributor ?? answer(to: service.place.key, in: graph) {
                add(service, to: &places[node, default: []])
            } else {
                others.append(service)
            }
        }
        return graph.order(of: Array(places.keys)).flatMap { places[$0] ?? [] } + others
    }

    /// Adds a service, but not twice.
    private func add(_ service: ManagedService, to list: inout [ManagedService]) {
        guard service.isHook || list.allSatisfy(\.isHook) else { return }
        list.append(service)
    }

    /// The definition itself, if it is one of several of its key.
    ///
    /// A request for the key finds only the last of them.
    ///
    /// - Parameters:
    ///   - place: Where the definition is.
    ///   - number: How many contributions of this place came before.
    ///   - graph: The graph.
    /// - Returns: The index of the definition.
    private func contributor(
        _ place: ManagedService.Place,
        _ number: Int,
        in graph: Graph
    ) -> Int? {
        let all = graph.nodes.indices.filter { index in
            let node = graph.nodes[index]
            return node.isContributing && node.key == place.key && node.site == place.site
        }
        return all.indices.contains(number) ? all[number] : all.last
    }

    /// The definition that answers a key, which may be a replacement.
    private func answer(to key: Key, in graph: Graph) -> Int? {
        guard case .found(let nodes) = graph.lookup(key.plain) else { return nil }
        return nodes.last
    }
}
#endif
