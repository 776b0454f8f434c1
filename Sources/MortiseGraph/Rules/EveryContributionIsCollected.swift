// SPDX-License-Identifier: MIT

/// Every list has what contributes to it.
///
/// A definition that is not marked as contributing hides what the containers contribute that its
/// container searches next. A list has only what contributes without a tag.
public struct EveryContributionIsCollected: Sendable {
    /// The code `duplicate-binding`.
    public let code = DiagnosticCode.duplicateBinding

    /// Creates the rule.
    public init() {}

    /// Reports, as warnings, definitions that hide contributions without being marked, and lists that
    /// something asks for and that are empty because all contributions have tags.
    ///
    /// The code is `duplicate-binding` for the first, and `missing-binding` for the second.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings: first the definitions, then the lists, each in the order of the
    ///   definitions.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func findings(in graph: Graph) -> [Diagnostic] {
        guard graph.nodes.contains(where: \.isContributing) else { return [] }
        let links = Links(graph, keepsRegisteredParameters: true)
        return hidingContributions(in: links) + emptyLists(in: links)
    }

    private func hidingContributions(in links: Links) -> [Diagnostic] {
        let nodes = links.graph.nodes
        return nodes.compactMap { node in
            guard !node.isContributing, node.replacing == nil, node.key.tag == nil,
                !node.isDecorator, node.input == nil, node.collection == nil, !node.isSelection
            else { return nil }
            // One that takes arguments is in no list.
            guard node.key.arguments.isEmpty || node.wiring != .none,
                !links.index.contributes(to: node.key, in: node.container)
            else { return nil }
            let own = links.graph.containers[node.container]
            let hidden = (own.sources + own.links).flatMap {
                links.index.all(node.key, from: $0)
            }.filter { nodes[$0].isContributing }
            guard let first = hidden.first.map({ nodes[$0] }) else { return nil }
            let others = hidden.count == 1 ? "" : " and \(hidden.count - 1) more"
            return Diagnostic(
                code,
                severity: .warning,
                fact: "\(node.key) is not marked as contributing, so it hides what "
                    + "\"\(links.graph.containers[first.container].name)\" contributes",
                path: [
                    Diagnostic.Step(node.key, at: node.site),
                    Diagnostic.Step(
                        first.key,
                        at: first.site,
                        relation: .beside,
                        label: others.isEmpty ? nil : String(others.dropFirst())
                    ),
                ],
                hint:
                    "mark it with .contributing() to add it, and with .replacing() to replace the others"
            )
        }
    }

    private func emptyLists(in links: Links) -> [Diagnostic] {
        let needed = Set(links.of.joined().compactMap(\.target))
        return links.nodes.indices.compactMap { number in
            let (node, view) = (links.nodes[number], links.views[number])
            guard node.collection == nil || needed.contains(number) else { return nil }
            for dependency in node.dependencies(seeing: view, links.index)
            where dependency.isPlural && dependency.key.tag == nil {
                guard links.index.all(dependency.key, from: view).isEmpty,
                    let tagged = links.tagged(dependency.key.type, from: view)
                else { continue }
                let list = node.collection == nil ? "[\(dependency.key)]" : "\(node.key)"
                return Diagnostic(
                    .missingBinding,
                    severity: .warning,
                    fact:
                        "\(list) is empty, because each \(dependency.key) is contributed with a tag",
                    path: [
                        links.step(number),
                        Diagnostic.Step(tagged.key, at: tagged.site, relation: .beside),
                    ],
                    hint: dependency.key.type.adviceOnTags
                )
            }
            return nil
        }
    }
}

extension Links {
    /// A definition that contributes to a type with a tag, in a container that another one searches.
    fileprivate func tagged(_ type: TypeName, from view: Int) -> Graph.Node? {
        let places = index.containers(from: view)
        return graph.nodes.first { node in
            node.isContributing && node.key.type == type && node.key.tag != nil
                && places.contains(node.container)
                && !index.isHidden(node.key, in: node.container, from: view)
        }
    }
}

extension TypeName {
    /// The advice on a list of what contributes with tags only.
    var adviceOnTags: String {
        "ask for [DefinitionTag: \(self)], or contribute it without a tag"
    }
}
