// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import MortiseGraph
import Testing

// Rules D-20 to D-33.
@Suite(.quiet) struct `Dip, resolving` {
    private let container = DependencyContainer()

    @Test func `D-27: Any? is the registered instance, wrapped once`() throws {
        let container = DependencyContainer()
        container.register { 7 as Any }
        let found = try container.resolve() as Any?
        let untyped = try container.resolve(Any?.self)
        let given = try container.resolve(tag: "unknown", builder: { try $0() }) as Any?
        for found in [found, given] {
            #expect(String(describing: found) == "Optional(7)")
            #expect(found.map { type(of: $0) == Int.self } == true)
        }
        #expect(String(describing: untyped) == "Optional(7)")
    }

    @Test func `D-20: types are static or known only at run time`() throws {
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

    @Test func `D-21: the exact key, then the untagged one, then the wired one`() throws {
        container.register { (number: Int) in "wired \(number)" }
        container.register { 1 }
        #expect(try container.resolve(tag: "tag") == "wired 1")
        container.register { "plain" }
        #expect(try container.resolve(tag: "tag") == "plain")
        container.register(tag: "tag") { "tagged" }
        #expect(try container.resolve(tag: "tag") == "tagged")
    }

    @Test func `D-21: the requested tag counts, even if it leads to a wired definition`()
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

    @Test(arguments: [ComponentScope.singleton, .weakSingleton])
    func `D-24: one instance for each requested tag`(_ scope: ComponentScope)
        throws
    {
        container.register(scope) { ServiceImp() }
        let plain: ServiceImp = try container.resolve()
        let (a, b): (ServiceImp, ServiceImp) =
            try (container.resolve(tag: "a"), container.resolve(tag: "b"))
        for _ in 1...3 {
            #expect(try container.resolve() as ServiceImp === plain)
            #expect(try container.resolve(tag: "a") as ServiceImp === a)
            #expect(try container.resolve(tag: "b") as ServiceImp === b)
        }
        #expect(plain !== a && plain !== b && a !== b)
    }

    @Test func `D-24: a graph has one shared instance for each tag`() throws {
        container.register { ServiceImp() }
        container.register { [unowned container] in
            try ["a", nil, "b", "a", nil, "b"].map { try container.resolve(tag: $0) as ServiceImp }
        }
        for _ in 1...3 {
            let all: [ServiceImp] = try container.resolve()
            #expect(all[0] === all[3] && all[1] === all[4] && all[2] === all[5])
            #expect(Set(all.map(ObjectIdentifier.init)).count == 3)
        }
    }

    @Test func `D-24: an instance that depends on a tag is made for each`() throws {
        container.register(tag: "prod") { "production" }
        container.register(tag: "test") { "a test" }
        container.register(.singleton) { (name: String) in ServiceImp(name: name) }
        container.register(.singleton) { [unowned container] in
            [container.context.tag]
        }
        for _ in 1...2 {
            #expect(try (container.resolve(tag: "prod") as ServiceImp).name == "production")
            #expect(try (container.resolve(tag: "test") as ServiceImp).name == "a test")
            #expect(try container.resolve(tag: "prod") == [DependencyContainer.Tag?.some("prod")])
            #expect(try container.resolve(tag: "test") == [DependencyContainer.Tag?.some("test")])
            #expect(try container.resolve() == [DependencyContainer.Tag?.none])
        }
    }

    @Test func `D-25: one instance for each value of the arguments`() throws {
        container.register(.singleton) { (number: Int) in ServiceImp(name: "\(number)") }
        let one: ServiceImp = try container.resolve(arguments: 1)
        let two: ServiceImp = try container.resolve(arguments: 2)
        #expect(one.name == "1" && two.name == "2")
        #expect(try container.resolve(arguments: 1) as ServiceImp === one)
    }

    @Test func `D-25: a request without arguments gets the newest instance`() throws {
        container.register(.singleton) { (number: Int) in ServiceImp(name: "\(number)") }
        #expect(wiring(thrown { _ = try container.resolve() as ServiceImp }) != nil)
        let one: ServiceImp = try container.resolve(arguments: 1)
        #expect(try container.resolve() as ServiceImp === one)
        let two: ServiceImp = try container.resolve(arguments: 2)
        #expect(try container.resolve() as ServiceImp === two)
        container.container.dropInstances()
        #expect(wiring(thrown { _ = try container.resolve() as ServiceImp }) != nil)
    }

    @Test func `D-25: it does so after all instances were dropped`() throws {
        container.register(.singleton) { 7 }
        container.register(.singleton) { (number: Int) in ServiceImp(name: "\(number)") }
        #expect(try (container.resolve() as ServiceImp).name == "7")
        container.container.dropInstances()
        let one: ServiceImp = try container.resolve(arguments: 1)
        #expect(try container.resolve() as ServiceImp === one)
    }

    @Test func `D-25: a failed instance is not the newest one`() throws {
        container.register(.singleton) { (number: Int) throws -> ServiceImp in
            if number == 2 { throw Refusal() }
            return ServiceImp(name: "\(number)")
        }
        let one: ServiceImp = try container.resolve(arguments: 1)
        #expect(throws: Refusal()) { _ = try container.resolve(arguments: 2) as ServiceImp }
        #expect(try container.resolve() as ServiceImp === one)
    }

    @Test func `D-25: objects are compared by identity in a builder, too`() throws {
        final class Object {}
        container.register(.singleton) { (_: Object, number: Int) in ServiceImp() }
        let (first, second) = (Object(), Object())
        func resolve(_ object: Object) throws -> ServiceImp {
            try container.resolve { (factory: ((Object, Int)) throws -> ServiceImp) in
                try factory((object, 1))
            }
        }
        let service = try resolve(first)
        #expect(try resolve(first) === service && resolve(second) !== service)
        #expect(try container.resolve(arguments: first, 1) as ServiceImp === service)
    }

    @Test func `D-25: arguments that are objects are compared by identity`() throws {
        container.register(.singleton) { (service: ServiceImp) in Client(service: service) }
        let (first, second) = (ServiceImp(), ServiceImp())
        let client: Client = try container.resolve(arguments: first)
        #expect(try container.resolve(arguments: first) as Client === client)
        #expect(try container.resolve(arguments: second) as Client !== client)
    }

    @Test(arguments: [ComponentScope.shared, .singleton])
    func `D-25: arguments without equality are all alike`(_ scope: ComponentScope) throws {
        struct Incomparable {}
        container.register(scope) { (_: Incomparable) in ServiceImp() }
        container.register { [unowned container] in
            Pair(
                first: try container.resolve(arguments: Incomparable()) as ServiceImp,
                second: try container.resolve(arguments: Incomparable()) as ServiceImp
            )
        }
        let pair: Pair = try container.resolve()
        #expect(pair.first === pair.second)
        let other: Pair = try container.resolve()
        #expect((pair.first === other.first) == (scope == .singleton))
    }

    @Test func `D-24: one instance for each tag requested with arguments`() throws {
        container.register(.singleton) { (number: Int) in ServiceImp(name: "\(number)") }
        let instance: ServiceImp = try container.resolve(tag: "a", arguments: 1)
        #expect(try container.resolve(tag: "a", arguments: 1) as ServiceImp === instance)
        #expect(try container.resolve(tag: "b", arguments: 1) as ServiceImp !== instance)
        #expect(try container.resolve(tag: "a", arguments: 2) as ServiceImp !== instance)
        #expect(try container.resolve(arguments: 1) as ServiceImp !== instance)
    }

    @Test func `D-25: the container keeps the arguments of its instances`() throws {
        weak var argument: ServiceImp?
        container.register(.singleton) { (_: ServiceImp) in Client(service: ServiceImp()) }
        do {
            let service = ServiceImp()
            argument = service
            _ = try container.resolve(arguments: service) as Client
        }
        #expect(argument != nil)
        container.reset()
        #expect(argument == nil)
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

    @Test func `D-27: an optional resolves its wrapped type, and throws like it`() throws {
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

    @Test func `D-27: an optional of an optional resolves its wrapped type, too`() throws {
        container.register(.singleton) { ServiceImp() as any Service }
        let service = try container.resolve() as any Service
        let twice = try container.resolve() as (any Service)??
        #expect(twice.flatMap { $0 } === service)
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

    @Test func `D-29: the remedy for a cycle of constructors uses Dip's terms`() {
        container.register { [unowned container] in Client(service: try container.resolve()) }
        container.register { [unowned container] in try container.resolve() as Client as any Service
        }
        let text = "\(String(describing: thrown { _ = try container.resolve() as Client }))"
        #expect(text.contains("set one of them as a property with .resolvingProperties { … }"))
        #expect(!text.contains("provider"))
    }

    @Test func `D-29: a cycle of blocks through unique instances is an error`() {
        container.register(.unique) { ServiceImp() }.resolvingProperties { container, _ in
            _ = try container.resolve() as Client
        }
        container.register(.unique) { Client(service: ServiceImp()) }
            .resolvingProperties { container, _ in _ = try container.resolve() as ServiceImp }
        let error = thrown { _ = try container.resolve() as ServiceImp } as? ResolutionError
        #expect(error?.code == .cycle)
    }

    @Test func `D-29: endless requests, with other arguments each time, are too deep`() {
        let container = container
        container.register(.unique) { [unowned container] (number: Int) in
            Client(service: try container.resolve(arguments: number + 1) as Client)
        }
        let error = thrown { _ = try container.resolve(arguments: 1) as Client } as? ResolutionError
        #expect(error?.code == .tooDeep)
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

    @Test func `D-32: an error of a factory passes unchanged, without a retry`() {
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
