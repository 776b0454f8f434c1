// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import Synchronization

/// Performs the operations of one player in a world.
final class Player: Sendable {
    let world: World
    private let plan: Program.Player
    private let activity: Reporter.Activity

    private static let lastResolve = Atomic<Int>(0)

    init(_ plan: Program.Player, _ name: String, in world: World) {
        self.plan = plan
        self.world = world
        activity = world.reporter.activity(name)
    }

    var kind: Program.Kind { plan.kind }

    /// Plays on the player's own thread.
    func playOnThread() {
        for operation in plan.operations {
            activity.begin(operation)
            perform(operation)
            world.reporter.beat()
        }
        activity.end()
    }

    /// Plays in a task.
    @concurrent func playInTask() async {
        for operation in plan.operations {
            activity.begin(operation)
            if await !performInTask(operation, isolation: nil) { perform(operation) }
            world.reporter.beat()
        }
        activity.end()
    }

    /// Plays on the main thread.
    @MainActor func playOnMain() async {
        for operation in plan.operations {
            activity.begin(operation)
            if case .resolve(let request) = operation, request.entrance == .main {
                if let realm = realm(of: request) { resolveOnMain(request, in: realm) }
            } else if await !performInTask(operation, isolation: MainActor.shared) {
                perform(operation)
            }
            world.reporter.beat()
            // Gives others a turn.
            await Task.yield()
        }
        activity.end()
    }

    func realm(of request: Program.Request) -> Realm? {
        guard let layer = request.layer else { return world.base }
        return world.layers.withLock { $0.indices.contains(layer) ? $0[layer] : nil }
    }

    // MARK: Synchronous operations

    private func perform(_ operation: Program.Operation) {
        switch operation {
        case .resolve(let request):
            guard let realm = realm(of: request) else { return }
            resolve(request, in: realm)
        case .bootstrap:
            guard let container = world.base.container else { return }
            bootstrapped(.plain) { try container.bootstrap() }
        case .replace(let nodes): world.change { $0.replace(nodes) }
        case .remove(let node):
            world.change { world in
                world.remove(node)
                usleep(50)
                world.replace([node])
            }
        case .reset: world.change { $0.reset() }
        case .dropInstances:
            world.tally.changes.add(1, ordering: .relaxed)
            world.base.container?.dropInstances()
        case .decorate(let node):
            guard let container = world.base.container else { return }
            let decoration = world.decorate(Graph.type(of: node), in: container)
            usleep(50)
            container.remove(decoration)
        case .visit(let layer, let requests, _):
            guard let opened = world.open(layer, in: parent(of: layer)) else { return }
            for request in requests where request.entrance != .async && request.entrance != .main {
                resolve(request, in: opened.realm)
            }
            world.drop(opened.realm)
        case .end(let layer, _):
            guard let realm = world.layers.withLock({ $0[layer] }) as Realm? else { return }
            world.drop(realm)
        case .nap(let time): usleep(UInt32(time))
        }
    }

    func parent(of layer: Program.Layer) -> Realm {
        layer.parent.map { number in world.layers.withLock { $0[number] } } ?? world.base
    }

    private func resolve(_ request: Program.Request, in realm: Realm) {
        guard let container = realm.container else { return }
        received(request, in: realm, wasCancelled: false) {
            try resolve(Graph.type(of: request.node), request, in: container)
        }
    }

    @MainActor private func resolveOnMain(_ request: Program.Request, in realm: Realm) {
        guard let container = realm.container else { return }
        received(request, in: realm, wasCancelled: false) {
            try resolveOnMain(Graph.type(of: request.node), request, in: container)
        }
    }

    private func resolve<N: Colored>(
        _ type: N.Type,
        _ request: Program.Request,
        in container: Container
    ) throws -> Node? {
        if request.entrance == .borrowing {
            try world.borrow(type, request.node, from: container)
            return nil
        }
        return world.graph.definitions[request.node].takesArgument
            ? try ArgumentCalls.resolve(request.node, request.argument, from: container)
            : try container.resolve(type, tag: request.node)
    }

    @MainActor private func resolveOnMain<N: Colored>(
        _ type: N.Type,
        _ request: Program.Request,
        in container: Container
    ) throws -> Node? {
        world.graph.definitions[request.node].takesArgument
            ? try ArgumentCalls.resolve(request.node, request.argument, from: container.main)
            : try container.main.resolve(type, tag: request.node)
    }

    /// Checks the result of a resolve.
    private func received(
        _ request: Program.Request,
        in realm: Realm,
        wasCancelled: Bool,
        _ body: () throws -> Node?
    ) {
        let number = Self.lastResolve.add(1, ordering: .relaxed).newValue
        let result = Result { try World.$resolve.withValue(number) { try body() } }
        // Asynchronous instances may be made where another number is bound.
        let isBound = !world.graph.definitions.contains { $0.lane != .sync }
        take(
            result,
            of: request,
            in: realm,
            wasCancelled: wasCancelled,
            resolve: isBound ? number : nil
        )
    }

    func take(
        _ result: Result<Node?, any Error>,
        of request: Program.Request,
        in realm: Realm,
        wasCancelled: Bool,
        resolve: Int? = nil
    ) {
        world.tally.resolves.add(1, ordering: .relaxed)
        switch result {
        case .success(let node?):
            world.hold(node, from: realm) { world.check(node, from: realm, resolve: resolve) }
        case .success(nil): break
        case .failure(let error):
            world.check(error, of: request, in: realm, wasCancelled: wasCancelled)
        }
    }

    func bootstrapped(_ entrance: Program.Entrance, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            let nodes = world.graph.definitions.indices.filter {
                world.graph.definitions[$0].lifetime == .eager
            }
            world.check(error, of: nodes, entrance, in: world.base, wasCancelled: false)
        }
    }
}
