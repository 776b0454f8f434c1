// SPDX-License-Identifier: MIT

/// Every definition that is marked as replacing replaces another one.
///
/// It replaces an earlier one of its container, or hides one of the containers that its container
/// searches next. What an overlay registers must hide something there too, or something must need
/// it: otherwise it is a warning.
public struct EveryReplacementReplaces: Sendable {
    /// The code `nothing-to-replace`.
    public let code = DiagnosticCode.nothingToReplace

    private let conformances: @Sendable (Graph.Node) -> [Key]

    /// Creates the rule.
    ///
    /// - Parameter conformances: Returns the registered protocols to which a definition's type
    ///   conforms, for the hint. Called at most once for each of the first hundred findings, on the
    ///   calling thread.
    public init(conformances: @escaping @Sendable (Graph.Node) -> [Key] = { _ in [] }) {
        self.conformances = conformances
    }

    /// Reports every definition that replaces nothing although it should.
    ///
    /// A definition counts together with the types that it forwards.
    ///
    /// One that replaces a definition for any tag, and is not for any tag itself, is a warning:
    /// requests with a tag find nothing any more.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings in the order of the definitions.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func findings(in graph: Graph) -> [Diagnostic] {
        let families = Families(graph)
        lazy var catalogue = NearMissCatalogue(graph)
        var findings: [Diagnostic] = []
        for number in graph.nodes.indices where families.isVain(number) {
            let node = graph.nodes[number]
            var finding = finding(about: node)
            if findings.count < 100 {
                let near = catalogue.hint(forReplacement: node, conformances: conformances(node))
                finding.hint = near ?? finding.hint
            }
            findings.append(finding)
        }
        return findings
            + graph.nodes.filter { families.losesTags($0) }.map { node in
                Diagnostic(
                    code,
                    severity: .warning,
                    fact:
                        "\(node.key) replaces a definition for any tag, but not for requests with a tag",
                    path: [Diagnostic.Step(node.key, at: node.site)],
                    hint: "mark it with .forAnyTag() as well"
                )
            }
    }

    private func finding(about node: Graph.Node) -> Diagnostic {
        let isMarked = node.replacing != nil
        return Diagnostic(
            code,
            severity: isMarked ? .error : .warning,
            fact: isMarked
                ? "\(node.key) is marked as replacing, but there is nothing to replace"
                : "\(node.key) overrides nothing, and nothing needs it",
            path: [Diagnostic.Step(node.key, at: node.site)],
            hint: isMarked
                ? "leave .replacing() out if the definition is new"
                : "leave it out, or register the type that is to be overridden"
        )
    }
}

/// The definitions of a graph, each with the types that it forwards.
private struct Families {
    private let links: Links
    /// For every node, the definition to which it belongs: itself, or the one that it forwards to.
    private var heads: [Int]
    /// The definitions that are of use in their place, themselves or with a type that they forward.
    private var useful: Set<Int> = []
    /// The keys that some definition needs, without arguments.
    private let needed: Set<Key>

    init(_ graph: Graph) {
        let links = Links(graph)
        self.links = links
        heads = Array(graph.nodes.indices)
        needed = Set(
            links.of.joined().filter { $0.relation != .forwards }.flatMap { link in
                link.key.spellings.map(\.withoutArguments)
            }
        )
        for node in graph.nodes.indices { heads[node] = head(of: node) }
        for (number, node) in graph.nodes.enumerated()
        where replaces(node) || isNeeded(node) {
            useful.insert(heads[number])
        }
    }

    /// Whether a definition should replace something and does not.
    func isVain(_ number: Int) -> Bool {
        let node = links.graph.nodes[number]
        guard heads[number] == number, !useful.contains(number) else { return false }
        if node.replacing != nil { return true }
        // Other rules are about inputs and decorators.
        guard node.input == nil, !node.isDecorator else { return false }
        // What an assembly defines is not overridden by its key.
        if case .member = node.key.tag { return false }
        return links.graph.containers[node.container].role == .overlay
    }

    /// Whether an unmarked definition is needed by another one.
    private func isNeeded(_ node: Graph.Node) -> Bool {
        node.replacing == nil && needed.contains(node.key.withoutArguments)
    }

    private func head(of node: Int) -> Int {
        var head = node
        // A definition may forward to one that forwards, but not in a ring.
        for _ in links.of {
            let target = links.of[head].first { $0.relation == .forwards }?.target
            guard let next = target.map({ links.definitions[$0] }),
                links.graph.nodes[next].container == links.graph.nodes[node].container
            else { break }
            head = next
        }
        return head
    }

    /// Whether a definition has replaced another one, or hides one.
    private func replaces(_ node: Graph.Node) -> Bool {
        guard node.replaced.isEmpty else { return true }
        let index = links.index
        let same = index.known(node.key, beyond: node.container).contains { other in
            node.replacing != .sameParameters || links.graph.nodes[other].key == node.key
        }
        // What a tag gave so far may have come from a definition without one.
        return same
            || node.key.tag != nil
                && index.known(node.key.withoutTag, beyond: node.container).contains {
                    answersAnyTag($0)
                }
    }

    /// Whether a replacement leaves requests with a tag without the answer that they had.
    func losesTags(_ node: Graph.Node) -> Bool {
        guard node.replacing == .anyParameters, node.key.tag == nil, !node.answersAnyTag,
            !node.isDecorator, !links.graph.containers[node.container].prefersMostParameters
        else { return false }
        return node.replacesAnyTag
            || links.index.known(node.key, beyond: node.container).contains {
                links.graph.nodes[$0].answersAnyTag
            }
    }

    private func answersAnyTag(_ number: Int) -> Bool {
        let node = links.graph.nodes[number]
        return node.answersAnyTag || links.graph.containers[node.container].prefersMostParameters
    }
}
