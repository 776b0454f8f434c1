// SPDX-License-Identifier: MIT

/// Every request gets an instance: all that it leads to is registered, brought, open, and can be made
/// in the lane in which it asks.
///
/// Cycles and captives have rules of their own, which look at a graph as a whole.
package struct EveryRequestIsAnswered: Sendable {
    private let requests: [Graph.Request]

    /// Creates the rule.
    ///
    /// - Parameter requests: The requests of the graph's first container.
    package init(_ requests: [Graph.Request]) { self.requests = requests }

    /// Reports what keeps each request from an answer: the first thing that resolving would meet.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: A finding or `nil` for each request.
    /// - Complexity: O(*n* log *n*) for *n* definitions, plus what each request leads to.
    package func findings(in graph: Graph) -> [Diagnostic?] { answers(in: graph).map(\.finding) }

    /// What each request meets.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The answer to each request.
    /// - Complexity: As of ``findings(in:)``.
    package func answers(in graph: Graph) -> [Answer] {
        // Each request is what a node of its own needs, which nothing asks for.
        let asking = requests.enumerated().map { number, request in
            Graph.Node(
                Key(TypeName("(request \(number))")),
                site: request.site,
                dependencies: [request.dependency]
            )
        }
        let links = Links(
            Graph(
                graph.nodes + asking,
                containers: graph.containers,
                installations: graph.installations
            )
        )
        return requests.enumerated().map { number, request in
            var walk = Walk(links, request)
            let finding = walk.finding(from: graph.nodes.count + number)
            return Answer(finding: finding, walk: walk)
        }
    }

    /// What a request meets on its way.
    package struct Answer {
        /// What keeps it from an instance, if something does.
        package let finding: Diagnostic?
        fileprivate let walk: Walk

        /// Where the definitions are that it comes to, until it fails.
        package var sites: Set<SourceSite> { walk.sites }
    }
}

/// The way of a request through a graph, as resolving takes it.
private struct Walk {
    private let links: Links
    private let request: Graph.Request
    private var seen: Set<Place> = []
    private var path: [Diagnostic.Step] = []

    init(_ links: Links, _ request: Graph.Request) {
        self.links = links
        self.request = request
    }

    var sites: Set<SourceSite> { Set(seen.compactMap { links.nodes[$0.node].site }) }

    /// - Parameters:
    ///   - node: What is made.
    ///   - getsArguments: Whether arguments are passed, so that its parameters are not resolved.
    /// - Returns: What keeps it from an instance, if something does.
    mutating func finding(from node: Int, getsArguments: Bool = false) -> Diagnostic? {
        let place = Place(node: node, getsArguments: getsArguments)
        guard seen.insert(place).inserted else { return nil }
        for link in links.of[node] where link.relation != .deferred {
            if getsArguments, link.isParameter { continue }
            let (known, view) = (path.count, links.views[node])
            defer { path.removeSubrange(known...) }
            if let finding = repetition(of: link, in: node) { return finding }
            guard let target = link.target else {
                guard let finding = absence(of: link, from: view) else { continue }
                return finding
            }
            var step = links.step(target, relation: link.relation)
            if path.isEmpty { step.site = step.site ?? request.site }
            path.append(step)
            if let finding = obstacle(at: target, for: link, from: view) { return finding }
            let passes = link.passesOn ? getsArguments : !link.key.arguments.isEmpty
            if let finding = finding(from: target, getsArguments: passes) { return finding }
        }
        return nil
    }

    private struct Place: Hashable {
        let node: Int
        let getsArguments: Bool
    }

    /// What a dictionary would have two values for.
    private func repetition(of link: Link, in node: Int) -> Diagnostic? {
        guard links.nodes[node].collection == .keyed, link.answers.count > 1 else { return nil }
        return Diagnostic(
            .duplicateBinding,
            fact: Fact.contributedTwice(link.key),
            path: path
                + link.answers.enumerated().map { index, number in
                    links.step(number, relation: index == 0 ? .needs : .again)
                },
            hint: Fact.adviceOnContributing
        )
    }

    private func absence(of link: Link, from view: Int) -> Diagnostic? {
        let way =
            path + [
                Diagnostic.Step(
                    link.key.unwrapped,
                    at: path.isEmpty ? request.site : nil,
                    relation: link.relation
                )
            ]
        switch link.answer {
        case .missing:
            guard !link.isOptional else { return nil }
            let key = link.key.unwrapped
            return Diagnostic(
                .missingBinding,
                fact: "Nothing provides \(key)",
                path: way,
                hint: NearMisses.hint(for: key, in: links.graph, from: view)
            )
        case .ambiguous(let candidates):
            return Diagnostic(
                .ambiguousBinding,
                fact: "Several definitions of \(link.key) could be auto-wired",
                path: way + candidates.map { links.step($0, relation: .candidate) }
            )
        case .argumentMismatch:
            return Diagnostic(
                .argumentMismatch,
                fact: Fact.argumentMismatch(link.key),
                path: way,
                hint: NearMisses.hint(for: link.key, in: links.graph, from: view)
            )
        case .found: return nil
        }
    }

    /// What keeps an instance from being made or found, if anything.
    private func obstacle(at target: Int, for link: Link, from view: Int) -> Diagnostic? {
        let node = links.nodes[target]
        if links.mayDoWithout(target, for: link) { return nil }
        switch node.input {
        case .required, .optional:
            return Diagnostic(
                .missingInput,
                fact: Fact.missingInput(node.key, in: links.index.container(view).name),
                path: path,
                hint: Fact.adviceOnProviding(node.lifetime)
            )
        case .provided: return nil
        case nil: break
        }
        if case .scoped(let name) = node.lifetime, node.forwardsTo == nil,
            !links.isOpen(name, from: view)
        {
            return Diagnostic(
                .missingScope,
                fact: Fact.missingScope(node.key, name),
                path: path,
                hint: "ask a container that openScope(\"\(name)\") returned"
            )
        }
        return obstacle(inLaneOf: node)
    }

    private func obstacle(inLaneOf node: Graph.Node) -> Diagnostic? {
        switch (request.lane, node.lane) {
        case (.asynchronous, _), (_, .synchronous), (.main, .main): return nil
        case (_, .asynchronous):
            return Diagnostic(
                .needsAsync,
                fact: Fact.needsAsync(node.key),
                path: path,
                hint: "ask with `try await container.async.resolve(…)`"
            )
        case (.synchronous, .main):
            return Diagnostic(
                .needsMainActor,
                fact: Fact.needsMainActor(node.key),
                path: path,
                hint: "ask with `try container.main.resolve(…)` on the main actor, or "
                    + "`try await container.async.resolve(…)`"
            )
        }
    }
}
