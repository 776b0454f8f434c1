// SPDX-License-Identifier: MIT

/// Every decorator has something to wrap, in its container or in those that this searches next.
public struct EveryDecoratorDecorates: Sendable {
    /// The code `nothing-to-decorate`.
    public let code = DiagnosticCode.nothingToDecorate

    private let conforming: @Sendable (Key) -> [Key]

    /// Creates the rule.
    ///
    /// - Parameter conforming: Returns the registered types that conform to a decorated protocol, for
    ///   the hint. Called at most once for each finding, on the calling thread.
    public init(conforming: @escaping @Sendable (Key) -> [Key] = { _ in [] }) {
        self.conforming = conforming
    }

    /// Reports every decorator that wraps nothing.
    ///
    /// One for scopes may wrap what they bring themselves: then it is a warning.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings in the order of the decorators.
    /// - Complexity: O(*n* log *n* + *n* · *c*) for *n* definitions and *c* containers with
    ///   decorators.
    public func findings(in graph: Graph) -> [Diagnostic] {
        let decorators = graph.nodes.indices.filter { graph.nodes[$0].isDecorator }
        guard !decorators.isEmpty else { return [] }
        let index = Graph.Index(graph)
        let scopes = Set(decorators.compactMap { graph.nodes[$0].decoratedScope })
        let places = Set(decorators.map { graph.nodes[$0].container }).union(
            graph.containers.indices.filter { place in
                graph.containers[place].role.scope.map(scopes.contains) == true
            }
        )
        let used = Set(
            places.flatMap { place in
                graph.nodes.indices.flatMap { index.decorators(of: $0, from: place) }
            }
        )
        let catalogue = NearMissCatalogue(graph)
        return decorators.filter { number in
            !used.contains(number) && !mayDecorateInScopes(number, graph, index)
        }.map { number in
            let node = graph.nodes[number]
            return Diagnostic(
                code,
                severity: node.decoratedScope == nil ? .error : .warning,
                fact: "\(node.key) is decorated, but there is nothing to decorate",
                path: [
                    Diagnostic.Step(
                        node.key,
                        at: node.site,
                        isDecorator: true
                    )
                ],
                hint: catalogue.hint(
                    forDecorator: node,
                    conforming: conforming(node.key)
                ) ?? "register it here, or decorate it in the container that has it"
            )
        }
    }

    /// Whether a decorator for scopes has something to wrap there: what its container has, or an
    /// input that the scope expects.
    private func mayDecorateInScopes(
        _ number: Int,
        _ graph: Graph,
        _ index: Graph.Index
    ) -> Bool {
        let decorator = graph.nodes[number]
        guard let scope = decorator.decoratedScope else { return false }
        let places = index.containers(from: decorator.container)
        return graph.nodes.contains { node in
            var node = node
            let isExpected = node.input != nil && node.lifetime == .scoped(scope)
            if isExpected { node.input = .provided }
            return places.contains(node.container) && decorator.decorates(node)
        }
    }
}
