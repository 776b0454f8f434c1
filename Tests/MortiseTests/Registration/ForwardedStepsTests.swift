// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Serving: AnyObject, Sendable {
    var log: Log { get }
}
private protocol Answering: AnyObject, Sendable {}

// @unchecked: used by one thread.
private final class Server: Serving, Answering, @unchecked Sendable {
    let port: Int
    let log = Log()
    var client: Client?
    init(port: Int = 0) { self.port = port }
}

private final class Client {
    // The reference back is weak: no retain cycle.
    weak var server: (any Serving)?
    init(_ server: any Serving) { self.server = server }
}

private final class Adapter: Sendable {
    let server: Server
    init(_ server: Server) { self.server = server }
}

private struct Broken: Error {}

@Suite struct `Steps of a forwarded type` {
    @Test func `run after those of the definition, and its callbacks are called`() throws {
        let container = Container()
        container.register { Server() }
            .injecting { $1.log.append("own") }
            .didResolve { $0.log.append("own callback") }
            .forwarding(to: (any Serving).self) { $0 }
            .injecting { $1.log.append("forwarded") }
            .didResolve { $0.log.append("forwarded callback") }

        let server = try container.resolve((any Serving).self)

        #expect(server.log.all == ["own", "forwarded", "own callback", "forwarded callback"])
        #expect(
            try container.resolve(Server.self).log.all == ["own", "own callback"]
        )
    }

    @Test func `run for auto-wired definitions and with arguments`() throws {
        let container = Container { $0.register { 5 } }
        container.register { Server(port: $0) }
            .forwarding(to: (any Serving).self) { $0 }
            .injecting { $1.log.append("forwarded") }
            .didResolve { $0.log.append("resolved") }

        let wired = try container.resolve((any Serving).self)
        let given = try container.resolve((any Serving).self, arguments: 6)

        #expect((wired as? Server)?.port == 5)
        #expect((given as? Server)?.port == 6)
        #expect(wired.log.all == ["forwarded", "resolved"])
        #expect(given.log.all == ["forwarded", "resolved"])
    }

    @Test func `of a wired definition are sealed by either kind of request`() async {
        await #expect(processExitsWith: .failure) {
            let container = Container { $0.register { 5 } }
            let forwarded = container.register { Server(port: $0) }
                .forwarding(to: (any Serving).self) { $0 }
            _ = try container.resolve((any Serving).self)
            forwarded.injecting { _, _ in }
        }
    }

    @Test func `of a wired definition are removed with either key`() throws {
        let container = Container { $0.register { 5 } }
        let forwarded = container.register { Server(port: $0) }
            .forwarding(to: (any Serving).self) { $0 }

        container.remove(forwarded)

        expectRefusal(.missingBinding) { try container.resolve((any Serving).self) }
        expectRefusal(.missingBinding) { try container.resolve((any Serving).self, arguments: 1) }
        #expect(try container.resolve(Server.self).port == 5)
    }

    @Test func `of a wired definition may be replaced without a duplicate`() {
        let container = Container { $0.register { 5 } }
        container.register { Server(port: $0) }.implements((any Serving).self) { $0 }
        container.register { Server(port: $0 + 1) }.replacing()
            .implements((any Serving).self) { $0 }

        #expect(container.validate().isValid)
    }

    @Test func `of a wired definition replace others by either key`() throws {
        let container = Container { $0.register { 5 } }
        container.register { Server(port: $0) }.contributing()
            .implements((any Serving).self) { $0 }
        container.register { Server(port: $0 + 1) }.contributing()
            .forwarding(to: (any Serving).self) { $0 }.replacing()

        #expect(try container.resolveAll((any Serving).self).count == 1)
        #expect((try container.resolve((any Serving).self) as? Server)?.port == 6)
    }

    @Test func `do not run for a kept instance`() throws {
        let container = Container()
        container.register(.singleton) { Server() }
            .forwarding(to: (any Serving).self) { $0 }
            .injecting { $1.log.append("forwarded") }
            .forwarding(to: (any Answering).self) { $0 as? Server ?? Server() }
            .injecting { ($1 as? Server)?.log.append("again") }
        let server = try container.resolve(Server.self)

        _ = try container.resolve((any Serving).self)
        _ = try container.resolve((any Answering).self)

        #expect(server.log.all == [])
    }

    @Test func `run once if a forwarded type is forwarded again`() throws {
        let (steps, calls) = (Counter(), Counter())
        let container = Container()
        container.register { Server() }
            .injecting { $1.log.append("own") }
            .forwarding(to: (any Serving).self) { $0 }
            .injecting { $1.log.append("first") }
            .forwarding(to: (any Answering).self) { $0 as? Server ?? Server() }
            .injecting { _, _ in steps.add() }
            .injecting { ($1 as? Server)?.log.append("second") }
            .didResolve { _ in calls.add() }

        let server = try container.resolve((any Answering).self) as? Server

        #expect(steps.value == 1)
        #expect(calls.value == 1)
        #expect(server?.log.all == ["own", "first", "second"])
    }

    @Test func `are postponed one by one`() throws {
        let (first, second) = (Counter(), Counter())
        let container = Container()
        container.register(.shared) { Server() }
            .forwarding(to: (any Serving).self) { $0 }
            .injecting { _, _ in first.add() }
            .injecting { resolver, server in
                second.add()
                (server as? Server)?.client = try resolver.resolve(Client.self)
            }
        container.register(.shared) { Client(try $0.resolve((any Serving).self)) }

        let client = try container.resolve(Client.self)

        #expect(first.value == 1)
        #expect(second.value == 2)
        withExtendedLifetime(client) {}
    }

    @Test func `get the requester's instance, even if it is made for the request`() throws {
        let seen = Journal<ObjectIdentifier>()
        let container = Container()
        container.register { Server() }
            .forwarding(to: Adapter.self) { Adapter($0) }
            .injecting { seen.note(ObjectIdentifier($1)) }
            .injecting { seen.note(ObjectIdentifier($1)) }
            .didResolve { seen.note(ObjectIdentifier($0)) }

        let adapter = try container.resolve(Adapter.self)

        #expect(seen.entries == [adapter, adapter, adapter].map(ObjectIdentifier.init))
    }

    @Test(arguments: [false, true])
    func `and a conversion that throws fail the resolve`(hasSteps: Bool) throws {
        let container = Container()
        let forwarded = container.register { Server() }
            .forwarding(to: Adapter.self) { _ in throw Broken() }
        if hasSteps { forwarded.injecting { _, _ in } }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Adapter.self) }

        #expect(error?.code == .factoryThrew)
        #expect(error?.underlying is Broken)
    }

    @Test(arguments: [Lifetime.Caching.singleton, .weakSingleton])
    func `run for asynchronous instances`(scope: Lifetime.Caching) async throws {
        let container = Container()
        container.register(scope) { () async -> Server in Server() }
            .forwarding(to: (any Serving).self) { $0 }
            .injecting { $1.log.append("step") }
            .didResolve { $0.log.append("callback") }

        let server = try await container.async.resolve((any Serving).self)

        #expect(server.log.all == ["step", "callback"])
        _ = try await container.async.resolve((any Serving).self)
        #expect(server.log.all == ["step", "callback"])
    }

    @Test func `run for new asynchronous instances`() async throws {
        let container = Container()
        container.register { () async -> Server in Server() }
            .forwarding(to: (any Serving).self) { $0 }
            .injecting { $1.log.append("step") }
            .didResolve { $0.log.append("callback") }

        let servers = [
            try await container.async.resolve((any Serving).self),
            try await container.async.resolve((any Serving).self),
        ]

        #expect(servers.map(\.log.all) == [["step", "callback"], ["step", "callback"]])
    }

    @Test func `run for instances of the main actor`() async throws {
        let container = Container()
        await MainActor.run {
            _ = container.main.register(.singleton) { Server() }.definition
                .forwarding(to: (any Serving).self) { $0 }
                .injecting { $1.log.append("step") }
                .didResolve { $0.log.append("callback") }
        }

        let server = try await container.async.resolve((any Serving).self)

        #expect(server.log.all == ["step", "callback"])
    }
}

