// SPDX-License-Identifier: MIT

@_spi(Diagnostics) import Mortise
import MortiseGraph
import Synchronization

// The promises to requesters.

extension World {
    func report(_ what: String) { reporter.report(what) }

    /// Checks that code of a user's runs outside the engine's locks.
    func expectUnlocked(_ code: String) {
        if EngineState.isLocked { report("\(code) runs under a lock") }
    }

    func describe(_ node: Node) -> String {
        "the instance \(node.serial) of definition \(node.generation.node)"
    }

    /// Checks a resolved instance and all objects reachable from it.
    ///
    /// - Parameters:
    ///   - root: The instance.
    ///   - realm: The realm it was resolved from.
    ///   - resolve: The number of the resolve, if it was bound for all its instances.
    func check(_ root: Node, from realm: Realm, resolve: Int?) {
        struct Visit: Hashable {
            let node: ObjectIdentifier
            let view: ObjectIdentifier
        }
        var seen: Set<Visit> = []
        var shared: [Visit: Int] = [:]
        var pending: [(node: Node, view: Realm)] = [(root, realm)]
        while let (node, view) = pending.popLast() {
            let visit = Visit(node: ObjectIdentifier(node), view: ObjectIdentifier(view))
            guard seen.insert(visit).inserted else { continue }
            check(node)
            guard view.sees(node.generation.realm) else {
                report("\(describe(node)) is seen where its definition is not")
                return
            }
            let lifetime = node.definition.lifetime
            let owner = lifetime.isCached ? view.owner(of: node.generation) : view
            if lifetime.isKept { note(node, ownedBy: owner) }
            checkWhatIsSeen(of: node, from: owner)
            if lifetime == .shared, let resolve, node.resolve == resolve,
                !node.definition.takesArgument
            {
                let place = Visit(node: ObjectIdentifier(node.generation), view: visit.view)
                if let other = shared.updateValue(node.serial, forKey: place), other != node.serial
                {
                    report("\(describe(node)) and \(other) were made in one resolve")
                }
            }
            for (edge, other) in node.references {
                guard other.generation.node == edge.target else {
                    report("\(describe(node)) has \(describe(other)) in place of \(edge.target)")
                    return
                }
                pending.append((other, edge.manner == .captured ? base : owner))
            }
        }
    }

    private func check(_ node: Node) {
        guard node.isAlive else { return report("an instance was released while in use") }
        guard node.isFinished.load(ordering: .relaxed) else {
            return report("\(describe(node)) can be reached and is not finished")
        }
        let found = node.references
        for edge in node.definition.edges where edge.manner == .plain {
            guard
                found.contains(where: {
                    $0.edge.target == edge.target && $0.edge.place == edge.place
                })
            else { return report("\(describe(node)) can be reached without its \(edge.target)") }
        }
    }

    /// Checks what depends on the container that the instance was made for.
    private func checkWhatIsSeen(of node: Node, from owner: Realm) {
        // A container that was closed meanwhile is not searched: an outer scope's input may be found.
        if node.definition.needsInput, node.input !== owner.input, !owner.mayBeClosed {
            report("\(describe(node)) has the input of another scope")
        }
        for place in Set(node.definition.edges.filter { $0.manner == .listed }.map(\.place)) {
            let found = node.lists[place]?.map(\.generation).map {
                Realm.Member(node: $0.node, realm: $0.realm)
            }
            guard found != owner.members else { continue }
            let numbers = (found ?? []).map(\.node)
            report(
                "\(describe(node)) has the list \(numbers), not \(owner.members.map(\.node)), or "
                    + "of other containers"
            )
        }
    }

    private func note(_ node: Node, ownedBy owner: Realm) {
        guard !mayForget else { return }
        let other = records.withLock { $0.note(node, ownedBy: owner) }
        if other == node.serial {
            report("\(describe(node)) is there for two containers")
        } else if let other {
            report("\(describe(node)) is there, and another one with the number \(other)")
        }
        let isWithdrawn = node.generation.isWithdrawn.load(ordering: .sequentiallyConsistent)
        if node.definition.isClosed, !isWithdrawn { census.awaitClose(of: node.serial) }
    }

    // MARK: Errors

    /// Checks whether a resolve may have failed like this.
    func check(
        _ error: any Error,
        of request: Program.Request,
        in realm: Realm,
        wasCancelled: Bool
    ) {
        let nodes = [request.node]
        check(error, of: nodes, request.entrance, in: realm, wasCancelled: wasCancelled)
    }

    func check(
        _ error: any Error,
        of nodes: [Int],
        _ entrance: Program.Entrance,
        in realm: Realm,
        wasCancelled: Bool
    ) {
        let error = error
        let cause = (error as? ResolutionError)?.underlying ?? error
        if cause is CancellationError {
            tally.failed("cancelled")
            if !wasCancelled { report("a resolve that nobody cancelled was cancelled: \(error)") }
            return
        }
        guard let error = error as? ResolutionError else {
            return report("a resolve failed with \(error), without a path")
        }
        tally.failed(error.code.slug)
        guard nodes.contains(where: { allows(error, of: $0, entrance, in: realm) }) else {
            return report("a resolve through \(entrance) must not fail like this:\n\(error)")
        }
    }

    private func allows(
        _ error: ResolutionError,
        of node: Int,
        _ entrance: Program.Entrance,
        in realm: Realm
    ) -> Bool {
        switch error.code {
        case .factoryThrew:
            error.underlying is Boom
                && graph.reachable(from: node).contains { fails($0, \.failures) }
        case .injectionFailed:
            error.underlying is Boom
                && graph.reachable(from: node).contains { fails($0, \.stepFailures) }
        // Closed containers are not searched across a link.
        case .missingBinding: !traits.isSteady || (traits.isLinked && realm.mayBeClosed)
        case .cycle: graph.mayMeetBadCycle(node)
        case .missingScope: graph.needsScope(node) && !realm.hasScope
        case .scopeClosed: realm.mayBeClosed
        case .needsAsync:
            (entrance != .async || mayNeedMore(node)) && graph.leads(node, toLane: .async)
        case .needsMainActor:
            (entrance == .plain || entrance == .borrowing || mayNeedMore(node))
                && graph.leads(node, toLane: .main)
        default: false
        }
    }

    /// Whether a resolve may be told to use an entrance that it has already used.
    ///
    /// A waiter gets the error of the building thread. It is unspecified whether that includes errors that do
    /// not apply to the waiter. The error of an impossible cycle through several lanes is unspecified, too.
    private func mayNeedMore(_ node: Int) -> Bool {
        !isStrict && (isMixed || graph.mayMeetBadCycle(node))
    }

    private func fails(_ node: Int, _ pattern: KeyPath<Graph.Definition, [Bool]>) -> Bool {
        graph.definitions[node][keyPath: pattern].contains(true)
    }
}
