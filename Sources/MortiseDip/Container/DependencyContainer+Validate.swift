// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

extension DependencyContainer {
    /// Looks for mistakes in what is registered, and builds nothing (D-95 to D-97).
    ///
    /// ```swift
    /// try container.validate("name", (URL(string: "http://example.url"), 80))
    /// ```
    ///
    /// The parameters of factories are looked for, with all they need in turn, also in containers that
    /// collaborate; what is ambiguous or needs itself is found. What a factory resolves by itself is not known
    /// before it has run once.
    ///
    /// - Parameter args: Arguments for definitions that take some, a tuple for several. A definition whose
    ///   parameters may be these need not be auto-wired.
    /// - Throws: ``DipError`` for the first mistake, if Dip has a word for it; otherwise `ValidationError`, whose
    ///   text lists all mistakes.
    public func validate(_ args: Any...) throws {
        let known = container.graph
        let nodes = known.nodes.map { node in
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

    /// Whether some arguments may be those of a definition.
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
    /// Whether who asks without arguments gets another definition, without parameters.
    fileprivate func hasPlainDefinition(like node: Node) -> Bool {
        nodes.contains { other in
            other.container == node.container && other.key.type == node.key.type
                && other.key.arguments.isEmpty && other.wiring == .none
                && (other.key.tag == node.key.tag || other.key.tag == nil)
        }
    }

    /// What the first container defines, with all that needs in other containers.
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