@Suite struct `A forwarded type that is requested with a tag` {
    private final class Owner: Answering, @unchecked Sendable {
        @Injected(tag: .inherited) var name: String
        let wired: String
        init(_ wired: String = "") { self.wired = wired }
    }

    private func container() -> Container {
        Container {
            $0.register { "plain" }
            $0.register(tag: "local") { "local" }
        }
    }

    @Test func `passes it on to dependents that inherit it`() throws {
        let container = container()
        container.register { Owner() }
            .implements((any Answering).self) { $0 }
            .implements((any Answering).self, tag: "other") { $0 }
            .forAnyTag()
        container.register(tag: "other") { "other" }

        for _ in 0..<3 {
            for (tag, name) in [("local", "local"), ("other", "other"), ("unknown", "plain")] {
                let owner = try container.resolve((any Answering).self, tag: tag) as? Owner
                #expect(owner?.name == name)
            }
            #expect((try container.resolve((any Answering).self) as? Owner)?.name == "plain")
        }
    }

    @Test func `passes it on through another forwarded type`() throws {
        let container = container()
        container.register { Owner() }
            .forwarding(to: (any Answering).self) { $0 }
            .forwarding(to: AnyObject.self) { $0 }
            .forAnyTag()

        let owner = try container.resolve(AnyObject.self, tag: "local") as? Owner

        #expect(owner?.name == "local")
    }

