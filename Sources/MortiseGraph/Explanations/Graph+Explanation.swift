// SPDX-License-Identifier: MIT

extension Graph {
    /// Explains who provides a type: each definition, why it answers or does not, how long its instances
    /// live, who needs and holds them, and what leads to them.
    ///
    /// ```text
    /// any Clock  singleton  App/Wiring.swift:3
    ///   answers:    "app": yes
    ///   lives:      one for as long as "app" exists
    ///   needed by:  Screen  App/Wiring.swift:20
    ///   held by:    "app"
    ///   reached:    yes: App/main.swift:9 asks "app"
    ///             Screen     App/Wiring.swift:20
    ///      needs  any Clock  App/Wiring.swift:3
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type as it is written in code, with or without its module and `any`.
    ///   - requests: What code outside the definitions asks for, by the index of the container that it
    ///     asks.
    /// - Returns: The lines, each with its newline; `nil` if nothing provides the type or needs it.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies, for each container
    ///   that a definition is made for.
    package func explanation(of type: String, requests: [Int: [Request]] = [:]) -> String? {
        Explanation(of: self, requests).text(on: type)
    }

    /// Returns the types that are spelled nearly like a text, the nearest first.
    ///
    /// - Parameter type: The type as it was written.
    /// - Returns: The types as they are written in code.
    package func types(like type: String) -> [String] {
        let name = type.withoutAny
        let all = Dictionary(grouping: nodes.map(\.key.type), by: \.simpleName)
        return NearMisses.names(like: name, among: all.keys).flatMap { name in
            Set((all[name] ?? []).map(\.description)).sorted()
        }
    }
}

/// The lines that explain a type.
private struct Explanation {
    /// The graph without the requests.
    let graph: Graph
    let links: Links
    /// How many definitions the graph has; the ones behind them stand for requests.
    private let count: Int
    /// For every node, those that lead to it.
    private let holders: [[(node: Int, link: Link)]]

    init(of graph: Graph, _ requests: [Int: [Graph.Request]]) {
        self.graph = graph
        count = graph.nodes.count
        var (nodes, containers) = (graph.nodes, graph.containers)
        for (container, asked) in requests.sorted(by: { $0.key < $1.key }) {
            // In a container of its own, so that nothing is found because somebody asks for it.
            let name = graph.containers[container].name
            for request in asked {
                nodes.append(
                    Graph.Node(
                        Key(TypeName("asks \"\(name)\"")),
                        site: request.site,
                        container: containers.count,
                        dependencies: [request.dependency],
                        isContributing: true
                    )
                )
            }
            containers.append(Graph.Container(name, sources: [container]))
        }
        links = Links(Graph(nodes, containers: containers), keepsRegisteredParameters: true)
        var holders = Array(repeating: [(node: Int, link: Link)](), count: links.nodes.count)
        for (node, all) in links.of.enumerated() {
            for link in all {
                if let target = link.target { holders[target].append((node, link)) }
            }
        }
        self.holders = holders
    }

    func text(on name: String) -> String? {
        let types = graph.nodes.map(\.key.type) + links.of.joined().map(\.key.type)
        let spellings: [@Sendable (TypeName) -> Bool] = [
            { $0.description == name || $0.qualified == name }, { $0.simpleName == name },
        ]
        let isMeant = spellings.first { types.contains(where: $0) }
        guard let isMeant else { return nil }
        let definitions = graph.nodes.indices.filter { isMeant(graph.nodes[$0].key.type) }
        let parts = definitions.map(lines) + absences(of: isMeant)
        return parts.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
    }

    // MARK: - A definition

    private func lines(on definition: Int) -> [String] {
        let node = graph.nodes[definition]
        let own = links.nodes.indices.filter { links.definitions[$0] == definition }
        var lines = [label(of: definition)]
        lines += rows("answers:", answers(of: definition))
        lines += rows(
            "replaced:",
            node.replaced.map { "what was registered at \($0)" }
        )
        if !node.isDecorator, node.collection == nil, node.input == nil {
            lines += rows("lives:", [node.forwardsTo.map { "as \($0) does" } ?? lifetime(of: node)])
        }
        lines += rows("needed by:", needs(of: own))
        lines += rows("held by:", holders(of: own, node))
        lines += reach(of: own)
        return lines
    }

