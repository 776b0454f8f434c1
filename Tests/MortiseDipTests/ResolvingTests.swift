// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import MortiseGraph
import Testing

// Section 1.2.
@Suite struct `Dip, resolving` {
    private let container = DependencyContainer()

    @Test func `D-20: types are static or known at run time only`() throws {
        container.register { "plain" }
        container.register(tag: "tag") { "tagged" }
        container.register { (number: Int) in "\(number)" }
        #expect(try container.resolve() == "plain")
        #expect(try container.resolve(tag: "tag") == "tagged")
        #expect(try container.resolve(arguments: 1) == "1")
        #expect(try container.resolve(String.self) as? String == "plain")
        #expect(try container.resolve(String.self as Any.Type, tag: "tag") as? String == "tagged")
        #expect(try container.resolve(String.self, arguments: 2) as? String == "2")
    }

    @Test func `D-21: the exact key, then the untagged one, then what is wired`() throws {
        container.register { (number: Int) in "wired \(number)" }
        container.register { 1 }
        #expect(try container.resolve(tag: "tag") == "wired 1")
        container.register { "plain" }
        #expect(try container.resolve(tag: "tag") == "plain")
        container.register(tag: "tag") { "tagged" }
        #expect(try container.resolve(tag: "tag") == "tagged")
    }

    @Test func `D-21: the tag that is asked for counts, also where it leads to what is wired`()
        throws
    {
        container.register { "plain" }
        container.register(tag: "tag") { (number: Int) in "wired \(number)" }
        let error = wiring(thrown { _ = try container.resolve(tag: "tag") as String })
        #expect(missingKey(error?.underlying) == DefinitionKey(type: Int.self, tag: "tag"))
        container.register { 1 }
        #expect(try container.resolve(tag: "tag") == "wired 1")
        #expect(try container.resolve(tag: "other") == "plain")
    }

    @Test func `D-22: a definition without arguments beats wiring`() throws {
        container.register { 1 }
        container.register { (number: Int) in "wired" }
        container.register { "plain" }
        #expect(try container.resolve() == "plain")
    }

    @Test func `D-23: an unknown tag falls back, and none never finds a tagged one`() throws {
        container.register(tag: "tag") { "tagged" }
        let error = thrown { _ = try container.resolve() as String }
        #expect(missingKey(error) == DefinitionKey(type: String.self))
        container.register { "plain" }
        #expect(try container.resolve(tag: "unknown") == "plain")
    }

    @Test func `D-24: one instance, with whichever tag it is asked for`() throws {
        container.register(.singleton) { ServiceImp() }
        let plain: ServiceImp = try container.resolve()
        #expect(try container.resolve(tag: "a") as ServiceImp === plain)
        #expect(try container.resolve(tag: "b") as ServiceImp === plain)
    }

    @Test func `D-25: one instance for each value of the arguments`() throws {
        container.register(.singleton) { (number: Int) in ServiceImp(name: "\(number)") }
        let one: ServiceImp = try container.resolve(arguments: 1)
        let two: ServiceImp = try container.resolve(arguments: 2)
        #expect(one.name == "1" && two.name == "2")
        #expect(try container.resolve(arguments: 1) as ServiceImp === one)
    }

    @Test func `D-25: arguments that are objects are told apart by their identity`() throws {
        struct Unhashable {}
        container.register(.singleton) { (service: ServiceImp) in Client(service: service) }
        container.register { (_: Unhashable) in ServiceImp() }
        container.register(.singleton, tag: "kept") { (_: Unhashable) in ServiceImp() }
        let (first, second) = (ServiceImp(), ServiceImp())
        let client: Client = try container.resolve(arguments: first)
        #expect(try container.resolve(arguments: first) as Client === client)
        #expect(try container.resolve(arguments: second) as Client !== client)
        _ = try container.resolve(arguments: Unhashable()) as ServiceImp
        let error = thrown {
            _ = try container.resolve(tag: "kept", arguments: Unhashable()) as ServiceImp
        }
        #expect((error as? ResolutionError)?.code == .argumentNotHashable)
    }

