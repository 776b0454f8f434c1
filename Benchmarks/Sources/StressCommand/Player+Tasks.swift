// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

extension Player {
    /// Performs an asynchronous operation.
    ///
    /// - Returns: `false` if the operation is synchronous.
    func performInTask(
        _ operation: Program.Operation,
        isolation: isolated (any Actor)?
    ) async -> Bool {
        switch operation {
        case .resolve(let request) where request.entrance == .async:
            guard let realm = realm(of: request) else { return true }
            await resolveAsync(request, in: realm)
        case .bootstrap(.async):
            guard let container = world.base.container else { return true }
            let result: Result<Void, any Error>
            do {
                result = .success(try await container.async.bootstrap())
            } catch {
                result = .failure(error)
            }
            bootstrapped(.async) { try result.get() }
        case .visit(let layer, let requests, let ending): await visit(layer, requests, ending)
        case .end(let layer, .closed), .end(let layer, .structured):
            await world.close(world.layers.withLock { $0[layer] })
        default: return false
        }
        return true
    }

    private func visit(
        _ layer: Program.Layer,
        _ requests: [Program.Request],
        _ ending: Program.Ending
    ) async {
        let outer = parent(of: layer)
        if ending == .structured, layer.kind == .scope {
            guard let container = outer.container else { return }
            do {
                let input = world.input()
                try await container.withScope(
                    World.scopeName,
                    providing: { $0.provide(input) }
                ) { scope in
                    let realm = Realm(.scope, of: outer, scope, input: input)
                    for request in requests { await resolveAsync(request, in: realm) }
                    realm.willClose()
                    _ = realm.take()
                }
            } catch {
                world.report("closing a scope failed: \(error)")
            }
            return
        }
        guard let opened = world.open(layer, in: outer) else { return }
        for request in requests { await resolveAsync(request, in: opened.realm) }
        if ending == .dropped {
            world.drop(opened.realm)
        } else {
            await world.close(opened.realm)
            // Its definitions keep the realm alive.
            _ = opened.realm.take()
        }
    }

    private func resolveAsync(_ request: Program.Request, in realm: Realm) async {
        guard let container = realm.container else { return }
        var request = request
        request.entrance = .async
        let node = request.node
        let argument = world.graph.definitions[node].takesArgument ? request.argument : nil
        let work: @Sendable () async throws -> Node = {
            try await Self.resolve(Graph.type(of: node), node, argument, in: container)
        }
        guard let time = request.cancelledAfter else {
            let result = await Self.result(work)
            return take(result, of: request, in: realm, wasCancelled: false)
        }
        world.tally.cancellations.add(1, ordering: .relaxed)
        let task = Task { try await work() }
        if time > 0 { try? await Task.sleep(for: .microseconds(time)) }
        task.cancel()
        let result = await Self.result { try await task.value }
        take(result, of: request, in: realm, wasCancelled: true)
    }

    private static func result(
        _ body: () async throws -> Node
    ) async -> Result<Node?, any Error> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    private static func resolve<N: Colored>(
        _ type: N.Type,
        _ tag: Int,
        _ argument: Int?,
        in container: Container
    ) async throws -> Node {
        if let argument {
            return try await ArgumentCalls.resolve(tag, argument, from: container.async)
        }
        return try await container.async.resolve(type, tag: tag)
    }
}
