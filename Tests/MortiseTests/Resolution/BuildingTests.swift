// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Serving: AnyObject {}

private final class Server: Serving {
    let port: Int
    var log: [String] = []
    init(port: Int = 0) { self.port = port }
}

private struct Broken: Error {}

@Suite struct `The engine's interface for vocabularies` {
    @Test func `an instance of a metatype with a tag and arguments`() throws {
        let container = Container {
            $0.register(tag: "a") { (port: Int, _: String) in Server(port: port) as any Serving }
        }

        let server = try container.resolveUnchecked(
            dynamically: (any Serving).self as Any.Type,
            tag: "a",
            arguments: 80,
            "x"
        )

        #expect((server as? Server)?.port == 80)
    }

    @Test func `a builder gets the stored factory`() throws {
        let container = Container { $0.register { (port: Int) in Server(port: port) } }

        let server = try container.resolve(Server.self, tag: nil, arguments: Int.self) { factory in
            try factory(81)
        }

        #expect(server.port == 81)
    }

    @Test func `a builder may bring an instance of its own, which is completed (D-33, U-5)`() throws
    {
        let container = Container()
        container.register { Server() }.injecting { $1.log.append("step") }
        let mine = Server(port: 7)

        let server = try container.resolve(Server.self, tag: nil, arguments: Void.self) { _ in mine
        }

        #expect(server === mine)
        #expect(mine.log == ["step"])
    }

    @Test func `a builder's instance stays in a scope that keeps it`() throws {
        let container = Container()
        container.registerUnchecked(in: .singleton, as: Server.self, tag: nil) { _ in Server() }
        let mine = Server()

        _ = try container.resolve(Server.self, tag: nil, arguments: Void.self) { _ in mine }
        let second = try container.resolve(Server.self, tag: nil, arguments: Void.self) { _ in
            Server()
        }

        #expect(second === mine)
        #expect(try container.resolve(Server.self) === mine)
    }

    @Test func `a builder's arguments identify kept instances`() throws {
        let container = Container()
        container.registerUnchecked(
            in: .singleton,
            as: Server.self,
            tag: nil,
            arguments: Int.self,
            parameters: { [Int.self] },
            wired: nil
        ) { _, port in Server(port: port) }
        func server(_ port: Int) throws -> Server {
            try container.resolve(Server.self, tag: nil, arguments: Int.self) { try $0(port) }
        }

        #expect(try server(1) === server(1))
        #expect(try server(1) !== server(2))
    }

    @Test func `a builder with arguments runs once, and its factory never refuses them`() throws {
        for scope in [EngineLifetime.unique, .shared, .singleton] {
            let (container, asked, made) = (Container(), Counter(), Counter())
            container.registerUnchecked(
                in: scope,
                as: Server.self,
                tag: nil,
                arguments: Int.self,
                parameters: { [Int.self] },
                wired: nil
            ) { _, port in
                made.add()
                return Server(port: port)
            }
            .injecting { $1.log.append("step") }

            let server = try container.resolve(Server.self, tag: nil, arguments: Int.self) {
                factory in
                asked.add()
                let server = try factory(5)
                #expect(server.log == (scope == .unique ? [] : ["step"]))
                return server
            }

            #expect(server.port == 5 && server.log == ["step"])
            #expect(asked.value == 1 && made.value == 1)
        }
    }

    @Test func `a builder brings an instance for a forwarded type`() throws {
        let container = Container()
        container.register { Server() }
            .injecting { $1.log.append("own") }
            .forwarding(to: (any Serving).self) { $0 }
            .injecting { ($1 as? Server)?.log.append("forwarded") }
        let mine = Server()

        let served = try container.resolve(
            dynamically: (any Serving).self as Any.Type,
            tag: nil,
            arguments: Void.self
        ) { _ in mine }

        #expect(served as AnyObject === mine)
        #expect(mine.log == ["own", "forwarded"])
    }

    @Test func `a builder of a forwarded type does not run if an instance is kept`() throws {
        let container = Container()
        container.registerUnchecked(in: .singleton, as: Server.self, tag: nil) { _ in Server() }
            .forwarding(to: (any Serving).self) { $0 }
        let asked = Counter()
        func serving() throws -> any Serving {
            try container.resolve((any Serving).self, tag: nil, arguments: Void.self) { _ in
                asked.add()
                return Server()
            }
        }

        let first = try serving()

        #expect(try serving() === first)
        #expect(try container.resolve(Server.self) === first)
        #expect(asked.value == 1)
    }

    @Test func `a builder of a forwarded type gets the factory's instance as that type`() throws {
        let container = Container()
        container.register { (port: Int) in Server(port: port) }
            .injecting { $1.log.append("own") }
            .forwarding(to: [Server].self) { [$0] }
            .injecting { $1[0].log.append("forwarded") }

        let servers = try container.resolve([Server].self, tag: nil, arguments: Int.self) {
            try $0(5)
        }

        #expect(servers.map(\.port) == [5])
        #expect(servers[0].log == ["own", "forwarded"])
    }

