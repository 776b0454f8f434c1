// SPDX-License-Identifier: MIT

/// Every provider can resolve what it is for.
///
/// A provider resolves later, but always from the container that its holder's factory saw, and always
/// in the lane of its type. Neither changes for as long as the holder lives.
public struct EveryProviderCanResolve: Sendable {
    /// The code `missing-scope`.
    public let code = DiagnosticCode.missingScope

    /// Creates the rule.
    public init() {}

    /// Reports every provider that will never resolve.
    ///
    /// It is an error if a kept instance has a provider of something that lives in a scope, and the
    /// container that keeps the holder is not inside of that. The code is `missing-scope`.
    ///
    /// It is a warning if a provider resolves in the wrong lane, because it can be used while its
    /// holder is made in the right one: `needs-async` for what is made asynchronously for each
    /// request, and `needs-main-actor` for what the main actor makes for each request; an
    /// asynchronous provider may resolve that if it is `Sendable`. A kept instance may be finished
    /// before.
    ///
    /// Nothing is said of a provider that may be called with the arguments of another definition.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings: first those about scopes, then those about lanes, each in the order
    ///   of the definitions that have the providers.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies, plus the steps
    ///   of the paths that are reported.
    public func findings(in graph: Graph) -> [Diagnostic] {
        guard graph.nodes.contains(where: { $0.dependencies.contains { $0.kind == .deferred } })
        else { return [] }
        let links = Links(graph, keepsRegisteredParameters: true)
        return closedScopes(in: links) + wrongLanes(in: links)
    }

    // MARK: Scopes

    private func closedScopes(in links: Links) -> [Diagnostic] {
        let ways = links.waysToClosedScopes
        let holders = Holders(links)
        return links.providers.compactMap { node, link, target in
            guard let way = holders.path(to: node), let first = way.first,
                !links.mayFindAnother(than: target, from: node)
            else { return nil }
            let provided = links.step(target, relation: .deferred)
            let path: [Diagnostic.Step]
            let last: Int
            if links.isInClosedScope(target, for: link, of: node) {
                (path, last) = (way + [provided], target)
            } else if links.passesOn(target), let further = ways.path(from: target) {
                (path, last) = (way + [provided] + further.steps, further.last)
            } else {
                return nil
            }
            guard case .scoped(let name) = links.nodes[last].lifetime else { return nil }
            let key = path.last?.key ?? links.nodes[last].key
            return Diagnostic(
                .missingScope,
                fact: Fact.missingScope(key, name),
                path: path,
                hint: ProviderAdvice.onScope(of: key, providing: provided.key, heldBy: first.key)
            )
        }
    }

    // MARK: Lanes

    private func wrongLanes(in links: Links) -> [Diagnostic] {
        guard links.nodes.contains(where: { $0.lane != .synchronous }) else { return [] }
        let lanes: [Graph.Lane] = [.synchronous, .main, .asynchronous]
        let ways = lanes.map { lane in
            Ways(links) { _, _, target in links.isMade(target, outOf: lane) }
        }
        var reported: Set<Int> = []
        return links.providers.compactMap { node, link, target in
            guard let lane = link.lane, let place = lanes.firstIndex(of: lane),
                links.passesOn(target), !links.mayFindAnother(than: target, from: node)
            else { return nil }
            let way = [links.holdingStep(node), links.step(target, relation: .deferred)]
            let path: [Diagnostic.Step]
            let last: Int
            if links.isMade(target, outOf: lane) {
                (path, last) = (way, target)
            } else if let further = ways[place].path(from: target) {
                (path, last) = (way + further.steps, further.last)
            } else {
                return nil
            }
            // Each definition once, in whichever containers it is made.
            guard reported.insert(links.definitions[node]).inserted else { return nil }
            return finding(about: links.nodes[last], lane, path)
        }
    }

    private func finding(
        about node: Graph.Node,
        _ lane: Graph.Lane,
        _ path: [Diagnostic.Step]
    ) -> Diagnostic {
        let isAsync = node.lane == .asynchronous
        let key = path.last?.key ?? node.key
        return Diagnostic(
            isAsync ? .needsAsync : .needsMainActor,
            severity: .warning,
            fact: isAsync
                ? "\(key) is made asynchronously for each request, but resolved synchronously once "
                    + "its holder is made"
                : "\(key) is made on the main actor, "
                    + (lane == .asynchronous
                        ? "and cannot leave it" : "but not resolved there once its holder is made"),
            path: path,
            hint: isAsync
                ? ProviderAdvice.onAsync(path[1].key.type)
                : ProviderAdvice.onMainActor(path[1].key.type)
        )
    }
}

