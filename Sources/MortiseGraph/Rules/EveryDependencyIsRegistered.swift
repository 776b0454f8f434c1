// SPDX-License-Identifier: MIT

/// Every key that a definition needs is provided.
///
/// Reports `missing-binding`, and `argument-mismatch` if the type is registered with other run-time
/// arguments. A dependency requested explicitly as an optional may be missing, and a provider may
/// pass any arguments that the definition takes.
public struct EveryDependencyIsRegistered: Sendable {
    /// The code `missing-binding`.
    public let code = DiagnosticCode.missingBinding

    private let conforming: @Sendable (Key) -> [Key]

    /// Creates the rule.
    ///
    /// - Parameter conforming: Returns the registered types that conform to a missing protocol, for
    ///   the hint. Called at most once for each of the first hundred findings, on the calling
    ///   thread.
    public init(conforming: @escaping @Sendable (Key) -> [Key] = { _ in [] }) {
        self.conforming = conforming
    }

    /// Reports every dependency that nothing provides, at each definition that has it.
    ///
    /// An optional with a tag that nothing has is a note if there is a definition without a tag.
    ///
    /// The path shows the nearest definitions that lead to it. Only the first hundred findings have
    /// a hint, because the search for a similar name reads all names.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings in the order of the definitions.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func findings(in graph: Graph) -> [Diagnostic] {
        let links = Links(graph)
        lazy var catalogue = NearMissCatalogue(graph)
        lazy var requesters = Requesters(links)
        var findings: [Diagnostic] = []
        var reported: Set<Int> = []
        for node in links.nodes.indices {
            for link in links.of[node] {
                let found =
                    link.isOptional && link.answer == .missing
                    ? note(about: link, from: links.views[node], links.index)
                    : finding(about: link)
                // It may be missing in several containers that the definition is made for.
                let definition = links.definitions[node]
                guard var finding = found, node == definition || !reported.contains(definition)
                else { continue }
                finding.path = requesters.path(to: node)
                let key = link.isOptional ? link.key : link.key.unwrapped
                finding.path.append(Diagnostic.Step(key, relation: link.relation))
                if findings.count < 100, !link.isOptional {
                    finding.hint =
                        requesters.elsewhere(key, for: node)
                        ?? NearMisses.hint(
                            adding: catalogue.hint(
                                for: key,
                                from: links.views[node],
                                conforming: conforming(key)
                            ),
                            to: link.key
                        )
                }
                if node == definition { reported.insert(definition) }
                findings.append(finding)
            }
        }
        return findings
    }

    /// A note about an optional that is `nil`, although there is a definition without a tag.
    private func note(
        about link: Link,
        from container: Int,
        _ index: Graph.Index
    ) -> Diagnostic? {
        guard link.key.tag != nil,
            case .found = index.lookup(link.key.withoutTag, from: container)
        else { return nil }
        return Diagnostic(
            .missingBinding,
            severity: .note,
            fact:
                "Nothing provides \(link.key), so it is nil; \(link.key.withoutTag) is registered",
            hint: "ask for it without a tag, or register it with .forAnyTag()"
        )
    }

    private func finding(about link: Link) -> Diagnostic? {
        switch link.answer {
        case .found, .ambiguous:
            return nil
        case .missing:
            return Diagnostic(.missingBinding, fact: "Nothing provides \(link.key.unwrapped)")
        case .argumentMismatch where link.relation == .deferred:
            // The caller of the provider may pass the arguments.
            return nil
        case .argumentMismatch:
            return Diagnostic(.argumentMismatch, fact: Fact.argumentMismatch(link.key))
        }
    }
}

/// For every definition, the path to it from a definition that no other needs.
private struct Requesters {
    private let links: Links

    /// The node before each node on the shortest path to it, and the relation between them.
    private var previous: [(node: Int, relation: Diagnostic.Relation)?]

    init(_ links: Links) {
        self.links = links
        previous = Array(repeating: nil, count: links.of.count)
        var reached = links.roots
        var isReached = Array(repeating: false, count: links.of.count)
        for root in reached { isReached[root] = true }
        var next = 0
        while next < reached.count {
            let node = reached[next]
            next += 1
            for link in links.of[node] {
                guard let target = link.target, !isReached[target] else { continue }
                isReached[target] = true
                previous[target] = (node, link.relation)
                reached.append(target)
            }
        }
    }

    /// The advice on a key that the validated container has, but not the one that keeps an instance
    /// which needs it.
    func elsewhere(_ key: Key, for node: Int) -> String? {
        let view = links.views[node]
        guard view != 0, case .found(let found) = links.index.lookup(key, from: 0),
            let definition = found.last.map({ links.graph.nodes[$0] }),
            let holder = sequence(first: node, next: { previous[$0]?.node })
                .first(where: { links.nodes[$0].lifetime.isCaching })
        else { return nil }
        return NearMisses.hint(
            for: key,
            registeredAt: definition.site,
            in: links.graph.containers[definition.container].name,
            butNeededBy: links.step(holder).key,
            of: links.index.container(view).name
        )
    }

    /// The last eight steps of the path to a node.
    func path(to node: Int) -> [Diagnostic.Step] {
        var steps: [Diagnostic.Step] = []
        var current: Int? = node
        while let node = current, steps.count < 8 {
            steps.append(links.step(node, relation: previous[node]?.relation ?? .needs))
            current = previous[node]?.node
        }
        return steps.reversed()
    }
}
