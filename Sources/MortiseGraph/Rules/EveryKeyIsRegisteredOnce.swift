// SPDX-License-Identifier: MIT

/// No request has two definitions of one container to choose from, unless they are marked.
///
/// A definition marked as replacing may replace others, and those marked as contributing may share
/// a key with each other. Definitions with different parameters are told apart by the arguments of
/// a request. A request without arguments takes the one without parameters, or else the one with the
/// most: if the parameters of several are all provided, some are never used without arguments.
public struct EveryKeyIsRegisteredOnce: Sendable {
    /// The code `duplicate-binding`.
    public let code = DiagnosticCode.duplicateBinding

    /// Creates the rule.
    public init() {}

    /// Reports every definition whose key was registered before, or that can be resolved without
    /// arguments as an earlier one of its type and tag can.
    ///
    /// The parameters of a closure may be provided by accident: then it is a warning.
    ///
    /// Two contributions with one tag are an error if a definition needs the dictionary of what
    /// contributes to their type, and a warning otherwise: other code may ask for that. They are no
    /// mistake if a definition asks for all with that tag.
    ///
    /// What ``EveryLookupIsUnambiguous`` or ``EveryModuleIsInstalledOnce`` reports is not reported
    /// again.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings in the order of the definitions.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func findings(in graph: Graph) -> [Diagnostic] {
        let links = Links(graph)
        let ambiguous = Set(links.ambiguities.flatMap(\.candidates))
        let inModules = Set(
            graph.clashes.flatMap { clash in
                clash.keys.map { DefinedKey(graph.installations[clash.first].container, $0) }
            }
        )
        var earlier: [DefinedKey: Earlier] = [:]
        var withoutArguments: [DefinedKey: Earlier] = [:]
        let definitions = graph.nodes.enumerated().filter { !$1.isDecorator }
        let repeated = definitions.compactMap { number, node in
            let place = DefinedKey(node.container, node.key)
            let again = earlier[place, default: Earlier()].clash(with: node).map { graph.nodes[$0] }
            earlier[place, default: Earlier()].add(node, number)
            let isMeant = graph.containers[node.container].prefersMostParameters
            if !isMeant, !ambiguous.contains(number), links.index.answersWithoutArguments(node) {
                let place = DefinedKey(node.container, node.key.withoutArguments)
                let other = withoutArguments[place, default: Earlier()].clash(with: node)
                    .map { graph.nodes[$0] }
                withoutArguments[place, default: Earlier()].add(node, number)
                if let other, again == nil, other.key != node.key, node.replaced.isEmpty {
                    return finding(about: node, beside: other)
                }
            }
            guard node.replacing == nil, again != nil || !node.replaced.isEmpty,
                !inModules.contains(place)
            else { return nil }
            return finding(about: node, registeredBefore: again)
        }
        return repeated + graph.duplicateTags.map { finding(about: $0.nodes, $0.severity) }
    }

    private func finding(
        about nodes: [Graph.Node],
        _ severity: Diagnostic.Severity
    ) -> Diagnostic {
        Diagnostic(
            code,
            severity: severity,
            fact: Fact.contributedTwice(nodes[0].key),
            path: nodes.enumerated().map { index, node in
                Diagnostic.Step(node.key, at: node.site, relation: index == 0 ? .needs : .again)
            },
            hint: Fact.adviceOnContributing
        )
    }

    private func finding(
        about node: Graph.Node,
        registeredBefore clash: Graph.Node?
    ) -> Diagnostic {
        let isMixed = clash.map { $0.isContributing != node.isContributing } ?? false
        let sites = node.replaced + (clash?.site.map { [$0] } ?? [])
        let here = Diagnostic.Step(node.key, at: node.site, relation: .again)
        return Diagnostic(
            code,
            fact: isMixed
                ? Fact.contributesAndNot(node.key) : "\(node.key) is registered again",
            path: sites.map { Diagnostic.Step(node.key, at: $0, relation: .again) } + [here],
            hint: hint(about: node, isMixed: isMixed)
        )
    }

    private func finding(about node: Graph.Node, beside other: Graph.Node) -> Diagnostic {
        let isMixed = other.isContributing != node.isContributing
        let key = node.key.withoutArguments
        // The parameters of a closure may be arguments, and be provided by accident.
        let closure = [node, other].first { $0.wiring == .byClosure && !$0.key.arguments.isEmpty }
        let mayTakeArguments = !isMixed && closure != nil
        return Diagnostic(
            code,
            severity: mayTakeArguments ? .warning : .error,
            fact: isMixed
                ? Fact.contributesAndNot(key)
                : "\(key) is registered twice for requests without arguments",
            path: [other, node].map {
                Diagnostic.Step($0.key, at: $0.site, relation: .again)
            },
            hint: (mayTakeArguments
                ? "give the closure a resolver first if its parameters are arguments: "
                    + "{ (_: inout Resolver, …) in … }\n" : "")
                + hint(about: node, isMixed: isMixed)
        )
    }

    private func hint(about node: Graph.Node, isMixed: Bool) -> String {
        if isMixed { return "mark all of them with .contributing(), or the last with .replacing()" }
        let advice = "mark the last with .replacing(), or tell them apart with a tag"
        switch node.forwardsTo {
        case nil: return advice
        case node.key?: return node.key.adviceOnForwardingBack
        // Several types that implement one protocol are often meant to be used together.
        case _?: return "mark each of them with .contributing() for resolveAll, \(advice)"
        }
    }
}

