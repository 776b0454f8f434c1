// SPDX-License-Identifier: MIT

/// What two states of a program's graph are compared by: its containers and definitions, wherever they are in the
/// code.
package struct GraphOutline: Hashable, Sendable {
    /// A container.
    package struct Container: Hashable, Sendable {
        /// The name, by which it is told apart.
        package let name: String
        /// The names of the containers that are searched next, in order.
        package let sources: [String]
        /// The names of those that are searched last, in order.
        package let links: [String]
        /// `plain`, `overlay`, or `scope` and its name.
        package let role: String

        package init(name: String, sources: [String], links: [String], role: String) {
            self.name = name
            self.sources = sources
            self.links = links
            self.role = role
        }
    }

    /// A definition.
    package struct Definition: Hashable, Sendable {
        /// The name of its container.
        package let container: String
        /// The key with qualified names, by which it is told apart.
        package let qualifiedKey: String
        /// The key as it is written in code.
        package let key: String
        package let lifetime: String
        /// What it needs, in order.
        package let needs: [String]

        package init(
            container: String,
            qualifiedKey: String,
            key: String,
            lifetime: String,
            needs: [String]
        ) {
            self.container = container
            self.qualifiedKey = qualifiedKey
            self.key = key
            self.lifetime = lifetime
            self.needs = needs
        }
    }

    package let containers: [Container]
    package let definitions: [Definition]

    package init(_ containers: [Container], _ definitions: [Definition]) {
        self.containers = containers
        self.definitions = definitions
    }

    /// Creates the outline of a graph.
    package init(_ graph: Graph) {
        containers = graph.containers.map { container in
            Container(
                name: container.name,
                sources: container.sources.map { graph.containers[$0].name },
                links: container.links.map { graph.containers[$0].name },
                role: Self.role(container.role.name, scope: container.role.scope)
            )
        }
        definitions = graph.nodes.map { node in
            Definition(
                container: graph.containers[node.container].name,
                qualifiedKey: Self.qualifiedKey(
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

    /// What the role of a container is called.
    package static func role(_ name: String, scope: String?) -> String {
        scope.map { "\(name) \"\($0)\"" } ?? name
    }

    /// What a key is told apart by.
    package static func qualifiedKey(
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

    /// Says what is new, gone and changed since an earlier state, each container and each definition on a line.
    ///
    /// A container is known by its name, a definition by its container and its key. Of several with the same, the first
    /// is compared with the first, and so on. A definition that is the only one of its key that is gone from one container,
    /// while another is new in another one, has moved.
    ///
    /// - Parameter old: The earlier state.
    /// - Returns: The lines; none if there is no difference.
    /// - Complexity: O(*n* log *n*) for *n* definitions.
    package func differences(from old: GraphOutline) -> [String] {
        Self.differences(of: containers, from: old.containers)
            + Self.differences(of: definitions, from: old.definitions)
    }

    private static func differences<One: Compared>(of new: [One], from old: [One]) -> [String] {
        let (before, after) = (Numbered(old), Numbered(new))
        let gone = old.indices.filter { after[before.names[$0]] == nil }
        let left = Dictionary(grouping: gone) { old[$0].identityElsewhere }
        let come = new.indices.filter { before[after.names[$0]] == nil }
        var moved: [Int: Int] = [:]
        for (identity, numbers) in Dictionary(grouping: come, by: { new[$0].identityElsewhere }) {
            guard identity != nil, numbers.count == 1, let only = left[identity], only.count == 1
            else { continue }
            moved[numbers[0]] = only[0]
        }
        let movedAway = Set(moved.values)
        var lines = gone.filter { !movedAway.contains($0) }.map { "- \(old[$0].title)" }
        for (number, one) in new.enumerated() {
            guard let earlier = before[after.names[number]] ?? moved[number] else {
                lines.append("+ \(one.title), \(one.kind)")
                continue
            }
            let changes = one.changes(since: old[earlier])
            guard !changes.isEmpty else { continue }
            lines.append("~ \(one.title): \(changes.map(\.onOneLine).joined(separator: "; "))")
        }
        return lines
    }
}

/// What is compared with its earlier state.
private protocol Compared {
    /// By what it is known.
    var identity: [String] { get }
    /// By what it is known where it has moved; `nil` if it cannot.
    var identityElsewhere: String? { get }
    var title: String { get }
    /// What is said of one that is new.
    var kind: String { get }

    func changes(since old: Self) -> [String]
}

/// What is compared, found by what it is known by, and how many of the same came before.
private struct Numbered {
    struct Name: Hashable {
        let identity: [String]
        let ordinal: Int
    }

    private(set) var names: [Name] = []
    private var numbers: [Name: Int] = [:]

    init(_ all: [some Compared]) {
        var counts: [[String]: Int] = [:]
        for (number, one) in all.enumerated() {
            let ordinal = counts[one.identity, default: 0]
            counts[one.identity] = ordinal + 1
            let name = Name(identity: one.identity, ordinal: ordinal)
            names.append(name)
            numbers[name] = number
        }
    }

    subscript(name: Name) -> Int? { numbers[name] }
}

extension GraphOutline.Container: Compared {
    fileprivate var identity: [String] { [name] }
    fileprivate var identityElsewhere: String? { nil }
    fileprivate var title: String { "container \"\(name)\"".onOneLine }
    fileprivate var kind: String {
        func list(_ names: [String]) -> String {
            names.map { "\"\($0)\"" }.joined(separator: ", ")
        }
        let searched = sources.isEmpty ? "" : " that searches \(list(sources))"
        return role + searched + (links.isEmpty ? "" : ", linked to \(list(links))")
    }

    fileprivate func changes(since old: GraphOutline.Container) -> [String] {
        guard self != old else { return [] }
        return ["\(kind), was \(old.kind)"]
    }
}

extension GraphOutline.Definition: Compared {
    fileprivate var identity: [String] { [container, qualifiedKey] }
    fileprivate var identityElsewhere: String? { qualifiedKey }
    fileprivate var title: String { "\(key) in \"\(container)\"".onOneLine }
    fileprivate var kind: String { lifetime }

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
        return changes
    }
}
