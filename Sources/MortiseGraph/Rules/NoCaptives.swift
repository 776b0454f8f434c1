// SPDX-License-Identifier: MIT

/// No singleton holds an instance that should end before it.
///
/// Holding a scoped instance is an error. Holding a shared instance or a weak singleton is a
/// warning, because it lives on in its holder while later requests get a new one. So is holding an
/// optional input of a scope, which a singleton never gets. The rule follows held instances to those
/// that they hold. A provider holds nothing. A singleton that a scope keeps may hold what that scope
/// keeps.
public struct NoCaptives: Sendable {
    /// The code `captive-dependency`.
    public let code = DiagnosticCode.captiveDependency

    /// Creates the rule.
    public init() {}

    /// Reports the captives of singletons, and errors of weak ones: at most one error and one
    /// warning for each dependency.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings in the order of the singletons.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies, plus the steps
    ///   of the paths that are reported.
    public func findings(in graph: Graph) -> [Diagnostic] {
        findings(in: Links(graph, keepsRegisteredParameters: true))
    }

    package func findings(in links: Links) -> [Diagnostic] {
        let ways = [
            WaysToCaptives(links, severity: .error), WaysToCaptives(links, severity: .warning),
        ]
        var findings: [Diagnostic] = []
        for node in links.nodes.indices where links.isHolder(node, of: .error) {
            var reported: Set<Int> = []
            for link in links.of[node] where !links.holdsNothing(of: link) {
                for way in ways where links.isHolder(node, of: way.severity) {
                    guard let target = link.target, let captive = way.captive(from: target),
                        !links.isInside(node, captive), reported.insert(captive).inserted
                    else { continue }
                    let path =
                        [links.step(node)] + way.path(from: target, relation: link.relation)
                    findings.append(finding(way.severity, links.nodes[captive], path: path))
                }
            }
        }
        return findings
    }

    private func finding(
        _ severity: Diagnostic.Severity,
        _ captive: Graph.Node,
        path: [Diagnostic.Step]
    ) -> Diagnostic {
        let held = path.last?.key ?? captive.key
        let endsBefore = severity == .error || captive.isExpected
        let advice =
            endsBefore
            ? Fact.adviceOnCaptive
            : "hold a provider of it instead, or make it a singleton as well"
        return Diagnostic(
            code,
            severity: severity,
            fact: Fact.captive(
                held,
                captive.isUnnamedInput ? nil : captive.lifetime,
                in: path[0].key
            ),
            path: path,
            hint: advice
        )
    }
}

/// For every definition, the shortest path on which it hands out a captive.
private struct WaysToCaptives {
    let severity: Diagnostic.Severity
    private let links: Links

    /// The captive each node hands out, directly or inside what it builds.
    private var captives: [Int?]

    /// The next node on the path to the captive.
    private var next: [(node: Int, relation: Diagnostic.Relation)?]

    init(_ links: Links, severity: Diagnostic.Severity) {
        self.links = links
        self.severity = severity
        captives = links.of.indices.map { links.captivity(of: $0) == severity ? $0 : nil }
        next = Array(repeating: nil, count: links.of.count)

        var holders: [[(node: Int, relation: Diagnostic.Relation)]] =
            Array(repeating: [], count: links.of.count)
        for node in links.of.indices where links.passesOn(node, severity) {
            for link in links.of[node] where !links.holdsNothing(of: link) {
                guard let target = link.target else { continue }
                holders[target].append((node, link.relation))
            }
        }
        var reached = captives.compactMap { $0 }
        var position = 0
        while position < reached.count {
            let target = reached[position]
            position += 1
            for holder in holders[target] where captives[holder.node] == nil {
                captives[holder.node] = captives[target]
                next[holder.node] = (target, holder.relation)
                reached.append(holder.node)
            }
        }
    }

    func captive(from node: Int) -> Int? {
        captives[node]
    }

    func path(from start: Int, relation: Diagnostic.Relation) -> [Diagnostic.Step] {
        var steps = [links.step(start, relation: relation)]
        var current = start
        while let (node, relation) = next[current] {
            steps.append(links.step(node, relation: relation))
            current = node
        }
        return steps
    }
}

extension Links {
    /// Whether a link leads to nothing that an instance holds: to a provider, or to an input that no
    /// container brought and that is not needed.
    fileprivate func holdsNothing(of link: Link) -> Bool {
        guard link.relation != .deferred else { return true }
        return link.target.map { nodes[$0].isUnnamedInput && mayDoWithout($0, for: link) } ?? false
    }

    /// Whether a node's instance must not hold captives of this severity.
    ///
    /// A weak singleton may hold what is shared: nothing keeps it for longer than its holders.
    fileprivate func isHolder(_ node: Int, of severity: Diagnostic.Severity) -> Bool {
        guard nodes[node].forwardsTo == nil else { return false }
        switch nodes[node].lifetime {
        case .singleton, .eagerSingleton: return true
        case .weakSingleton: return severity == .error
        case .unique, .shared, .scoped: return false
        }
    }

    /// Whether an instance is kept inside the scope whose instance it holds.
    fileprivate func isInside(_ node: Int, _ captive: Int) -> Bool {
        guard case .scoped(let name) = nodes[captive].lifetime else { return false }
        return isOpen(name, for: node)
    }

    /// Whether a singleton that holds a node's instance is to blame for the captives of that
    /// instance.
    ///
    /// Another singleton is to blame itself, and a scoped instance may hold any instance.
    fileprivate func passesOn(_ node: Int, _ severity: Diagnostic.Severity) -> Bool {
        if case .scoped = nodes[node].lifetime { return false }
        return !isHolder(node, of: severity)
    }

    /// The severity of a singleton holding a node's instance, or `nil` if it is fine.
    fileprivate func captivity(of node: Int) -> Diagnostic.Severity? {
        guard nodes[node].forwardsTo == nil else { return nil }
        switch nodes[node].lifetime {
        // Outside its scope an optional input is not there, which is seldom meant.
        case .scoped where nodes[node].input == .optional: return .warning
        case _ where nodes[node].isUnnamedInput, .scoped: return .error
        case .shared, .weakSingleton: return .warning
        case .unique, .singleton, .eagerSingleton: return nil
        }
    }
}

extension Graph.Node {
    /// Whether it is an input that a child or an overlay has to bring.
    fileprivate var isUnnamedInput: Bool {
        isExpected && !lifetime.isCaching
    }
}