/// What to do about a provider that cannot resolve.
package enum ProviderAdvice: Sendable {
    /// The advice on a provider of something that lives in a scope.
    ///
    /// - Parameters:
    ///   - instance: What lives in the scope.
    ///   - provided: What the provider is for: the same, or something that needs it.
    ///   - holder: What holds the provider, if that is known.
    /// - Returns: The advice.
    package static func onScope(
        of instance: Key,
        providing provided: Key,
        heldBy holder: Key?
    ) -> String {
        let advice = "pass \(provided.unwrapped) as an argument where it is used"
        guard let holder else {
            return "a provider asks the container that made it: make it in the scope, or \(advice)"
        }
        return
            "\(instance) is looked for where \(holder) is kept: give that the scope of \(instance) "
            + "as well, or \(advice)"
    }

    /// The advice on a provider of something that is made asynchronously.
    package static func onAsync(_ type: TypeName) -> String { "hold an AsyncProvider of \(type)" }

    /// The advice on a provider of something that the main actor makes.
    package static func onMainActor(_ type: TypeName) -> String {
        "hold a MainActorProvider of \(type), for use on the main actor"
    }
}

/// The instances that are kept, and what they hold.
private struct Holders {
    private let links: Links
    /// The node that holds a node's instance, and how; itself if the node is a holder.
    private var previous: [(node: Int, relation: Diagnostic.Relation)?]

    init(_ links: Links) {
        self.links = links
        previous = Array(repeating: nil, count: links.of.count)
        var reached = links.of.indices.filter { links.isKept($0) }
        for node in reached { previous[node] = (node, .needs) }
        var position = 0
        while position < reached.count {
            let node = reached[position]
            position += 1
            for link in links.of[node] where link.relation != .deferred {
                guard let target = link.target, previous[target] == nil, links.passesOn(target)
                else { continue }
                previous[target] = (node, link.relation)
                reached.append(target)
            }
        }
    }

    /// The path to a node from a kept instance that holds its instance; `nil` if there is none.
    func path(to node: Int) -> [Diagnostic.Step]? {
        guard previous[node] != nil else { return nil }
        var steps: [Diagnostic.Step] = []
        var current = node
        while let (holder, relation) = previous[current] {
            let isHolder = holder == current
            steps.append(links.holdingStep(current, relation: isHolder ? .needs : relation))
            if isHolder { break }
            current = holder
        }
        return steps.reversed()
    }
}

extension Links {
    /// The links of providers that have a target.
    fileprivate var providers: [(node: Int, link: Link, target: Int)] {
        of.indices.flatMap { node in
            of[node].compactMap { link in
                guard link.relation == .deferred, let target = link.target else { return nil }
                return (node, link, target)
            }
        }
    }

    /// A step for a node that gets what it holds, so that it is asked for without arguments.
    fileprivate func holdingStep(
        _ node: Int,
        relation: Diagnostic.Relation = .needs
    ) -> Diagnostic.Step {
        var step = step(node, relation: relation)
        if nodes[node].wiring != .none { step.key = step.key.withoutArguments }
        return step
    }

    /// Whether a provider finds another definition if it is called with the arguments of that.
    fileprivate func mayFindAnother(than target: Int, from node: Int) -> Bool {
        let key = nodes[target].key
        return index.known(key, from: views[node]).contains { other in
            let definition = graph.nodes[other]
            guard definition.key.arguments != key.arguments else { return false }
            return definition.lifetime.scopeName.map { isOpen($0, for: node) } ?? true
        }
    }

    /// Whether a container keeps a node's instance for good, or an open scope does.
    fileprivate func isKept(_ node: Int) -> Bool {
        guard nodes[node].forwardsTo == nil, nodes[node].input == nil else { return false }
        switch nodes[node].lifetime {
        case .singleton, .eagerSingleton, .weakSingleton: return true
        case .scoped: return isKept(inOpenScope: node)
        case .unique, .shared: return false
        }
    }

    /// Whether each request for a node needs another lane than the one that asks.
    fileprivate func isMade(_ node: Int, outOf lane: Graph.Lane) -> Bool {
        guard passesOn(node), nodes[node].forwardsTo == nil else { return false }
        switch nodes[node].lane {
        case .synchronous: return false
        case .main:
            return lane == .synchronous || lane == .asynchronous && nodes[node].staysOnMainActor
        case .asynchronous: return lane != .asynchronous
        }
    }
}