    @Test func `leaves the definition's own tag`() throws {
        let container = container()
        container.register(tag: "local") { Owner() }.implements((any Answering).self) { $0 }

        let owner = try container.resolve((any Answering).self) as? Owner

        #expect(owner?.name == "local")
    }
}

@Suite struct `A forwarded type that is registered again` {
    @Test func `leads to the other container's definition`() throws {
        let other = Container { $0.register { Server(port: 2) } }
        do {
            let first = Container()
            let serving = first.register { Server(port: 1) }
                .forwarding(to: (any Serving).self) { $0 }
                .injecting { $1.log.append("again") }
            other.register(serving)
        }

        for _ in 0..<3 {
            let server = try other.resolve((any Serving).self) as? Server
            #expect(server?.port == 2)
            #expect(server?.log.all == ["again"])
        }
    }

    @Test func `leads nowhere if the definition is missing there`() throws {
        let other = Container()
        do {
            let first = Container()
            other.register(
                first.register { Server() }.forwarding(to: (any Serving).self) { $0 }
            )
        }

        expectRefusal(.missingBinding) { try other.resolve((any Serving).self) }
    }

    @Test func `leads to the last of several there`() throws {
        let other = Container { $0.register { Server(port: 2) } }
        do {
            let first = Container()
            let definition = first.register { Server(port: 1) }.contributing()
            other.register(definition.forwarding(to: (any Serving).self) { $0 })
        }

        #expect((try other.resolve((any Serving).self) as? Server)?.port == 2)
    }

    @Test func `passes on arguments, and is wired`() throws {
        let other = Container {
            $0.register { 7 }
            $0.register { Server(port: $0) }
        }
        do {
            let first = Container()
            let serving = first.register { Server(port: $0) }
                .forwarding(to: (any Serving).self) { $0 }
            other.register(serving)
        }

        #expect((try other.resolve((any Serving).self) as? Server)?.port == 7)
        #expect((try other.resolve((any Serving).self, arguments: 8) as? Server)?.port == 8)
    }

    @Test func `under another tag of its container leads to the same definition`() throws {
        let container = Container()
        let serving = container.register(.singleton) { Server() }
            .forwarding(to: (any Serving).self) { $0 }
        container.register(serving, tag: "again")

        let server = try container.resolve((any Serving).self, tag: "again")

        #expect(server === (try container.resolve(Server.self)))
    }
}
