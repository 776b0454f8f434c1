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
        var all: [[ManagedService]] = []
        for tag in tags { all.append(try await made(tag)) }
        return ordered(all)
    }

    private func made(_ tag: DefinitionTag) async throws -> [ManagedService] {
        try await container.async.resolveAll(ManagedService.self, tag: tag)
    }

    private func madeAtOnce(_ tags: [DefinitionTag]) async throws -> [[ManagedService]] {
        try await withThrowingTaskGroup(of: (Int, [ManagedService]).self) { group in
            for (index, tag) in tags.enumerated() {
                group.addTask { (index, try await made(tag)) }
            }
            var all = Array(repeating: [ManagedService](), count: tags.count)
            for try await (index, services) in group { all[index] = services }
            return all
        }
    }

    /// The keys of the definitions that contribute, in the order of registration.
    private var tags: [DefinitionTag] {
        var seen: Set<DefinitionTag> = []
        return container.graph.nodes.compactMap { node in
            guard node.key.type == type, let tag = node.key.tag else { return nil }
            return seen.insert(tag).inserted ? tag : nil
        }
    }

    // MARK: The order

    /// Sorts services by what they need, which the graph knows now that all are made.
    ///
    /// - Parameter all: For each key, what its definitions contribute.
    /// - Returns: The services.
    private func ordered(_ all: [[ManagedService]]) -> [ManagedService] {
        let graph = container.graph
        var places: [Int: [ManagedService]] = [:]
        var others: [ManagedService] = []
        var seen: [ManagedService.Place: Int] = [:]
        for services in all {
            // Without contributions there is one instance, whichever definition made it.
            var single: (node: Int?, service: ManagedService)?
            for service in services {
                let number = seen[service.place, default: 0]
                seen[service.place] = number + 1
                let contributor = contributor(service.place, number, in: graph)
                let node = contributor ?? contribution(service.place, number, in: graph)
                if contributor == nil, !service.isHook {
                    single = (node, service)
                } else if let node {
                    add(service, to: &places[node, default: []])
                } else {
                    others.append(service)
                }
            }
            guard let (node, service) = single else { continue }
            if let node { add(service, to: &places[node, default: []]) } else { others.append(service) }
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
    /// A request for the key finds the last of them, so the contribution seems to lead there.
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

    /// What the definition contributes, which leads to whatever answers its key.
    private func contribution(
        _ place: ManagedService.Place,
        _ number: Int,
        in graph: Graph
    ) -> Int? {
        let tag = DefinitionTag.text(place.key.plain.qualified)
        let all = graph.nodes.indices.filter { index in
            let node = graph.nodes[index]
            return node.key.type == type && node.key.tag == tag && node.site == place.contribution
        }
        return all.indices.contains(number) ? all[number] : all.last
    }
}
#endif
