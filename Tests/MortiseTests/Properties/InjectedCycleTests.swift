// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class Server: Sendable {
    let client = InjectedWeak<Client>()
}

private final class Client: Sendable {
    let server = Injected<Server>()
}

@Suite struct `Cycles of injected properties` {
    @Test(arguments: [EngineLifetime.shared, .singleton, .weakSingleton])
    func `are closed from either end`(scope: EngineLifetime) throws {
        let container = Container()
        container.registerUnchecked(in: scope, as: Server.self, tag: nil) { _ in Server() }
        container.registerUnchecked(in: scope, as: Client.self, tag: nil) { _ in Client() }

        for _ in 0..<3 {
            let client = try container.resolve(Client.self)
            #expect(client.server.value.client.value === client)
        }
        let server = try container.resolve(Server.self)
        if scope == .singleton { #expect(server.client.value?.server.value === server) }
    }

    @Test func `may go through a constructor`() throws {
        final class Owner {
            @Injected var part: Part
        }
        final class Part {
            unowned let owner: Owner
            init(_ owner: Owner) { self.owner = owner }
        }
        let container = Container {
            $0.register(.shared) { Owner() }
            $0.register(.shared) { Part(try $0.resolve()) }
        }

        for _ in 0..<3 {
            let owner = try container.resolve(Owner.self)
            #expect(owner.part.owner === owner)
            // From the other end the property has to wait for the constructor.
            let pair = try container.resolve(Part.self)
            withExtendedLifetime(pair) {}
        }
    }

    @Test func `are entered by two threads from both ends`() async throws {
        try await race(rounds: Rounds.some, threads: 2) { _ in
            Container {
                $0.register(.singleton) { Server() }
                $0.register(.singleton) { Client() }
            }
        } run: { container, thread, _ -> Client in
            if thread == 0 { return try container.resolve(Client.self) }
            let server = try container.resolve(Server.self)
            guard let client = server.client.value else { throw Lost() }
            return client
        } check: { _, outcomes in
            let clients = try outcomes.map { try $0.get() }
            #expect(clients[0] === clients[1])
            #expect(clients[0].server.value.client.value === clients[0])
        }
    }

    @Test func `hold weakly instances that nothing else keeps`() throws {
        final class Owner {
            @InjectedWeak var client: Client?
        }
        let container = Container {
            $0.register(.shared) { Server() }
            $0.register(.shared) { Client() }
            $0.register { Owner() }
        }

        #expect(try container.resolve(Owner.self).client == nil)
    }

    @Test func `refuse weak values`() {
        final class Owner {
            @InjectedWeak var number: Int?
        }
        let container = Container {
            $0.register { 1 }
            $0.register { Owner() }
        }

        expectRefusal(.typeMismatch) { try container.resolve(Owner.self) }
    }
}

private struct Lost: Error {}

@Suite struct `Injected properties of asynchronous instances` {
    private final class Owner: Sendable {
        let number = Injected<Int>()
        let helper: Helper
        init(_ helper: Helper) { self.helper = helper }
    }

    private final class Helper: Sendable {
        let number = Injected<Int?>()
    }

    @Test func `are filled, and may have to be awaited`() async throws {
        let container = Container {
            $0.register(.singleton) { () async -> Int in
                await Task.yield()
                return 3
            }
            $0.register(.singleton) { () async -> Owner in
                await Task.yield()
                return Owner(Helper())
            }
        }

        let owner = try await container.async.resolve(Owner.self)

        #expect(owner.number.value == 3)
        #expect(!owner.helper.number.isInjected)
    }
}
