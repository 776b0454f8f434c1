// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// M-3: no half-built instance outlives a failure; an independently complete one stays.
@Suite struct `Committing` {
    private struct Jammed: Error {}

    private final class Pool: Sendable {}
    private final class Server: Sendable {
        let client = Pocket<Client>()
    }
    private final class Client: Sendable {
        let server = WeakPocket<Server>()
    }
    private final class Holder: Sendable {
        let server: Server
        init(server: Server) { self.server = server }
    }
    private final class Through: Sendable {
        let holder: Holder
        init(holder: Holder) { self.holder = holder }
    }

    @Test func `does not happen for an instance whose step fails`() throws {
        let made = Tally()
        let steps = Tally()
        let container = Container {
            $0.register(.singleton) {
                made.next()
                return Server()
            }.injecting { _, _ in if steps.next() == 1 { throw Jammed() } }
        }
        let error = #expect(throws: ResolutionError.self) { try container.resolve(Server.self) }
        #expect(error?.code == .injectionFailed)
        #expect(error?.underlying is Jammed)

        let server = try container.resolve(Server.self)

        #expect(made.count == 2)
        #expect(server === (try container.resolve(Server.self)))
    }

    @Test func `releases the instances of a failing resolve`() throws {
        let made = WeakPocket<Server>()
        let container = Container {
            $0.register(.singleton) {
                let server = Server()
                made.value = server
                return server
            }.injecting { _, _ in throw Jammed() }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(Server.self) }

        #expect(made.value == nil)
    }

    @Test func `keeps an unrelated singleton that was finished before the failure`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.singleton) {
                made.next()
                return Pool()
            }
            $0.register { resolver -> Server in
                _ = try resolver.resolve(Pool.self)
                throw Jammed()
            }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(Server.self) }
        _ = try container.resolve(Pool.self)

        #expect(made.count == 1)
    }

    @Test func `keeps a finished singleton that a failing singleton needed`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.singleton) {
                made.next()
                return Pool()
            }
            $0.register(.singleton) { Server() }
                .injecting { resolver, _ in
                    _ = try resolver.resolve(Pool.self)
                    throw Jammed()
                }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(Server.self) }
        _ = try container.resolve(Pool.self)

        #expect(made.count == 1)
    }

    @Test func `drops a whole cycle when the last of its steps fails`() throws {
        let servers = Tally()
        let clients = Tally()
        let failures = Tally()
        let container = Container {
            $0.register(.singleton, as: Server.self) {
                servers.next()
                return Server()
            }.injecting { resolver, server in
                server.client.value = try resolver.resolve(Client.self)
                if failures.next() == 1 { throw Jammed() }
            }
            $0.register(.singleton, as: Client.self) {
                clients.next()
                return Client()
            }.injecting { $1.server.value = try $0.resolve(Server.self) }
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Server.self) }

        let client = try container.resolve(Client.self)
        let server = try container.resolve(Server.self)

        #expect(client.server.value === server)
        #expect(server.client.value === client)
        #expect(servers.count == 2)
        #expect(clients.count == 2)
    }

    @Test func `drops a singleton that got a half-built one`() throws {
        let holders = Tally()
        let failures = Tally()
        let container = Container {
            $0.register(.singleton) { Server() }
                .injecting { resolver, _ in
                    _ = try resolver.resolve(Holder.self)
                    if failures.next() == 1 { throw Jammed() }
                }
            $0.register(.singleton) {
                holders.next()
                return Holder(server: try $0.resolve())
            }
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Server.self) }

        let holder = try container.resolve(Holder.self)

        #expect(holder.server === (try container.resolve(Server.self)))
        #expect(holders.count == 2)
    }

    @Test(arguments: [Lifetime.unique, .shared])
    func `drops a singleton that got a half-built one through another instance`(
        scope: Lifetime
    ) throws {
        let outer = Tally()
        let failures = Tally()
        let container = Container {
            $0.register(.singleton) { Server() }
                .injecting { resolver, _ in
                    _ = try resolver.resolve(Through.self)
                    if failures.next() == 1 { throw Jammed() }
                }
            $0.register(scope) { Holder(server: try $0.resolve()) }
            $0.register(.singleton) {
                outer.next()
                return Through(holder: try $0.resolve())
            }
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Server.self) }

        let through = try container.resolve(Through.self)

        #expect(through.holder.server === (try container.resolve(Server.self)))
        #expect(outer.count == 2)
    }

    @Test func `drops a singleton that met the shared holder of a half-built one`() throws {
        let outer = Tally()
        let failures = Tally()
        let container = Container {
            $0.register(.singleton) { Server() }
                .injecting { resolver, _ in
                    // The shared holder exists before the singleton requests it.
                    _ = try resolver.resolve(Holder.self)
                    _ = try resolver.resolve(Through.self)
                    if failures.next() == 1 { throw Jammed() }
                }
            $0.register(.shared) { Holder(server: try $0.resolve()) }
            $0.register(.singleton) {
                outer.next()
                return Through(holder: try $0.resolve())
            }
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Server.self) }

        let through = try container.resolve(Through.self)

        #expect(through.holder.server === (try container.resolve(Server.self)))
        #expect(outer.count == 2)
    }

    @Test func `does not let a handled failure spoil the rest`() throws {
        let container = Container {
            $0.register(.singleton) { Server() }
                .injecting { _, _ in throw Jammed() }
            $0.register(.singleton) { resolver in
                _ = try? resolver.resolve(Server.self)
                return Pool()
            }
        }

        let pool = try container.resolve(Pool.self)

        #expect(pool === (try container.resolve(Pool.self)))
    }

    @Test func `never returns a failed shared instance in the same resolve`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.shared) {
                made.next()
                return Client()
            }.injecting { _, _ in if made.count == 1 { throw Jammed() } }
            $0.register { resolver in
                let first = try? resolver.resolve(Client.self)
                let second = try resolver.resolve(Client.self)
                return [first == nil, second === (try resolver.resolve(Client.self))]
            }
        }

        #expect(try container.resolve([Bool].self) == [true, true])
        #expect(made.count == 2)
    }
}
