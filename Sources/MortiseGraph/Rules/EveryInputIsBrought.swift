// SPDX-License-Identifier: MIT

/// Every input is brought where it is needed, and only what is expected is brought.
///
/// A container that declares an input need not have it. A scope of its name has to have it, and so
/// has a child or an overlay if the input is for no scope.
public struct EveryInputIsBrought: Sendable {
    /// The code `missing-input`.
    public let code = DiagnosticCode.missingInput

    private let conformances: @Sendable (Graph.Node) -> [Key]

    /// Creates the rule.
    ///
    /// - Parameter conformances: Returns the registered protocols to which an input's type conforms,
    ///   for the hint. Called at most once for each finding, on the calling thread.
    public init(conformances: @escaping @Sendable (Graph.Node) -> [Key] = { _ in [] }) {
        self.conformances = conformances
    }

    /// Reports every input that is needed and not brought, at the first definition that needs it,
    /// and every input that is brought and not expected.
    ///
    /// It is an error in a scope, where it fails. It is a warning in a child or an overlay, whose
    /// own children may bring it, and for an optional input that a definition needs always.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings: first the inputs that are missing, then those that are unexpected.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func findings(in graph: Graph) -> [Diagnostic] {
        let links = Links(graph, keepsRegisteredParameters: true)
        var reported: Set<Int> = []
        var findings: [Diagnostic] = []
        for node in links.nodes.indices {
            for link in links.of[node] where link.relation != .deferred {
                guard let target = link.target,
                    var finding = links.missing(target, for: link, from: links.views[node]),
                    reported.insert(links.definitions[target]).inserted
                else { continue }
                finding.path = [links.step(node), links.step(target, relation: link.relation)]
                findings.append(finding)
            }
        }
        return findings + graph.nodes.filter { links.isUnexpected($0) }.map(unexpected)
    }

    private func unexpected(_ node: Graph.Node) -> Diagnostic {
        let type = conformances(node).first?.type
        return Diagnostic(
            .unexpectedInput,
            fact: "\(node.key) is provided, but nothing expects it",
            path: [Diagnostic.Step(node.key, at: node.site)],
            hint: type.map { NearMisses.hint(forProviding: node.key, as: $0) }
                ?? "declare it: expects(\(node.key.type).self)"
        )
    }
}

extension Links {
    /// The finding about a definition that gets an input from a container; `nil` if that has it or
    /// need not have it.
    fileprivate func missing(_ target: Int, for link: Link, from view: Int) -> Diagnostic? {
        let input = nodes[target]
        switch input.input {
        case nil, .provided: return nil
        case .optional where mayDoWithout(target, for: link): return nil
        case .optional:
            return Diagnostic(
                .missingInput,
                severity: .warning,
                fact: "\(input.key) may be left out, but is needed always",
                hint: "ask for an optional, or expect one that is not optional"
            )
        case .required:
            guard case .scoped(let name) = input.lifetime else {
                return view == input.container ? nil : absence(of: input, in: view, .warning)
            }
            return isOpen(name, from: view) ? absence(of: input, in: view, .error) : nil
        }
    }

    private func absence(
        of input: Graph.Node,
        in view: Int,
        _ severity: Diagnostic.Severity
    ) -> Diagnostic {
        Diagnostic(
            .missingInput,
            severity: severity,
            fact: Fact.missingInput(input.key, in: index.container(view).name),
            hint: Fact.adviceOnProviding(input.lifetime)
        )
    }

    /// Whether an input is brought that no container expects.
    fileprivate func isUnexpected(_ node: Graph.Node) -> Bool {
        guard node.input == .provided else { return false }
        let known = Set(index.containers(from: node.container))
        return !graph.nodes.contains { other in
            other.isExpected && other.key == node.key && known.contains(other.container)
        }
    }
}
