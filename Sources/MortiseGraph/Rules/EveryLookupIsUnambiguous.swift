// SPDX-License-Identifier: MIT

/// No request without arguments has two equally good definitions to choose from.
///
/// Auto-wiring takes the definition with the most parameters. Two definitions with equally many are
/// reported if another one needs one of them without arguments, and always if one of them is
/// registered to be auto-wired. A provider may pass arguments, so it does not force the choice.
public struct EveryLookupIsUnambiguous: Sendable {
    /// The code `ambiguous-binding`.
    public let code = DiagnosticCode.ambiguousBinding

    /// Creates the rule.
    public init() {}

    /// Reports every group of definitions that are equally good.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: One finding for each group, in the order of their first definitions.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func findings(in graph: Graph) -> [Diagnostic] {
        let links = Links(graph)
        return links.ambiguities.map { finding(about: $0, in: links) }
    }

    private func finding(about group: Ambiguity, in links: Links) -> Diagnostic {
        let arity = links.graph.nodes[group.candidates[0]].arity
        return Diagnostic(
            code,
            fact: Fact.ambiguity(group.key, among: group.candidates.count, arity: arity),
            path: group.path + group.candidates.map { links.step($0, relation: .candidate) },
            hint: Fact.adviceOnAmbiguity
        )
    }
}

/// Definitions that are equally good, and the first request that has to choose.
struct Ambiguity: Sendable {
    let key: Key
    let candidates: [Int]
    let path: [Diagnostic.Step]
}

extension Links {
    /// The groups of definitions that are equally good and that something has to choose from, in the
    /// order of their first definitions.
    var ambiguities: [Ambiguity] {
        var groups: [Int: Ambiguity] = [:]
        for node in of.indices {
            for link in of[node] where link.relation != .deferred {
                guard case .ambiguous(let candidates) = link.answer else { continue }
                let path = [step(node), Diagnostic.Step(link.key, relation: link.relation)]
                groups.insert(Ambiguity(key: link.key, candidates: candidates, path: path))
            }
        }
        for node in graph.nodes where node.wiring == .byReference {
            let key = Key(node.key.type, tag: node.key.tag)
            guard case .ambiguous(let nodes) = index.lookup(key, from: node.container)
            else { continue }
            groups.insert(Ambiguity(key: key, candidates: nodes, path: [Diagnostic.Step(key)]))
        }
        return groups.keys.sorted().compactMap { groups[$0] }
    }
}

extension [Int: Ambiguity] {
    /// Adds a group under its first definition, unless it is present.
    fileprivate mutating func insert(_ group: Ambiguity) {
        guard let first = group.candidates.first, self[first] == nil else { return }
        self[first] = group
    }
}
