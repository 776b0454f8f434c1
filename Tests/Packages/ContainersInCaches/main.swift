// SPDX-License-Identifier: MIT

import Mortise

// Containers that are made once for each key, in a class and in an actor.

final class A: Sendable {}
struct Visit: Sendable { let id: String }

let app = Container { $0.register(.singleton) { A() } }

final class Tenants {
    private var known: [String: Container] = [:]

    func container(_ id: String) -> Container {
        if let container = known[id] { return container }
        let container = Container(parent: app) { $0.register { Visit(id: id) } }
        known[id] = container
        return container
    }

    func forget(_ id: String) { known[id] = nil }
}

let tenants = Tenants()
_ = try tenants.container("a").resolve(Visit.self)
while let line = readLine() {
    _ = try tenants.container(line).resolve(Visit.self)
    _ = try? tenants.container(line).resolve(Int.self)
    tenants.forget(line)
}

actor Sessions {
    private var open: [Int: Container] = [:]

    func begin(_ id: Int) -> Container {
        if let container = open[id] { return container }
        let container = Container(parent: app) { $0.register { Visit(id: "\(id)") } }
        open[id] = container
        return container
    }

    func visit(_ id: Int) throws -> Visit? { try open[id]?.resolve() }
}

let sessions = Sessions()
for id in 0..<3 { _ = try await sessions.begin(id).resolve(Visit.self) }
_ = try await sessions.visit(1)

/// What calls an actor may come from elsewhere, if it meets a requirement.
actor Executing {
    private var container = Container { $0.register { A() } }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        MainActor.sharedUnownedExecutor
    }

    func replace() { container = Container() }

    func a() throws -> A { try container.resolve() }
}
let executing = Executing()
_ = try await executing.a()
await executing.replace()
_ = try? await executing.a()