    private func label(of definition: Int) -> String {
        let node = graph.nodes[definition]
        let container = graph.containers.count > 1 ? [quoted(node.container)] : []
        let site = node.site.map { [$0.description] } ?? []
        return ([node.key.description, node.summary] + container + site).map(\.onOneLine)
            .joined(separator: "  ")
    }

    private func rows(_ title: String, _ texts: [String]) -> [String] {
        texts.enumerated().map { number, text in
            let start = number == 0 ? title : ""
            let space = String(repeating: " ", count: 12 - start.count)
            return "  \(start)\(space)\(text.onOneLine)"
        }
    }

    private func quoted(_ container: Int) -> String { "\"\(graph.containers[container].name)\"" }

    /// Which requests to which containers it answers, and why not others.
    private func answers(of definition: Int) -> [String] {
        let node = graph.nodes[definition]
        let asking = graph.containers.indices.filter {
            links.index.containers(from: $0).contains(node.container)
        }
        guard !node.isDecorator else { return decorated(by: definition, asking) }
        var texts: [String] = []
        var places: [String: [String]] = [:]
        for container in asking {
            let text = answer(of: definition, to: container)
            if places[text] == nil { texts.append(text) }
            places[text, default: []].append(quoted(container))
        }
        return texts.map { text in "\((places[text] ?? []).joined(separator: ", ")): \(text)" }
    }

    private func answer(of definition: Int, to container: Int) -> String {
        let node = graph.nodes[definition]
        guard !node.isExpected else { return "no, a value is yet to be brought" }
        let plain = links.index.lookup(Key(node.key.type), from: container)
        if plain.deciding == [definition] { return "yes" }
        let own = links.index.lookup(node.key, from: container)
        if own.deciding == [definition] {
            let arguments = node.key.arguments.map(\.description).joined(separator: ", ")
            let conditions =
                (node.key.tag.map { ["the tag \($0.debugDescription)"] } ?? [])
                + (arguments.isEmpty ? [] : ["the arguments (\(arguments))"])
            let others = places(of: plain.deciding, but: definition)
            let rest =
                switch plain {
                case .ambiguous: ", without them it is ambiguous with \(others)"
                case .found: ", without them it is \(others)"
                default: ""
                }
            return "with \(conditions.joined(separator: " and "))\(rest)"
        }
        let others = places(of: own.deciding, but: definition)
        if node.isContributing, links.index.all(node.key, from: container).contains(definition) {
            return "together with all that contribute, one alone is \(others)"
        }
        guard let other = own.deciding.last else { return "no, what replaces it there hides it" }
        if case .ambiguous = own { return "no, it is ambiguous with \(others)" }
        let isNearer = graph.nodes[other].container != node.container
        return "no, \(others) \(isNearer ? "is nearer" : "came later")"
    }

    /// What a decorator wraps.
    private func decorated(by decorator: Int, _ asking: [Int]) -> [String] {
        let wrapped = graph.nodes.indices.filter { other in
            asking.contains { links.index.decorators(of: other, from: $0).contains(decorator) }
        }
        let all = places(of: wrapped, but: decorator)
        return ["no, it wraps \(all.isEmpty ? "nothing" : all)"]
    }

    private func places(of definitions: [Int], but known: Int) -> String {
        definitions.filter { $0 != known }.map { definition in
            let node = graph.nodes[definition]
            return "the one \(node.site.map { "at \($0)" } ?? "of \(quoted(node.container))")"
        }.joined(separator: ", ")
    }

    private func lifetime(of node: Graph.Node) -> String {
        let container = quoted(node.container)
        return switch node.lifetime {
        case .unique: "each request makes its own"
        case .shared: "one for all that one outermost request makes"
        case .singleton: "one for as long as \(container) exists"
        case .eagerSingleton: "one for as long as \(container) exists, made while it starts"
        case .weakSingleton: "one for as long as other code holds it"
        case .scoped(let scope): "one for as long as the scope \"\(scope)\" is open"
        }
    }

