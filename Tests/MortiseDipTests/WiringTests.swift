// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import MortiseGraph
import Testing

// Rules D-50 to D-56.
@Suite(.quiet) struct `Dip, auto-wiring` {
    private let container = DependencyContainer()

    @Test func `D-50: all parameters are resolved, or none`() throws {
        container.register { (service: any Service, name: String) in
            Client(service: service)
        }
        container.register { ServiceImp() as any Service }
        container.register { "name" }
        _ = try container.resolve() as Client
        let error = thrown {
            _ = try container.resolve(arguments: ServiceImp() as any Service) as Client
        }
        #expect(missingKey(error)?.typeOfArguments == (any Service).self)
    }

    @Test func `D-51: definitions with the tag come first, then those without`() throws {
        container.register { 1 }
        container.register { "text" }
        container.register { (a: Int, b: String) in ServiceImp(name: "plain") }
        container.register(tag: "tag") { (a: Int) in ServiceImp(name: "tagged") }
        #expect(try (container.resolve(tag: "tag") as ServiceImp).name == "tagged")
        #expect(try (container.resolve(tag: "other") as ServiceImp).name == "plain")
        #expect(try (container.resolve() as ServiceImp).name == "plain")
    }

    @Test func `D-51: a failure with the tag is the error, despite definitions without`() throws {
        container.register { ServiceImp(name: "plain") }
        container.register(tag: "tag") { (a: Int) in ServiceImp(name: "tagged") }
        let error = wiring(thrown { _ = try container.resolve(tag: "tag") as ServiceImp })
        #expect(missingKey(error?.underlying)?.type == Int.self)
        #expect(try (container.resolve(tag: "other") as ServiceImp).name == "plain")
    }

    @Test func `D-51: an ambiguity with the tag is the error, despite definitions without`() {
        container.register { 1 }
        container.register { "text" }
        container.register { ServiceImp(name: "plain") }
        container.register(tag: "tag") { (_: Int) in ServiceImp() }
        container.register(tag: "tag") { (_: String) in ServiceImp() }
        let error = wiring(thrown { _ = try container.resolve(tag: "tag") as ServiceImp })
        guard case .ambiguousDefinitions(_, let all) = error?.underlying as? DipError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(all.count == 2)
    }

    @Test func `D-52: the most parameters win, and a tie is ambiguous`() throws {
        container.register { 1 }
        container.register { "text" }
        container.register { (a: Int) in ServiceImp(name: "one") }
        container.register { (a: Int, b: String) in ServiceImp(name: "two") }
        #expect(try (container.resolve() as ServiceImp).name == "two")
        container.register { (b: String, a: Int) in ServiceImp(name: "other two") }
        let error = wiring(thrown { _ = try container.resolve() as ServiceImp })
        #expect(error?.type == ServiceImp.self)
        guard case .ambiguousDefinitions(let type, let all) = error?.underlying as? DipError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(type == ServiceImp.self && all.count == 2)
        #expect(all.contains { $0 is MortiseDip.Definition<ServiceImp, (Int, String)> })
        #expect(all.contains { $0 is MortiseDip.Definition<ServiceImp, (String, Int)> })
    }

    @Test func `D-52: there is no fallback to fewer parameters`() {
        container.register { "text" }
        container.register { (b: String) in ServiceImp(name: "one") }
        container.register { (a: Int, b: String) in ServiceImp(name: "two") }
        let error = wiring(thrown { _ = try container.resolve() as ServiceImp })
        #expect(missingKey(error?.underlying) == DefinitionKey(type: Int.self))
    }

    @Test func `D-53: parameters are resolved with the requested tag`() throws {
        container.register(tag: "tag") { "tagged" }
        container.register { "plain" }
        container.register { 1 }
        container.register { (text: String, number: Int) in ServiceImp(name: "\(text) \(number)") }
        #expect(try (container.resolve(tag: "tag") as ServiceImp).name == "tagged 1")
        #expect(try (container.resolve() as ServiceImp).name == "plain 1")
        #expect(try (container.resolve(tag: "other") as ServiceImp).name == "plain 1")
    }

