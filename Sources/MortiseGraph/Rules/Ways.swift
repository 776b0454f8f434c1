// SPDX-License-Identifier: MIT

/// For every node, a shortest way to an obstacle: an instance that cannot be had there.
///
/// A way goes through what is made for the container that asks. An instance that a container keeps
/// may exist already, and a provider resolves later: both end a way.
struct Ways {
    private let links: Links
    /// The next link on the way; `nil` if there is no way.
    private var next: [Link?]
    /// Whether the next link leads to the obstacle itself.
    private var isLast: [Bool]

    /// Finds the ways.
    ///
    /// - Parameters:
    ///   - links: The links of a graph.
    ///   - isObstacle: Whether the target of a link is an obstacle for the node that has the link.
    /// - Complexity: O(*n* + *e*) for *n* definitions and *e* dependencies.
    init(_ links: Links, to isObstacle: (_ node: Int, _ link: Link, _ target: Int) -> Bool) {
        self.links = links
        next = Array(repeating: nil, count: links.of.count)
        isLast = Array(repeating: false, count: links.of.count)
        var holders: [[(node: Int, link: Link)]] = Array(repeating: [], count: links.of.count)
        var reached: [Int] = []
        for node in links.of.indices {
            for link in links.of[node] where link.relation != .deferred {
                guard let target = link.target else { continue }
                if isObstacle(node, link, target) {
                    guard next[node] == nil else { continue }
                    next[node] = link
                    isLast[node] = true
                    reached.append(node)
                } else if links.passesOn(target) {
                    holders[target].append((node, link))
                }
            }
        }
        var position = 0
        while position < reached.count {
            let target = reached[position]
            position += 1
            for holder in holders[target] where next[holder.node] == nil {
                next[holder.node] = holder.link
                reached.append(holder.node)
            }
        }
    }

    /// The way from a node, without a step for that; `nil` if there is none.
    func path(from start: Int) -> (last: Int, steps: [Diagnostic.Step])? {
        var steps: [Diagnostic.Step] = []
        var current = start
        while let link = next[current], let target = link.target {
            steps.append(links.step(target, relation: link.relation))
            if isLast[current] { return (target, steps) }
            current = target
        }
        return nil
    }
}

extension Links {
    /// The ways to instances whose scope is not open where they are needed.
    var waysToClosedScopes: Ways {
        Ways(self) { node, link, target in isInClosedScope(target, for: link, of: node) }
    }

    /// Whether a link leads to an instance whose scope is not open where the node's factory asks.
    func isInClosedScope(_ target: Int, for link: Link, of node: Int) -> Bool {
        guard case .scoped(let name) = nodes[target].lifetime else { return false }
        return !mayDoWithout(target, for: link) && !isOpen(name, for: node)
    }

    /// Whether a node's instance gets its dependencies from the container that asks for it.
    func passesOn(_ node: Int) -> Bool {
        nodes[node].forwardsTo != nil || !nodes[node].lifetime.isCaching
    }

    /// Whether a node's instance is kept by an open scope.
    func isKept(inOpenScope node: Int) -> Bool {
        guard nodes[node].input == nil, nodes[node].forwardsTo == nil,
            case .scoped(let name) = nodes[node].lifetime
        else { return false }
        return index.container(views[node]).role.scope == name
    }
}
