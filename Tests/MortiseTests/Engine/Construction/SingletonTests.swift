// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A singleton` {
    private protocol Serving: AnyObject, Sendable {}
    private final class Server: Serving {}

    @Test(arguments: [Lifetime.Caching.singleton, .eagerSingleton])
    func `is made once, on first use`(scope: Lifetime.Caching) throws {
        let made = Tally()
        let container = Container {
            $0.register(scope) {
                made.next()
                return Server()
            }
        }
        #expect(made.count == 0)

        let first = try container.resolve(Server.self)

        for _ in 1...3 { #expect(try container.resolve(Server.self) === first) }
        #expect(made.count == 1)
    }

    @Test func `is the same inside factories`() throws {
        let container = Container {
            $0.register(.singleton) { Server() }
            $0.register { try [$0.resolve(Server.self), $0.resolve(Server.self)] }
        }

        let first = try container.resolve([Server].self)
        let second = try container.resolve([Server].self)

        #expect(first[0] === first[1])
        #expect(first[0] === second[0])
        #expect(first[0] === (try container.resolve(Server.self)))
    }

    @Test func `is the same by every path`() throws {
        let container = Container {
            $0.register(.singleton) { Server() }.forAnyTag().implements((any Serving).self) { $0 }
            $0.register { (server: Server?) in server.map { [$0] } ?? [] }
        }
        let child = Container(parent: container)
        let server = try container.resolve(Server.self)

        #expect(try container.resolve((any Serving).self) === server)
        #expect(try container.resolve(Server.self, tag: "unknown") === server)
        #expect(try container.resolve((any Serving).self, tag: "unknown") === server)
        #expect(try container.resolve(Server?.self) === server)
        #expect(try container.resolve([Server].self)[0] === server)
        #expect(try container.resolve(dynamically: Server.self) as AnyObject === server)
        #expect(try container.provider(of: Server.self)() === server)
        #expect(try container.resolveAll(Server.self).first === server)
        #expect(try child.resolve(Server.self) === server)
        #expect(try child.resolve((any Serving).self) === server)
        #expect(
            try container.with(Server.self) { ObjectIdentifier(copy $0) }
                == ObjectIdentifier(server)
        )
    }

    @Test func `belongs to its definition: another tag is another one`() throws {
        let container = Container {
            $0.register(.singleton) { Server() }
            $0.register(.singleton, tag: "b") { Server() }
        }

        let plain = try container.resolve(Server.self)

        #expect(plain !== (try container.resolve(Server.self, tag: "b")))
    }

    @Test func `belongs to its container: another container has another one`() throws {
        let registration: @Sendable (Container) -> Void = { $0.register(.singleton) { Server() } }
        let first = Container(registration)
        let second = Container(registration)

        let server = try first.resolve(Server.self)

        #expect(server !== (try second.resolve(Server.self)))
    }

    @Test func `may be a value, an optional or an existential`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.singleton) { made.next() }
            $0.register(.singleton) { Double?.none }
            $0.register(.singleton) { "text" as any Sendable }
        }

        #expect(try container.resolve(Int.self) == 1)
        #expect(try container.resolve(Int.self) == 1)
        #expect(try container.resolve(Double?.self) == nil)
        #expect(try container.resolve(Double?.self) == nil)
        #expect(try container.resolve((any Sendable).self) as? String == "text")
    }

    @Test func `whose factory throws is tried again by the next request`() throws {
        struct Jammed: Error {}
        let attempts = Tally()
        let container = Container {
            $0.register(.singleton) { () throws -> Server in
                if attempts.next() < 3 { throw Jammed() }
                return Server()
            }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(Server.self) }
        #expect(throws: ResolutionError.self) { try container.resolve(Server.self) }
        let server = try container.resolve(Server.self)

        #expect(server === (try container.resolve(Server.self)))
        #expect(attempts.count == 3)
    }

    @Test func `is released with its container`() throws {
        var container: Container? = Container { $0.register(.singleton) { Server() } }
        weak let server = try container?.resolve(Server.self)
        #expect(server != nil)

        container = nil

        #expect(server == nil)
        #expect(container == nil)
    }

    @Test func `that captured its container weakly releases it`() throws {
        var container: Container? = Container()
        container?.register(.singleton) { [weak container] in container?.name ?? "gone" }
        weak let gone = container
        #expect(try container?.resolve(String.self) == "container")

        container = nil

        #expect(gone == nil)
    }
}
