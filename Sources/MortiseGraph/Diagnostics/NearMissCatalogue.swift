// SPDX-License-Identifier: MIT

/// A graph's definitions, arranged to find keys that nearly match a given one.
///
/// One catalogue answers for many keys. Only the search for similar names reads every name.
struct NearMissCatalogue: Sendable {
    private let graph: Graph
    private let index: Graph.Index
    private let byType: [TypeName: [Int]]
    private let byName: [String: [Int]]

    init(_ graph: Graph) {
        self.graph = graph
        index = Graph.Index(graph)
        let found = graph.nodes.indices.filter { !graph.nodes[$0].isDecorator }
        byType = Dictionary(grouping: found) { graph.nodes[$0].key.type }
        byName = Dictionary(grouping: found) { graph.nodes[$0].key.type.simpleName }
    }

    func hint(for key: Key, from container: Int, conforming: [Key] = []) -> String? {
        let visible = visible(from: container)
        let types = key.spellings.map(\.type)
        let name = (types.last ?? key.type).simpleName
        var suggestions = Suggestions(graph: graph, key: key)
        let sameType = types.flatMap { definitions(of: $0, in: visible) }
        for node in sameType {
            let definition = graph.nodes[node]
            guard !key.matchesTag(of: definition), !definition.isSelection else { continue }
            suggestions.addTag(of: node)
        }
        for node in sameType where key.matchesTag(of: graph.nodes[node]) {
            suggestions.addArguments(of: node)
        }
        for type in conforming {
            let node = definitions(of: type.type, in: visible).first
            suggestions.addConforming(type, registeredAs: node)
        }
        for node in namesakes(name, in: visible) where !types.contains(graph.nodes[node].key.type) {
            suggestions.addNamesake(node)
        }
        let elements = key.type.element.map { definitions(of: $0, in: visible) } ?? []
        suggestions.addElements(elements)
        if elements.isEmpty { addSimilar(to: name, in: visible, &suggestions) }
        return suggestions.text
    }

    /// Suggests what a definition was meant to replace.
    ///
    /// - Parameters:
    ///   - node: The definition.
    ///   - conformances: The registered protocols to which its type conforms.
    /// - Returns: The suggestions, if there are any.
    func hint(forReplacement node: Graph.Node, conformances: [Key]) -> String? {
        let visible = visible(from: node.container)
        let key = node.key
        var suggestions = Suggestions(graph: graph, key: key)
        for conformance in conformances where conformance.type != key.type {
            for other in definitions(of: conformance.type, in: visible)
            where graph.nodes[other].key.tag == key.tag {
                suggestions.addConformance(to: other)
            }
        }
        let sameType = definitions(of: key.type, in: visible)
        for other in sameType where graph.nodes[other].key.tag != key.tag {
            suggestions.addOtherTag(of: other)
        }
        if node.replacing == .sameParameters {
            for other in sameType where graph.nodes[other].key.tag == key.tag {
                suggestions.addOtherParameters(of: other, than: node)
            }
        }
        let name = key.type.simpleName
        for other in namesakes(name, in: visible) where graph.nodes[other].key.type != key.type {
            suggestions.addNamesake(other)
        }
        addSimilar(to: name, in: visible, &suggestions)
        return suggestions.text
    }

    /// Suggests what a decorator was meant to wrap.
    ///
    /// - Parameters:
    ///   - node: The decorator.
    ///   - conforming: The registered types that conform to its type.
    /// - Returns: The suggestions, if there are any.
    func hint(forDecorator node: Graph.Node, conforming: [Key]) -> String? {
        let visible = visible(from: node.container)
        let type = node.key.type
        var suggestions = Suggestions(graph: graph, key: node.key)
        for other in definitions(of: type, in: visible) {
            let isLinked = !index.isOnWay(graph.nodes[other].container, from: node.container)
            suggestions.addDecorated(other, isLinked: isLinked)
        }
        for inner in [type.element, type.wrapped, type.provided].compactMap(\.self) {
            for other in definitions(of: inner, in: visible) {
                suggestions.addUnderlying(other)
            }
        }
        return suggestions.text
            ?? hint(for: node.key, from: node.container, conforming: conforming)
    }

    /// Returns the containers that a container searches, which comes first.
    private func visible(from container: Int) -> [Int] { index.containers(from: container) }

    /// Returns the definitions of a type that containers have, unless the first does not see them.
    @inline(never)
    private func definitions(of type: TypeName, in containers: [Int]) -> [Int] {
        (byType[type] ?? []).filter { sees($0, from: containers) }
    }

    /// Returns the definitions of types with a name, whatever their modules.
    @inline(never)
    private func namesakes(_ name: String, in containers: [Int]) -> [Int] {
        (byName[name] ?? []).filter { sees($0, from: containers) }
    }

    @inline(never) private func sees(_ number: Int, from containers: [Int]) -> Bool {
        let node = graph.nodes[number]
        return containers.contains(node.container)
            && !index.isHidden(node.key, in: node.container, from: containers[0])
    }

    private func addSimilar(
        to name: String,
        in containers: [Int],
        _ suggestions: inout Suggestions
    ) {
        guard !suggestions.areEnough else { return }
        for other in NearMisses.names(like: name, among: byName.keys) {
            for node in namesakes(other, in: containers) { suggestions.addSimilar(node) }
        }
    }
}

