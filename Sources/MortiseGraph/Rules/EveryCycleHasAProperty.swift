// SPDX-License-Identifier: MIT

/// No instance is needed in order to build itself.
///
/// A property can be set later, so it may lead back if the path back meets an existing instance: at
/// least one definition in the cycle must not be unique. A provider resolves later, so it is never
/// part of a cycle. A forwarded type has no lifetime of its own here.
public struct EveryCycleHasAProperty: Sendable {
    /// The code `cycle`.
    public let code = DiagnosticCode.cycle

    /// Creates the rule.
    public init() {}

    /// Reports a shortest cycle of every group of definitions that lead to each other.
    ///
    /// Cycles of constructors alone come first, then cycles that go through properties but never
    /// meet an existing instance. If the shortest of the latter consists of constructors alone, it
    /// is not reported again.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings in the order of the first definition of each group.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies, plus at worst
    ///   O(*n* · *e*) within each group, to find the shortest.
    public func findings(in graph: Graph) -> [Diagnostic] {
        findings(in: Links(graph, keepsRegisteredParameters: true))
    }

    package func findings(in links: Links) -> [Diagnostic] {
        let whileBuilding = cycles(in: links) { _, link in
            link.relation == .needs || link.relation == .forwards
        }
        // An asynchronous instance that is not kept is not visible to others before it is finished.
        let isReused = links.nodes.map {
            $0.forwardsTo == nil
                && ($0.lane == .asynchronous ? $0.lifetime.isCaching : $0.lifetime.isReused)
        }
        let ofUnique = cycles(in: links) { node, link in
            guard let target = link.target, link.relation != .deferred else { return false }
            return !isReused[node] && !isReused[target]
        }
        return whileBuilding.map { finding(about: $0, in: links) }
            + ofUnique.map { finding(about: $0, in: links) }.filter { finding in
                finding.path.contains { $0.relation == .property }
            }
    }

    private func cycles(
        in links: Links,
        along isFollowed: (_ node: Int, _ link: Link) -> Bool
    ) -> [[Int]] {
        let edges = links.of.enumerated().map { node, links in
            links.filter { isFollowed(node, $0) }.compactMap(\.target)
        }
        return cyclicComponents(of: edges).map { component in
            var shortest = ShortestCycle(in: component, of: edges)
            return shortest.search()
        }
    }

    private func finding(about cycle: [Int], in links: Links) -> Diagnostic {
        let ends = zip(cycle, cycle.dropFirst() + cycle.prefix(1))
        let relations = ends.map { links.strongestRelation(from: $0, to: $1) }
        let path = zip(cycle.dropFirst() + cycle.prefix(1), relations).map { node, relation in
            links.step(node, relation: relation, isRepeated: node == cycle[0])
        }
        let first = links.step(cycle[0], isRepeated: true)
        // What an asynchronous factory makes anew is not there for what its steps ask for.
        let isOfProperty = relations.contains(.property)
        let isHidden =
            isOfProperty
            && cycle.contains {
                links.nodes[$0].lane == .asynchronous && links.nodes[$0].lifetime.isReused
            }
        let isEndless = isOfProperty && !isHidden
        return Diagnostic(
            code,
            fact: isEndless ? Fact.endlessCycle(first.key) : Fact.cycle(first.key),
            path: [first] + path,
            hint: isEndless
                ? Fact.adviceOnEndlessCycle
                : isHidden
                    ? Fact.adviceOnAsynchronousCycle : ([first] + path).adviceOnCycle
        )
    }
}

extension Links {
    /// The relation of one node to another, or the strongest of several: needed while it is built.
    fileprivate func strongestRelation(from node: Int, to target: Int) -> Diagnostic.Relation {
        let relations = of[node].filter { $0.target == target }.map(\.relation)
        return relations.first { $0 == .needs || $0 == .forwards } ?? .property
    }
}