/// The definitions of one key so far, by their numbers.
private struct Earlier: Sendable {
    private var last: Int?
    private var plain: Int?

    /// The earlier definition beside which a further one must not be, unless it is marked.
    func clash(with node: Graph.Node) -> Int? {
        guard node.replacing == nil, node.input == nil || node.input == .provided else {
            return nil
        }
        return node.isContributing ? plain : last
    }

    mutating func add(_ node: Graph.Node, _ number: Int) {
        // A default may stand beside an input that takes its place elsewhere.
        guard !node.isExpected else { return }
        last = number
        if !node.isContributing {
            plain = number
        } else if node.replacing != nil {
            plain = nil
        }
    }
}

extension Graph {
    /// The definitions of one container that contribute with one tag.
    fileprivate var duplicateTags: [(nodes: [Node], severity: Diagnostic.Severity)] {
        var groups: [DefinedKey: [Int]] = [:]
        for (number, node) in nodes.enumerated() where node.isContributing && !node.isDecorator {
            guard let tag = node.key.tag, !tag.isMember else { continue }
            let place = DefinedKey(node.container, node.key.withoutArguments)
            if node.replacing != nil { groups[place] = [] }
            // The same type forwarded with arguments and without is one contribution.
            let isPair = groups[place]?.contains { nodes[$0].isForwarded(with: node) } == true
            guard !isPair else { continue }
            groups[place, default: []].append(number)
        }
        let repeated = groups.filter { $1.count > 1 }
        guard !repeated.isEmpty else { return [] }
        let links = Links(self, keepsRegisteredParameters: true)
        let needed = Set(links.of.joined().compactMap(\.target)).filter {
            links.nodes[$0].collection == .keyed
        }
        let together = needed.map { dictionary in
            Set(links.of[dictionary].flatMap(\.answers))
        }
        let asked = Set(
            nodes.filter { $0.collection == nil }.flatMap(\.dependencies).filter(\.isPlural)
                .map(\.key)
        )
        return repeated.values.sorted { $0[0] < $1[0] }.compactMap { group in
            let key = nodes[group[0]].key.withoutArguments
            let isNeeded = together.contains { $0.intersection(group).count > 1 }
            guard !isNeeded else { return (group.map { nodes[$0] }, .error) }
            return asked.contains(key) ? nil : (group.map { nodes[$0] }, .warning)
        }
    }
}

extension Graph.Index {
    /// Whether a request without arguments can be answered by a definition.
    ///
    /// One with a parameter that nothing provides is meant to be resolved with arguments.
    fileprivate func answersWithoutArguments(_ node: Graph.Node) -> Bool {
        guard !node.key.arguments.isEmpty else { return true }
        guard node.wiring != .none else { return false }
        return node.dependencies.filter(node.isParameter).allSatisfy { dependency in
            switch lookup(dependency.key, from: node.container) {
            case .found, .ambiguous: true
            case .argumentMismatch, .missing: false
            }
        }
    }
}

extension Graph.Node {
    /// Whether both forward one definition, with its arguments and without.
    fileprivate func isForwarded(with other: Graph.Node) -> Bool {
        guard let source = forwardsTo, let otherSource = other.forwardsTo else { return false }
        return source.withoutArguments == otherSource.withoutArguments
            && source.arguments.isEmpty != otherSource.arguments.isEmpty
            && site == other.site && forwardsToSite == other.forwardsToSite
    }
}