extension NearMisses {
    /// Returns the names with nearly the spelling of a name, the nearest first.
    ///
    /// Two letters may differ, but only one in a name with fewer than eight: `Pier` is not a
    /// mistyped `View`.
    ///
    /// - Parameters:
    ///   - name: The name that was written. Names with fewer than four letters have no matches.
    ///   - names: The existing names.
    /// - Returns: The names that may have been meant.
    package static func names(like name: String, among names: some Sequence<String>) -> [String] {
        let letters = Array(name.utf8)
        guard letters.count >= 4 else { return [] }
        let limit = letters.count < 8 ? 1 : 2
        var alike: [[String]] = Array(repeating: [], count: limit + 1)
        for other in names where other != name {
            let distance = editDistance(letters, Array(other.utf8), atMost: limit)
            if let distance { alike[distance].append(other) }
        }
        return alike.flatMap { $0.sorted() }
    }
}

/// The suggestions collected so far, at most three and all different.
private struct Suggestions: Sendable {
    let graph: Graph
    let key: Key
    private var lines: [String] = []

    init(graph: Graph, key: Key) {
        self.graph = graph
        self.key = key
    }

    var areEnough: Bool { lines.count >= 3 }

    var text: String? {
        lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    mutating func addTag(of node: Int) {
        if key.tag != nil, graph.nodes[node].replacesAnyTag {
            return add(
                "\(registered(node)) instead of one for any tag; mark it with .forAnyTag() as well"
            )
        }
        let advice =
            graph.nodes[node].key.tag == nil
            ? "without a tag" : "with \(key.tag == nil ? "its" : "that") tag"
        add("\(registered(node)); ask for it \(advice)")
    }

    mutating func addArguments(of node: Int) {
        let takes = graph.nodes[node].key.arguments
        guard takes != key.arguments else { return }
        let advice = takes.isEmpty ? "ask for it without arguments" : "pass these arguments"
        add("\(registered(node)); \(advice)")
    }

    mutating func addElements(_ nodes: [Int]) {
        guard let node = nodes.first(where: { !graph.nodes[$0].isContributing }) else {
            guard let tagged = nodes.first, nodes.allSatisfy({ graph.nodes[$0].key.tag != nil })
            else { return }
            return add("\(registered(tagged)); \(graph.nodes[tagged].key.type.adviceOnTags)")
        }
        add("\(registered(node)); mark each of them with .contributing()")
    }

    mutating func addConforming(_ type: Key, registeredAs node: Int?) {
        let fact = node.map { registered($0, as: "\(type.type) conforms to it and") }
        add(
            "\(fact ?? "\(type.type) conforms to it"); add .implements(\(key.type.literal)) { $0 }"
        )
    }

    mutating func addConformance(to node: Int) {
        let protocolKey = graph.nodes[node].key
        add(
            "\(key.type) conforms to \(protocolKey.type), \(place(of: node)); "
                + "add `as \(protocolKey.type)`"
        )
    }

    mutating func addOtherTag(of node: Int) {
        let advice = graph.nodes[node].key.tag == nil ? "leave the tag out" : "add that tag"
        add("\(registered(node)); \(advice)")
    }

    /// Says why a definition of a decorated type is not decorated.
    mutating func addDecorated(_ number: Int, isLinked: Bool) {
        let node = graph.nodes[number]
        if let input = node.input, input != .provided {
            let place = node.lifetime.scopeName.map { "where the scope \"\($0)\" is opened" }
            return add(
                "\(node.key) is an input, which is brought later: decorate it "
                    + "\(place ?? "in the child or overlay that brings it")"
            )
        }
        if isLinked {
            return add(
                "\(registered(number)) in \"\(graph.containers[node.container].name)\", which is "
                    + "linked: decorate it there"
            )
        }
        if node.key.tag != key.tag { addOtherTag(of: number) }
    }

    mutating func addUnderlying(_ node: Int) {
        add("\(registered(node)); decorate that instead of \(key.type)")
    }

    mutating func addOtherParameters(of node: Int, than replacement: Graph.Node) {
        guard graph.nodes[node].key != replacement.key else { return }
        add("\(registered(node)); write .replacing() to replace it whatever its parameters")
    }

    mutating func addNamesake(_ node: Int) {
        let name = graph.nodes[node].key.qualified
        add("\(registered(node, as: name)); it is not \(key.type.qualified)")
    }

    mutating func addSimilar(_ node: Int) {
        add("\(registered(node)); is that the one?")
    }

    @inline(never) private mutating func add(_ line: String) {
        guard !areEnough, !lines.contains(line) else { return }
        lines.append(line)
    }

    @inline(never) private func registered(_ node: Int, as subject: String? = nil) -> String {
        "\(subject ?? graph.nodes[node].key.description) is \(place(of: node))"
    }

    @inline(never) private func place(of node: Int) -> String {
        graph.nodes[node].site.map { "registered at \($0)" } ?? "registered"
    }
}

extension Key {
    /// Whether the tag of a definition answers this key.
    fileprivate func matchesTag(of node: Graph.Node) -> Bool {
        node.key.tag == tag || node.answersAnyTag
    }
}

extension TypeName {
    /// The type as an argument in code, such as `(any API).self`.
    package var literal: String {
        let name = description
        let isCompound = name.hasPrefix("any ") || (name.first == "(" && name.contains(") -> "))
        return isCompound ? "(\(name)).self" : "\(name).self"
    }

    /// The short name, without `any`.
    var simpleName: String { description.withoutAny }
}

extension String {
    /// The name of a type without `any` in front.
    var withoutAny: String { hasPrefix("any ") ? String(dropFirst(4)) : self }
}