    @Test func `a builder with arguments brings an instance for a forwarded type`() throws {
        let container = Container()
        container.register { (_: inout Resolver, port: Int) in Server(port: port) }
            .injecting { $1.log.append("own") }
            .implements((any Serving).self) { $0 }
        let mine = Server(port: 7)

        let served = try container.resolve((any Serving).self, tag: nil, arguments: Int.self) { _ in
            mine
        }

        #expect(served === mine)
        #expect(mine.log == ["own"])
    }

    @Test func `a registered completion of an instance from elsewhere runs once`() throws {
        final class Prepared: UnstoredProperty {
            let moment = UnstoredMoment.first
            let label: String? = nil
            let log: Log
            init(_ log: Log) { self.log = log }
            func inject(from resolver: inout Resolver) throws { log.append("prepared") }
        }
        let log = Log()
        let container = Container()
        container.registerUnchecked(
            in: .singleton,
            as: Server.self,
            tag: nil,
            arguments: Int.self,
            parameters: { [Int.self] },
            wired: nil
        ) { _, port in Server(port: port) }
        .injecting { _, _ in log.append("step") }
        .forwarding(to: (any Serving).self) { $0 }
        .injecting { _, _ in log.append("forwarded") }

        for _ in 0..<2 {
            _ = try container.resolve(
                (any Serving).self,
                tag: nil,
                arguments: Int.self,
                preparing: { _ in Prepared(log).announce() }
            ) { _ in Server() }
        }

        #expect(log.all == ["prepared", "step", "forwarded"])
    }

    @Test func `a builder for an optional gets the factory of the wrapped type`() throws {
        let container = Container()
        container.register { (port: Int) in Server(port: port) }.injecting { $1.log.append("own") }
        let mine = Server(port: 1)
        func server(
            _ builder: (@escaping (Int) throws -> Server?) throws -> Server?
        ) throws -> Server? {
            try container.resolve(Server?.self, tag: nil, arguments: Int.self, builder: builder)
        }

        #expect(try server { try $0(6) }?.port == 6)
        #expect(try server { _ in mine } === mine)
        #expect(mine.log == ["own"])
        expectRefusal(.typeMismatch) { try server { _ in nil } }
    }

    @Test func `a builder of the wrong type is an error`() {
        let container = Container { $0.register { Server() } }

        expectRefusal(.factoryThrew) {
            try container.resolve(
                dynamically: Server.self as Any.Type,
                tag: nil,
                arguments: Void.self
            ) {
                (_: (()) throws -> Any) in throw Broken()
            }
        }
        expectRefusal(.typeMismatch) {
            try container.resolve(
                dynamically: Server.self as Any.Type,
                tag: nil,
                arguments: Void.self
            ) {
                (_: (()) throws -> Any) in 1
            }
        }
    }

    @Test func `an unchecked factory is wired with its own resolution of arguments`()
        throws
    {
        let container = Container { $0.register(tag: "x") { 90 } }
        container.registerUnchecked(
            in: .shared,
            as: Server.self,
            tag: nil,
            arguments: Int.self,
            parameters: { [Int.self] },
            wired: { try Server(port: $0.resolve(tag: .inherited)) },
            factory: { _, port in Server(port: port) }
        )

        // A vocabulary asks so. The engine's own notation asks for exactly this tag.
        #expect(try container.resolve(Server.self, tag: "x", by: .fallingBack).port == 90)
        expectRefusal(.missingBinding) { try container.resolve(Server.self, tag: "x") }
        #expect(try container.resolve(Server.self, arguments: 91).port == 91)
    }

    @Test func `a definition registered again makes its own instances (D-8)`() throws {
        let container = Container()
        let other = Container()
        let first = container.registerUnchecked(in: .singleton, as: Server.self, tag: nil) { _ in
            Server()
        }
        first.injecting { $1.log.append("step") }
        container.register(first, tag: "again")
        other.register(first)

        let instances = try [
            container.resolve(Server.self), container.resolve(Server.self, tag: "again"),
            other.resolve(Server.self),
        ]

        #expect(Set(instances.map(ObjectIdentifier.init)).count == 3)
        #expect(instances.allSatisfy { $0.log == ["step"] })
        container.remove(first)
        expectRefusal(.missingBinding) { try container.resolve(Server.self) }
        #expect(try container.resolve(Server.self, tag: "again") === instances[1])
    }

    @Test func `an auto-wired definition registered again is wired again`() throws {
        let container = Container {
            $0.register { 5 }
            let first = $0.register { Server(port: $0) }
            $0.register(first, tag: "again")
        }

        #expect(try container.resolve(Server.self, tag: "again").port == 5)
        #expect(try container.resolve(Server.self, tag: "again", arguments: 6).port == 6)
    }

    @Test func `a step before the properties are filled`() throws {
        final class Owner {
            @Injected var number: Int?
            var seen: [Int?] = []
        }
        let container = Container { $0.register { 1 } }
        container.register { Owner() }
            .injecting { $1.seen.append($1.number) }
            .preparing { $1.seen.append($1.number) }

        #expect(try container.resolve(Owner.self).seen == [nil, 1])
    }
}