    // MARK: - What leads to it

    private func needs(of own: [Int]) -> [String] {
        own.flatMap { holders[$0] }.filter { isDefinition($0.node) }.map { holder, link in
            let node = links.nodes[holder]
            let kind =
                switch link.relation {
                case .property: ", as a property"
                case .deferred: ", through a provider"
                case .forwards: ", which forwards to it"
                default: link.isOriginal ? ", which decorates it" : ""
                }
            return node.key.description + (node.site.map { "  \($0)" } ?? "") + kind
        }.uniqued
    }

    private func isDefinition(_ node: Int) -> Bool { links.definitions[node] < count }

    /// What keeps its instances alive.
    private func holders(of own: [Int], _ node: Graph.Node) -> [String] {
        guard node.collection == nil, node.input == nil, node.forwardsTo == nil, !node.isDecorator
        else { return [] }
        var texts: [String] = []
        switch node.lifetime {
        case .singleton, .eagerSingleton: texts.append(quoted(node.container))
        case .scoped(let scope): texts.append("the open scope \"\(scope)\"")
        case .unique, .shared, .weakSingleton: break
        }
        var seen = Set(own)
        var waiting = own
        while let next = waiting.popLast() {
            for (holder, link) in holders[next] where link.relation != .deferred {
                guard isDefinition(holder), seen.insert(holder).inserted else { continue }
                guard links.nodes[holder].lifetime.isCaching, links.nodes[holder].forwardsTo == nil
                else {
                    waiting.append(holder)
                    continue
                }
                texts.append(label(of: links.definitions[holder]))
            }
        }
        let all = texts.prefix(1) + texts.dropFirst().sorted()
        return all.isEmpty ? ["whoever asked for it"] : Array(all).uniqued
    }

    /// The shortest way from what asks for it, or that there is none.
    private func reach(of own: [Int]) -> [String] {
        var next: [Int: (node: Int, link: Link)] = [:]
        var waiting = own
        var position = 0
        while position < waiting.count {
            let node = waiting[position]
            position += 1
            guard isDefinition(node) else { return path(from: node, next) }
            for (holder, link) in holders[node] where next[holder] == nil && !own.contains(holder) {
                next[holder] = (node, link)
                waiting.append(holder)
            }
        }
        let others = waiting.count > own.count ? ", nor to what needs it" : ""
        return rows("reached:", ["no: no request that is known leads here\(others)"])
    }

    private func path(from start: Int, _ next: [Int: (node: Int, link: Link)]) -> [String] {
        var steps: [Diagnostic.Step] = []
        var current = start
        while let (node, link) = next[current] {
            steps.append(links.step(node, relation: link.relation))
            current = node
        }
        let request = links.nodes[start]
        let place = request.site.map { "\($0) " } ?? "code "
        return rows("reached:", ["yes: \(place)\(request.key)"])
            + steps.rendered().map { "          " + $0 }
    }

    // MARK: - What is missing

    /// The requests that nothing answers.
    private func absences(of isMeant: (TypeName) -> Bool) -> [[String]] {
        var keys: [Key] = []
        var needs: [Key: [String]] = [:]
        var hints: [Key: String] = [:]
        for (node, all) in links.of.enumerated() {
            for link in all where link.target == nil && isMeant(link.key.type) {
                if needs[link.key] == nil { keys.append(link.key) }
                let holder = links.nodes[node]
                let site = holder.site.map { "  \($0)" } ?? ""
                needs[link.key, default: []].append("\(holder.key)\(site)")
                hints[link.key] = NearMisses.hint(
                    for: link.key,
                    in: links.graph,
                    from: links.views[node]
                )
            }
        }
        return keys.map { key in
            ["\(key)  not registered"] + rows("needed by:", (needs[key] ?? []).uniqued)
                + rows("hint:", hints[key].map { $0.split(separator: "\n").map(String.init) } ?? [])
        }
    }
}
