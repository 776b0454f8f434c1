// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdTesting
import Logging
import Mortise
import MortiseHummingbird
import NIOCore
import ObservedSupport
import Testing

private actor Fleet {
    private(set) var ships = ["Falcon", "Slave I"]
}

@MainActor private final class Bridge {
    private(set) var name = "bridge"
}

private struct ShipsController {
    let trail: Trail
    let fleet: Fleet
    let bridge: Bridge

    func list(_ request: Request, context: AppContext) async throws -> String {
        #expect(Container.currentIfAny === (try context.scope.container))
        let name = await bridge.name
        return await "\(trail.path) \(fleet.ships.joined(separator: ",")) \(name)"
    }

    func export(_ request: Request, context: AppContext) async throws -> Response {
        Response(
            status: .ok,
            body: ResponseBody { writer in
                for ship in await fleet.ships { try await writer.write(ByteBuffer(string: ship)) }
                try await writer.finish(nil)
            }
        )
    }

    func ship(_ request: Request, context: AppContext) throws -> String {
        try context.parameters.require("id")
    }
}

/// A controller that is no value.
private final class CountingController {
    private let number: Int
    init(_ number: Int) { self.number = number }
    func count(_ request: Request, context: AppContext) -> String { "\(number)" }
}

@MainActor private final class BridgeController {
    private let bridge: Bridge
    init(_ bridge: Bridge) { self.bridge = bridge }

    func name(_ request: Request, context: AppContext) async throws -> String {
        MainActor.preconditionIsolated()
        return bridge.name
    }
}

@Suite(.timeLimit(.minutes(1))) struct `A controller` {
    private let made = Tally()

    private func site() -> Site {
        Site { [made] app, _ in
            app.async.register(.singleton) { () async -> Fleet in
                await Task.yield()
                return Fleet()
            }
            app.main.register(.singleton) { Bridge() }
            app.register {
                _ = made.next()
                return ShipsController(trail: $0, fleet: $1, bridge: $2)
            }
            app.register { CountingController(made.next()) }
            app.main.register { BridgeController($0) }
        }
    }

    @Test(arguments: Setup.allCases)
    func `is resolved for each request, with all kinds of dependencies`(_ setup: Setup)
        async throws
    {
        let site = site()
        site.router.get("ships", to: ShipsController.list)
        site.router.get("export", to: ShipsController.export)
        site.router.get("ships/{id}", to: ShipsController.ship)

        try await site.test(setup.setup) { client in
            try await client.expect("/ships", text: "/ships Falcon,Slave I bridge")
            try await client.expect("/export", text: "FalconSlave I")
            try await client.expect("/ships/7", text: "7")
            await site.journal.reached("/ships/7 closed")
        }

        #expect(site.journal.entries == ["/ships closed", "/export closed", "/ships/7 closed"])
    }

    @Test func `answers every kind of request`() async throws {
        let site = site()
        site.router.get("count", to: CountingController.count)
        site.router.put("count", to: CountingController.count)
        site.router.post("count", to: CountingController.count)
        site.router.patch("count", to: CountingController.count)
        site.router.delete("count", to: CountingController.count)
        site.router.head("count", to: CountingController.count)
        site.router.on("count", method: .options, to: CountingController.count)

        try await site.test(.router) { client in
            let methods: [HTTPRequest.Method] = [
                .get, .put, .post, .patch, .delete, .head, .options,
            ]
            for (index, method) in methods.enumerated() {
                try await client.expect("/count", method: method, text: "\(index + 1)")
            }
        }
    }

    @Test func `may belong to the main actor`() async throws {
        let site = site()
        site.router.get("bridge", to: BridgeController.name)

        try await site.test(.router) { client in
            try await client.expect("/bridge", text: "bridge")
        }
    }

    @Test func `that nothing provides is answered with 500, and the reason is logged`()
        async throws
    {
        let site = Site()
        site.router.get("ships", to: ShipsController.list)

        try await site.test(.router) { client in
            try await client.expect("/ships", status: .internalServerError)
        }

        #expect(site.logged(.error).first?.contains("[missing-binding]") == true)
    }
}