    @Test func `D-54: a graph has one wired instance for each tag`() throws {
        container.register { "text" }
        container.register { (name: String) in ServiceImp(name: name) as any Service }
        container.register { [unowned container] in
            try ["tag", "tag", nil, nil].map { try container.resolve(tag: $0) as any Service }
        }
        let all: [any Service] = try container.resolve()
        #expect(all[0] === all[1] && all[2] === all[3] && all[0] !== all[2])
    }

    @Test(arguments: [false, true])
    func `D-54: wiring and arguments share one instance in a graph`(
        _ wiresFirst: Bool
    ) throws {
        container.register { "text" }
        container.register { (name: String) in ServiceImp(name: name) as any Service }
        container.register { [unowned container] in
            let first: any Service =
                try wiresFirst ? container.resolve() : container.resolve(arguments: "other")
            let second: any Service =
                try wiresFirst ? container.resolve(arguments: "other") : container.resolve()
            return Pair(first: first, second: second)
        }
        for _ in 1...3 {
            let pair: Pair = try container.resolve()
            #expect(pair.first === pair.second)
            #expect((pair.first as? ServiceImp)?.name == (wiresFirst ? "text" : "other"))
        }
    }

    @Test func `D-55: an inner error is wrapped, at each level`() {
        container.register { (service: any Service) in Client(service: service) }
        container.register { (name: String) in ServiceImp(name: name) as any Service }
        let outer = wiring(thrown { _ = try container.resolve() as Client })
        let inner = wiring(outer?.underlying)
        #expect(outer?.type == Client.self && inner?.type == (any Service).self)
        #expect(missingKey(inner?.underlying) == DefinitionKey(type: String.self))

        container.register { () -> String in throw Refusal() }
        let error = wiring(wiring(thrown { _ = try container.resolve() as Client })?.underlying)
        #expect(error?.underlying as? Refusal == Refusal())
    }

    @Test func `D-55: a cycle inside is not wrapped`() {
        container.register { (service: any Service) in Client(service: service) }
        container.register { (client: Client) in client as any Service }
        let error = thrown { _ = try container.resolve() as Client }
        #expect((error as? ResolutionError)?.code == .cycle)
    }

    @Test
    func `D-55: a wrong type's error is unchanged for the request, and wrapped for a parameter`() {
        container.register { "name" }
        container.register { (name: String) in ServiceImp(name: name) }
            .implements((any Wanted).self)
        container.register { (wanted: any Wanted) in Client(service: ServiceImp()) }
        let error = thrown { _ = try container.resolve() as any Wanted }
        guard case .invalidType = error as? DipError else {
            Issue.record("\(String(describing: error))")
            return
        }
        let outer = wiring(thrown { _ = try container.resolve() as Client })
        #expect(outer?.type == Client.self)
        guard case .invalidType = outer?.underlying as? DipError else {
            Issue.record("\(String(describing: outer))")
            return
        }
    }

    private protocol Wanted: AnyObject {}

    @Test func `D-55: errors in blocks and properties of wired instances are wrapped`() {
        final class Holder {
            @MortiseDip.Injected var number: Int?
            init(name: String) {}
        }
        final class Box: AutoInjectedPropertyBox {
            static var wrappedType: Any.Type { Int.self }
            func resolve(_ container: DependencyContainer) throws { throw Refusal() }
        }
        final class BoxHolder {
            let box = Box()
            init(name: String) {}
        }
        container.register { "name" }
        container.register { (name: String) in ServiceImp(name: name) }
            .implements((any Service).self)
            .resolvingProperties { _, _ in throw Refusal() }
        container.register { Holder(name: $0) }
        container.register { BoxHolder(name: $0) }
        let block = wiring(thrown { _ = try container.resolve() as ServiceImp })
        #expect(block?.type == ServiceImp.self && block?.underlying as? Refusal == Refusal())
        #expect(throws: Refusal()) { try container.resolve(arguments: "a") as ServiceImp }
        let property = wiring(thrown { _ = try container.resolve() as Holder })
        #expect(property.map { ObjectIdentifier($0.type) } == ObjectIdentifier(Holder.self))
        guard case .autoInjectionFailed("_number", _, _) = property?.underlying as? DipError else {
            Issue.record("\(String(describing: property))")
            return
        }
        let box = wiring(thrown { _ = try container.resolve() as BoxHolder })
        #expect(box?.underlying as? Refusal == Refusal())
    }
}
