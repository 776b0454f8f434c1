// SPDX-License-Identifier: MIT

/// What two states of a program's graph are compared by: its definitions, wherever they are in the code.
package struct GraphOutline: Hashable, Sendable {
    /// A definition.
    package struct Definition: Hashable, Sendable {
        /// The name of its container.
        package let container: String
        /// The key with qualified names, by which it is told apart.
        package let identity: String
        /// The key as it is written in code.
        package let key: String
        package let lifetime: String
        /// What it needs, in order.
        package let needs: [String]

        package init(
            container: String,
            identity: String,
            key: String,
            lifetime: String,
            needs: [String]
        ) {
            self.container = container
            self.identity = identity
            self.key = key
            self.lifetime = lifetime
            self.needs = needs
        }
    }

    package let definitions: [Definition]

    package init(_ definitions: [Definition]) { self.definitions = definitions }

    /// Creates the outline of a graph.
    package init(_ graph: Graph) {
        definitions = graph.nodes.map { node in
            Definition(
                container: graph.containers[node.container].name,
                identity: Self.identity(
                    node.key.type.qualified,
                    node.key.arguments.map(\.qualified),
                    node.key.description
                ),
                key: node.key.description,
                lifetime: node.isDecorator ? "decorator" : node.lifetime.description,
                needs: node.dependencies.map {
                    Self.need($0.key.description, kind: $0.kind.rawValue)
                }
            )
        }
    }

    /// What a key is told apart by.
    package static func identity(
        _ type: String,
        _ arguments: [String],
        _ description: String
    ) -> String {
        ([type] + arguments + [description]).joined(separator: "\n")
    }

    /// What a dependency is called.
    package static func need(_ key: String, kind: String) -> String {
        kind == Dependency.Kind.constructor.rawValue ? key : "\(key) (\(kind))"
    }

    /// Says what is new, gone and changed since an earlier state, each definition on a line.
    ///
    /// A definition is known by its container and its key. Of several with the same, the first is
    /// compared with the first, and so on. One that is the only one of its key that is gone from one container,
    /// while another is new in another one, has moved.
    ///
    /// - Parameter old: The earlier state.
    /// - Returns: The lines; none if there is no difference.
    /// - Complexity: O(*n* log *n*) for *n* definitions.
    package func differences(from old: GraphOutline) -> [String] {
        let (before, after) = (old.numbered, numbered)
        let gone = old.definitions.indices.filter { after[before.names[$0]] == nil }
        let new = definitions.indices.filter { before[after.names[$0]] == nil }
        let left = Dictionary(grouping: gone) { old.definitions[$0].identity }
        let come = Dictionary(grouping: new) { definitions[$0].identity }
        var moved: [Int: Int] = [:]
        for (identity, numbers) in come where numbers.count == 1 {
            if let only = left[identity], only.count == 1 { moved[numbers[0]] = only[0] }
        }
        let movedAway = Set(moved.values)
        var lines = gone.filter { !movedAway.contains($0) }.map { number in
            "- \(old.definitions[number].title)"
        }
        for (number, definition) in definitions.enumerated() {
            guard let earlier = before[after.names[number]] ?? moved[number] else {
                lines.append("+ \(definition.title), \(definition.lifetime)")
                continue
            }
            let changes = definition.changes(since: old.definitions[earlier])
            guard !changes.isEmpty else { continue }
            lines.append("~ \(definition.title): \(changes.joined(separator: "; "))")
        }
        return lines
    }

    private var numbered: Numbered { Numbered(definitions) }
}

/// Definitions, found by their container, their key, and how many of the same came before.
private struct Numbered {
    struct Name: Hashable {
        let container: String
        let identity: String
        let ordinal: Int
    }

    private(set) var names: [Name] = []
    private var numbers: [Name: Int] = [:]

    init(_ definitions: [GraphOutline.Definition]) {
        var counts: [[String]: Int] = [:]
        for (number, definition) in definitions.enumerated() {
            let (container, identity) = (definition.container, definition.identity)
            let ordinal = counts[[container, identity], default: 0]
            counts[[container, identity]] = ordinal + 1
            let name = Name(container: container, identity: identity, ordinal: ordinal)
            names.append(name)
            numbers[name] = number
        }
    }

    subscript(name: Name) -> Int? { numbers[name] }
}

extension GraphOutline.Definition {
    fileprivate var title: String { "\(key) in \"\(container)\"".onOneLine }

    fileprivate func changes(since old: GraphOutline.Definition) -> [String] {
        var changes: [String] = []
        if container != old.container { changes.append("was in \"\(old.container)\"") }
        if lifetime != old.lifetime { changes.append("\(lifetime), was \(old.lifetime)") }
        let added = needs.filter { !old.needs.contains($0) }
        let removed = old.needs.filter { !needs.contains($0) }
        if !added.isEmpty { changes.append("needs \(added.joined(separator: ", "))") }
        if !removed.isEmpty { changes.append("needs no more \(removed.joined(separator: ", "))") }
        if added.isEmpty, removed.isEmpty, needs != old.needs {
            changes.append("needs \(needs.joined(separator: ", ")), in another order or number")
        }
        return changes.map(\.onOneLine)
    }
}
