// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

extension DependencyContainer {
    /// Looks for mistakes in the definitions, without building anything (D-95 to D-97).
    ///
    /// ```swift
    /// try container.validate("name", (URL(string: "http://example.url"), 80))
    /// ```
    ///
    /// It looks up the parameters of factories and all their dependencies, in collaborating containers too,
    /// and finds ambiguities and cycles. It does not know what a factory resolves in its body before the
    /// factory has run once.
    ///
    /// - Parameter args: Arguments for definitions with parameters, a tuple for several. A definition whose
    ///   parameters match one of them need not be auto-wired.
    /// - Throws: ``DipError`` for the first mistake, if Dip has a word for it; otherwise `ValidationError`, whose
    ///   text lists all mistakes.
    public func validate(_ args: Any...) throws {
        let known = container.graph
        // An array is what is registered as one, not what contributes.
        let nodes = known.nodes.filter { $0.collection == nil }.map { node in
            var node = node
            let isOwn = node.container == 0 && node.wiring == .byClosure
            if isOwn, !isGiven(node, in: args), !known.hasPlainDefinition(like: node) {
                node.wiring = .byReference
            }
            return node
        }
        let graph = Graph(nodes, containers: known.containers).neededByFirstContainer
        let findings = graph.findings().filter { $0.code != .duplicateBinding }
        let validation = Validation(findings: findings)
        if let first = validation.errors.first,
            let error = DipError.explaining(first, in: container, graph)
        {
            throw error
        }
        try validation.check()
    }

    /// Whether some arguments match the parameters of a definition.
    private func isGiven(_ node: Graph.Node, in arguments: [Any]) -> Bool {
        guard let key = container.requestedKey(named: node.key) else { return false }
        return arguments.contains { isInstance($0, of: key.argumentsMetatype ?? Void.self) }
    }

    private func isInstance(_ argument: Any, of arguments: Any.Type) -> Bool {
        let types = KeyWords.elements(of: arguments)
        let mirror = Mirror(reflecting: argument)
        let values =
            types.count > 1 && mirror.displayStyle == .tuple
            ? mirror.children.map(\.value) : [argument]
        return values.count == types.count
            && zip(values, types).allSatisfy { isValue($0, of: $1) }
    }

    private func isValue(_ value: Any, of type: Any.Type) -> Bool {
        func open<T>(_: T.Type) -> Bool { value is T }
        return open(type)
    }
}

extension Graph {
    /// Whether a request without arguments finds another definition, without parameters.
    fileprivate func hasPlainDefinition(like node: Node) -> Bool {
        nodes.contains { other in
            other.container == node.container && other.key.type == node.key.type
                && other.key.arguments.isEmpty && other.wiring == .none
                && (other.key.tag == node.key.tag || other.key.tag == nil)
        }
    }

    /// The definitions of the first container, with their dependencies in other containers.
    fileprivate var neededByFirstContainer: Graph {
        let index = Index(self)
        var needed = Set(nodes.indices.filter { nodes[$0].container == 0 })
        var waiting = Array(needed)
        while let node = waiting.popLast().map({ nodes[$0] }) {
            let keys = node.dependencies.map(\.key) + (node.forwardsTo.map { [$0] } ?? [])
            for key in keys {
                let found: [Int]
                switch index.lookup(key, from: node.container) {
                case .found(let all), .ambiguous(let all): found = all
                case .argumentMismatch, .missing: found = []
                }
                waiting += found.filter { needed.insert($0).inserted }
            }
        }
        let kept = nodes.indices.filter(needed.contains).map { nodes[$0] }
        return Graph(kept, containers: containers)
    }
}
