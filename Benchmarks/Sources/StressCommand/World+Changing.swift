// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import Synchronization

// Changes of containers, with their records.

extension World {
    /// Changes definitions, one player at a time.
    func change(_ body: (World) -> Void) {
        changes.lock()
        defer { changes.unlock() }
        tally.changes.add(1, ordering: .relaxed)
        body(self)
    }

    /// Registers definitions again in their containers.
    func replace(_ nodes: [Int]) {
        for realm in [base, linked].compactMap({ $0 }) {
            let own = nodes.filter { home(of: $0) === realm }
            if !own.isEmpty { replace(own, in: realm) }
        }
    }

    func remove(_ node: Int) {
        withdraw([node])
        guard let container = home(of: node).container else { return }
        removals.withLock { $0.removeValue(forKey: node) }?(container)
    }

    func reset() {
        guard let container = base.container else { return }
        let nodes = nodes(in: base)
        withdraw(nodes)
        container.reset()
        replace(nodes, in: base)
        container.register(.singleton) { Leaf() }
    }

    /// Adds a decorator that returns the original, so that all promises hold as without it.
    func decorate<N: Colored>(_ type: N.Type, in container: Container) -> Container.Decoration {
        container.decorate(type) { [weak self] node, _ in
            self?.expectUnlocked("a decorator")
            self?.resolveSomething()
            return node
        }
    }

    func decorateAll(in container: Container) {
        guard traits.isDecorated else { return }
        for node in graph.definitions.indices.prefix(3) {
            _ = decorate(Graph.type(of: node), in: container)
        }
        guard traits.hasLists else { return }
        _ = container.decorate(Element.self) { [weak self] element, _ in
            self?.expectUnlocked("a decorator")
            return element
        }
    }

    /// Drops a container without closing it.
    func drop(_ realm: Realm) {
        // Without its last owner a container closes its instances, but refuses nothing.
        guard let container = realm.take() else { return }
        tally.drops.add(1, ordering: .relaxed)
        withExtendedLifetime(container) {}
    }

    /// Closes a container.
    func close(_ realm: Realm) async {
        realm.willClose()
        guard let container = realm.container else { return }
        do {
            try await container.close()
        } catch {
            report("closing a container failed: \(error)")
        }
    }

    /// Borrows an instance.
    func borrow<N: Colored>(_ type: N.Type, _ tag: Int, from container: Container) throws {
        try container.with(type, tag: tag) { node in
            guard node.isAlive, node.isFinished.load(ordering: .relaxed) else {
                return report("\(describe(node)) was lent, and is released or unfinished")
            }
            sched_yield()
            if !node.isAlive { report("an instance was released while it was lent") }
        }
    }

    /// Runs a body while it holds an instance; a weak singleton has no other instance meanwhile.
    func hold(_ node: Node, from realm: Realm, _ body: () -> Void) {
        guard node.definition.lifetime == .weak, !mayForget else { return body() }
        let owner = realm.owner(of: node.generation)
        if let other = records.withLock({ $0.hold(node, ownedBy: owner) }) {
            report("\(describe(node)) is there beside another one, which is held: \(other)")
        }
        body()
        records.withLock { $0.letGo(node, ownedBy: owner) }
    }
}
