// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// A synchronous factory that needs what has to be awaited runs again, in one session with others.
@Suite struct `What the graph knows of awaited dependencies` {
    /// Two that need a pool, the first of which also needs the second.
    private func app(keepsPool: Bool) -> Container {
        Container {
            $0.register(.singleton) { (resolver: inout Resolver) in
                _ = try resolver.resolve(Pool.self)
                _ = try resolver.resolve(Store.self)
                return Web()
            }
            $0.register(.singleton) { (resolver: inout Resolver) in
                _ = try resolver.resolve(Cache.self)
                _ = try resolver.resolve(Pool.self)
                return Store()
            }
            if keepsPool {
                $0.async.register(.singleton) { () async in Pool() }
            } else {
                $0.async.register { () async in Pool() }
            }
            $0.async.register(.singleton) { () async in Cache() }
        }
    }

    @Test(arguments: [true, false])
    func `each that asked for what was awaited before depends on it`(keepsPool: Bool) async throws {
        let app = app(keepsPool: keepsPool)

        _ = try await app.async.resolve(Web.self)

        let needs = Dictionary(
            uniqueKeysWithValues: app.graph.nodes.map { node in
                (node.key.description, node.dependencies.map(\.key.description).sorted())
            }
        )
        #expect(needs["Web"] == ["Pool", "Store"])
        #expect(needs["Store"] == ["Cache", "Pool"])
    }
}

private struct Pool: Sendable {}
private struct Cache: Sendable {}
private struct Store: Sendable {}
private struct Web: Sendable {}
