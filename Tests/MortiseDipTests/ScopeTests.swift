// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Testing

// Rules D-40 to D-47.
@Suite(.quiet) struct `Dip, scopes` {
    private let container = DependencyContainer()

    @Test func `D-40: the default is shared, and 4.3's names mean the same`() throws {
        #expect(container.register { ServiceImp() }.description.hasSuffix("shared"))
        #expect((Deprecated() as any OldScopes).all == [.unique, .shared, .singleton])
    }

    @Test func `D-41: a shared instance lives as long as the outermost resolve`() throws {
        container.register { ServiceImp() as any Service }
        container.register { [unowned container] in
            Pair(first: try container.resolve(), second: try container.resolve())
        }
        let pair: Pair = try container.resolve()
        #expect(pair.first === pair.second)
        #expect(try (container.resolve() as Pair).first !== pair.first)

        container.register(.unique) { ServiceImp() as any Service }
        let other: Pair = try container.resolve()
        #expect(other.first !== other.second)
    }

    @Test func `D-41: shared instances of a failed resolve are dropped`() throws {
        let (made, attempts) = (Counter(), Counter())
        container.register { ServiceImp(name: "\(made.next())") as any Service }
        container.register { [unowned container] () -> Client in
            let service: any Service = try container.resolve()
            if attempts.next() == 1 { throw Refusal() }
            return Client(service: service)
        }
        #expect(throws: Refusal()) { try container.resolve() as Client }
        #expect(try ((container.resolve() as Client).service as? ServiceImp)?.name == "2")
    }

    @Test func `D-41: a container used inside a factory joins the running resolve`()
        throws
    {
        let other = DependencyContainer { $0.register { ServiceImp() as any Service } }
        container.register {
            Pair(first: try other.resolve(), second: try other.resolve())
        }
        let pair: Pair = try container.resolve()
        #expect(pair.first === pair.second)
        #expect(try other.resolve() as any Service !== other.resolve() as any Service)
    }

    @Test func `D-42: a definition keeps no instances, and no dead registrations`()
        throws
    {
        weak var gone: ServiceImp?
        weak var engine: Container?
        let definition: MortiseDip.Definition<ServiceImp, Void>
        do {
            let container = DependencyContainer()
            definition = container.register(.singleton) { ServiceImp() }
            gone = try container.resolve() as ServiceImp
            engine = container.container
            #expect(gone != nil)
        }
        #expect(gone == nil && engine == nil)
        let other = DependencyContainer { $0.register(definition) }
        definition.resolvingProperties { $1.name = "done" }
        #expect(try (other.resolve() as ServiceImp).name == "done")
    }

    @Test func `D-42: a singleton belongs to its container`() throws {
        let definition = container.register(.singleton) { ServiceImp() }
        let other = DependencyContainer { $0.register(definition) }
        let instance: ServiceImp = try container.resolve()
        #expect(try container.resolve() as ServiceImp === instance)
        #expect(try other.resolve() as ServiceImp !== instance)
    }

    @Test func `D-43: bootstrap makes eager singletons that were not resolved before`() throws {
        let made = Counter()
        container.register(.eagerSingleton) { ServiceImp(name: "\(made.next())") }
        container.register(.eagerSingleton) { made.next() }
        #expect(made.count == 0)
        #expect(try (container.resolve() as ServiceImp).name == "1")
        try container.bootstrap()
        #expect(made.count == 2)
        #expect(try (container.resolve() as ServiceImp).name == "1")
    }

    @Test func `D-43: bootstrap has no arguments`() {
        // The argument tuple has no definition.
        container.register(.eagerSingleton) { (number: Int) in ServiceImp(name: "\(number)") }
        let error = thrown { try container.bootstrap() }
        #expect(wiring(error)?.type == ServiceImp.self)
        #expect(missingKey(wiring(error)?.underlying) == DefinitionKey(type: Int.self))
    }

    @Test func `D-43: bootstrap wires an eager singleton whose arguments can be resolved`() throws {
        let made = Counter()
        container.register(.eagerSingleton) { (name: String) in
            _ = made.next()
            return ServiceImp(name: name)
        }
        container.register { "wired" }
        try container.bootstrap()
        #expect(made.count == 1)
        #expect(try (container.resolve() as ServiceImp).name == "wired" && made.count == 1)
    }

    @Test func `D-44: bootstrap does not make a lazy replacement of an eager singleton`() throws {
        let made = Counter()
        container.register(.eagerSingleton) { "\(made.next())" }
        container.register(.singleton) { "\(made.next())" }
        try container.bootstrap()
        #expect(made.count == 0)
        #expect(try container.resolve() == "1")
    }

    @Test func `D-44: bootstrap resumes after a failure`() throws {
        let (made, attempts) = (Counter(), Counter())
        container.register(.eagerSingleton) { ServiceImp(name: "\(made.next())") }
        container.register(.eagerSingleton) { () -> Int in
            if attempts.next() == 1 { throw Refusal() }
            return 1
        }
        let removed = container.register(.eagerSingleton, tag: "removed") { 2 }
        container.remove(removed, tag: "removed")
        #expect(throws: Refusal()) { try container.bootstrap() }
        container.register { "may still be changed" }
        try container.bootstrap()
        #expect(made.count == 1 && attempts.count == 2)
    }

    @Test func `D-44: bootstrap makes no eager singleton that was removed`() throws {
        let made = Counter()
        container.register(.eagerSingleton) { "\(made.next())" }
        container.reset()
        let removed = container.register(.eagerSingleton) { made.next() }
        container.remove(removed)
        try container.bootstrap()
        #expect(made.count == 0)
    }

    @Test func `D-45: a bootstrapped container cannot be changed`() async {
        let results = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependencyContainer()
                try container.bootstrap()
                container.register { 1 }
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependencyContainer()
                let definition = container.register { 1 }
                try container.bootstrap()
                container.remove(definition)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependencyContainer()
                let definition = container.register { ServiceImp() }
                try container.bootstrap()
                definition.implements((any Service).self)
            },
        ]
        for result in results {
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(
                text.contains(
                    "You can not modify container's definitions after it was bootstrapped."
                )
            )
        }
    }

    @Test func `D-46: a weak singleton lives while it is kept, and through its resolve`()
        throws
    {
        container.register(.weakSingleton) { ServiceImp() as any Service }
        container.register { [unowned container] in
            let first = ObjectIdentifier(try container.resolve() as any Service)
            return first == ObjectIdentifier(try container.resolve() as any Service)
        }
        #expect(try container.resolve() as Bool)
        weak var gone: (any Service)?
        do {
            let instance: any Service = try container.resolve()
            gone = instance
            #expect(try container.resolve() as any Service === instance)
        }
        #expect(gone == nil)
        let made = Counter()
        container.register(.weakSingleton) { made.next() }
        #expect(try container.resolve() == 1)
        #expect(try container.resolve() == 2)
    }
}

final class Pair {
    let first: any Service
    let second: any Service

    init(first: any Service, second: any Service) {
        self.first = first
        self.second = second
    }
}

private protocol OldScopes {
    var all: [ComponentScope] { get }
}

private struct Deprecated: OldScopes {
    @available(*, deprecated)
    var all: [ComponentScope] { [.Prototype, .ObjectGraph, .Singleton] }
}
