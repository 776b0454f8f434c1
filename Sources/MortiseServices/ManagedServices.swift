// SPDX-License-Identifier: MIT

#if Services
import Logging
import Mortise
import MortiseGraph
import ServiceLifecycle

/// The services of a container, which are made here.
struct ManagedServices: Sendable {
    private let container: Container
    private let logger: Logger
    private let type = TypeName(String(reflecting: ManagedService.self))

    init(_ container: Container, _ logger: Logger) {
        self.container = container
        self.logger = logger
    }

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
        try await container.async.bootstrap(makingAtOnce: isAtOnce)
        var all = early ?? []
        if early == nil {
            for tag in tags { all += try await made(tag) }
        }
        // Only now the graph knows what each of them needs.
        return RunOrder(container.graph).of(all)
    }

    private func made(_ tag: DefinitionTag?) async throws -> [ManagedService] {
        let made = try await container.async.resolveAll(ManagedService.self, tag: tag)
        guard made.isEmpty else { return made }
        // It takes run-time arguments: the error says so.
        return [try await container.async.resolve(ManagedService.self, tag: tag)]
    }

    /// Makes services at the same time; what needs another one waits for it.
    ///
    /// When one fails, no other request begins, and what is being made is cancelled: closing the
    /// container waits for it. The first error is thrown, and those that came after it are logged.
    private func madeAtOnce(_ tags: [DefinitionTag?]) async throws -> [ManagedService] {
        var all = Array(repeating: [ManagedService](), count: tags.count)
        var failures = MakingFailures()
        await withTaskGroup { group in
            for (index, tag) in tags.enumerated() {
                group.addTask { (index, await outcome(tag)) }
            }
            for await (index, outcome) in group {
                switch outcome {
                case .success(let services): all[index] = services
                case .failure(let error):
                    failures.add(error)
                    group.cancelAll()
                }
            }
        }
        for error in failures.others {
            logger.error("Making another service failed", metadata: ["error": "\(error)"])
        }
        if let first = failures.first { throw first }
        return all.flatMap { $0 }
    }

    private func outcome(_ tag: DefinitionTag?) async -> Result<[ManagedService], any Error> {
        do {
            // What is made synchronously does not check it.
            try Task.checkCancellation()
            return .success(try await made(tag))
        } catch {
            return .failure(error)
        }
    }

    /// The tags of all contributions, in the order of registration.
    private var tags: [DefinitionTag?] {
        var seen: Set<DefinitionTag?> = []
        return container.graph.nodes.map(\.key)
            .filter { $0.type == type && seen.insert($0.tag).inserted }
            .map(\.tag)
    }
}
#endif