    @Test func `D-26: arguments match by their static types`() throws {
        container.register { (service: any Service) in Client(service: service) }
        let error = thrown { _ = try container.resolve(arguments: ServiceImp()) as Client }
        #expect(
            missingKey(error)
                == DefinitionKey(type: Client.self, typeOfArguments: ServiceImp.self)
        )
        _ = try container.resolve(arguments: ServiceImp() as any Service) as Client
    }

    @Test func `D-27: an optional is what it wraps, and throws like it`() throws {
        container.register(.singleton) { ServiceImp() as any Service }
        let service = try container.resolve() as any Service
        #expect(try container.resolve() as (any Service)? === service)
        #expect(try container.resolve((any Service)?.self) as? any Service === service)
        container.register { (service: (any Service)?) in Client(service: service ?? ServiceImp()) }
        #expect(try (container.resolve() as Client).service === service)
        // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
        let implicit: (any Service)! = try container.resolve()
        #expect(implicit === service)
        let error = thrown { _ = try container.resolve() as Int? }
        #expect(missingKey(error)?.type == Int.self)
        container.register { nil as String? }
        #expect(try container.resolve() as String? == nil)
    }

    @Test func `D-28: nothing is made twice, also where a constructor meets a property`() throws {
        final class Server {
            var client: Holder?
        }
        final class Holder {
            let server: Server
            init(server: Server) { self.server = server }
        }
        let made = Counter()
        container.register { [unowned container] in
            _ = made.next()
            return Holder(server: try container.resolve())
        }
        container.register { Server() }.resolvingProperties { $1.client = try $0.resolve() }
        let holder: Holder = try container.resolve()
        #expect(holder.server.client === holder && made.count == 1)
        let server: Server = try container.resolve()
        #expect(server.client?.server === server && made.count == 2)
        holder.server.client = nil
        server.client = nil
    }

    @Test func `D-29: a cycle of constructors is an error`() {
        container.register { [unowned container] in Client(service: try container.resolve()) }
        container.register { [unowned container] in try container.resolve() as Client as any Service
        }
        let error = thrown { _ = try container.resolve() as Client }
        #expect((error as? ResolutionError)?.code == .cycle)
        let wired = DependencyContainer()
        wired.register { (service: any Service) in Client(service: service) }
        wired.register { (client: Client) in client as any Service }
        let other = thrown { _ = try wired.resolve() as Client }
        #expect((other as? ResolutionError)?.code == .cycle)
    }

    @Test func `D-30: blocks run once for each instance, after the factory`() throws {
        container.register(.singleton) { ServiceImp() }.resolvingProperties { $1.name += "x" }
        _ = try container.resolve() as ServiceImp
        #expect(try (container.resolve() as ServiceImp).name == "x")
    }

    @Test func `D-31: an instance whose block throws is not kept`() throws {
        let (made, blocks) = (Counter(), Counter())
        container.register(.singleton) { ServiceImp(name: "\(made.next())") }
            .resolvingProperties { _, _ in if blocks.next() == 1 { throw Refusal() } }
        #expect(throws: Refusal()) { try container.resolve() as ServiceImp }
        #expect(try (container.resolve() as ServiceImp).name == "2")
        #expect(try (container.resolve() as ServiceImp).name == "2")
    }

    @Test func `D-32: an error of a factory passes as it is, and is not retried`() {
        let calls = Counter()
        container.register { () -> ServiceImp in
            _ = calls.next()
            throw Refusal()
        }
        container.register { [unowned container] in
            Client(service: try container.resolve() as ServiceImp)
        }
        container.register { (_: Int) in Client(service: ServiceImp()) }
        container.register { 1 }
        #expect(throws: Refusal()) { try container.resolve() as Client }
        #expect(calls.count == 1)
    }
}
