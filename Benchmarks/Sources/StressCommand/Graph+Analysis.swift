// SPDX-License-Identifier: MIT

// The documentation's promises about a graph.

extension Graph {
    /// The definitions reachable from one, itself included.
    func reachable(from start: Int) -> Set<Int> {
        var seen: Set<Int> = [start]
        var pending = [start]
        while let next = pending.popLast() {
            for edge in definitions[next].edges where seen.insert(edge.target).inserted {
                pending.append(edge.target)
            }
        }
        return seen
    }

    /// Whether a path of some edges leads from one definition to another.
    private func leads(
        from start: Int,
        to end: Int,
        through isTaken: (Int, Edge) -> Bool
    ) -> Bool {
        var seen: Set<Int> = []
        var pending = [start]
        while let next = pending.popLast() {
            for edge in definitions[next].edges where isTaken(next, edge) {
                if edge.target == end { return true }
                if seen.insert(edge.target).inserted { pending.append(edge.target) }
            }
        }
        return false
    }

    /// Whether a definition is part of a cycle.
    func isInCycle(_ node: Int) -> Bool { leads(from: node, to: node) { _, _ in true } }

    /// Whether a definition is part of a cycle that may be an error.
    ///
    /// A cycle without a property, or of unique definitions only, is always an error. In a cycle through an
    /// asynchronous definition, the definition that sets the property must be asynchronous as well and kept
    /// by a container. Elsewhere, a definition of the main actor is awaited like an asynchronous one.
    func mayFailWithCycle(_ node: Int) -> Bool {
        guard isInCycle(node) else { return false }
        if leads(from: node, to: node, through: { $1.place == .factory }) { return true }
        let members = reachable(from: node).filter { member in
            member == node || leads(from: member, to: node) { _, _ in true }
        }
        if members.contains(where: { definitions[$0].lifetime == .unique }) { return true }
        guard members.contains(where: { definitions[$0].lane != .sync }) else { return false }
        // In cycles of both lanes, only singletons are kept where all sessions find them.
        if members.contains(where: { !definitions[$0].lifetime.isKept }) { return true }
        return members.contains { member in
            definitions[member].lane != .sync
                && leads(from: member, to: member) { source, edge in
                    edge.place == .factory || definitions[source].lane != .async
                }
        }
    }

    /// Whether a resolve may end with an unavoidable cycle of its graph.
    func mayMeetBadCycle(_ node: Int) -> Bool {
        reachable(from: node).contains { mayFailWithCycle($0) }
    }

    /// Whether a definition needs an open scope.
    func needsScope(_ node: Int) -> Bool {
        reachable(from: node).contains {
            definitions[$0].lifetime == .scoped || definitions[$0].needsInput
        }
    }

    /// Whether a definition needs only definitions that any thread can make.
    func isSynchronous(_ node: Int) -> Bool {
        reachable(from: node).allSatisfy { definitions[$0].lane == .sync }
    }

    func leads(_ node: Int, toLane lane: Lane) -> Bool {
        reachable(from: node).contains { definitions[$0].lane == lane }
    }

    /// The largest number of instances that one resolve makes: a unique definition counts for each request.
    func cost(of node: Int, inside around: Set<Int> = []) -> Int {
        guard !around.contains(node) else { return 1 }
        var cost = 1
        for edge in definitions[node].edges {
            let isUnique = definitions[edge.target].lifetime == .unique
            cost += isUnique ? self.cost(of: edge.target, inside: around.union([node])) : 1
            if cost > 10_000 { break }
        }
        return cost
    }
}
