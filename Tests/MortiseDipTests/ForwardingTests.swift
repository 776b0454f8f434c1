// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import MortiseGraph
import Testing

// Rules D-90 to D-94, and D-9, D-20 and D-33 on builders.
@Suite(.quiet) struct `Dip, forwarding and building` {
    private let container = DependencyContainer()

    protocol Third: AnyObject {}
    protocol Fourth: AnyObject {}
    protocol Fifth: AnyObject {}

    final class Many: Service, OtherService, Third, Fourth {
        var log: [String] = []
    }

    @Test func `D-90: a definition implements any number of types`() throws {
        let definition = container.register(.singleton) { Many() }
        let same = definition.implements((any Service).self, (any OtherService).self)
            .implements((any Third).self)
        #expect(same === definition)
        definition.implements(
            (any Service).self,
            (any OtherService).self,
            (any Third).self,
            (any Fourth).self,
            tag: "tag"
        )
        let many: Many = try container.resolve()
        #expect(try container.resolve() as any Service === many)
        #expect(try container.resolve() as any OtherService === many)
        #expect(try container.resolve() as any Third === many)
        let tagged: any Fourth = try container.resolve(tag: "tag")
        #expect(try container.resolve(tag: "tag") as Many === tagged && tagged !== many)
    }

    @Test func `D-90: a type is not forwarded to another container's definition`() async {
        await #expect(processExitsWith: .failure) {
            let definition = DependencyContainer().register { Many() }
            DependencyContainer().register(definition, type: (any Service).self)
        }
    }

    @Test func `D-91: an instance that is not of the type is an error when it is resolved`() throws
    {
        container.register { Many() }.implements((any Fifth).self)
        let error = thrown { _ = try container.resolve(tag: "tag") as any Fifth }
        guard case .invalidType(let resolved, let key) = error as? DipError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(resolved is Many)
        #expect(key == DefinitionKey(type: (any Fifth).self, tag: "tag"))
        container.register { Many() }.implements((any Service).self)
        container.register { ServiceImp() }.implements((any Service).self)
        #expect(try container.resolve() as any Service is ServiceImp)
    }

    @Test func `D-91: types of a replaced definition lead to its replacement`() throws {
        container.register(.singleton) { Many() }.implements((any Service).self)
            .resolvingProperties { $1.log.append("old") }
        container.register(.singleton) { Many() }.resolvingProperties { $1.log.append("new") }
        let service: any Service = try container.resolve()
        #expect((service as? Many)?.log == ["new"])
        #expect(try container.resolve() as Many === service)
    }

    @Test func `D-90: a definition of several containers implements a type in all of them`() throws
    {
        let other = DependencyContainer()
        let definition = container.register(.singleton) { Many() }
        other.register(definition)
        definition.implements((any Service).self)
        for container in [container, other] {
            #expect(try container.resolve() as any Service === container.resolve() as Many)
        }
        #expect(
            try container.resolve() as any Service !== other.resolve() as any Service
        )
    }

    @Test func `D-93: a type without a tag leads to a tagged definition, and to its instance`()
        throws
    {
        container.register(.singleton, tag: "x") { Many() }.implements((any Service).self)
        let service: any Service = try container.resolve()
        #expect(try container.resolve(tag: "x") as Many === service)
        #expect(try container.resolve(tag: "x") as any Service === service)
        #expect(throws: DipError.self) { try container.resolve() as Many }
    }

    @Test func `D-91: an object from elsewhere must be of the definition's type`() throws {
        container.register { Many() }.implements((any Service).self)
        let error = thrown {
            try container.resolveDependencies(of: ServiceImp() as any Service)
        }
        #expect((error as? ResolutionError)?.code == .typeMismatch)
        let mine = Many()
        try container.resolveDependencies(of: mine as any Service)
    }

    @Test func `D-92: blocks of the definition come first, then those of the type`() throws {
        let definition = container.register { Many() }
        definition.implements((any Service).self) { ($1 as? Many)?.log.append("service") }
        container.register(definition, type: (any Third).self)
            .resolvingProperties { ($1 as? Many)?.log.append("third") }
        definition.resolvingProperties { $1.log.append("many") }
        #expect(try (container.resolve() as any Service as? Many)?.log == ["many", "service"])
        #expect(try (container.resolve() as any Third as? Many)?.log == ["many", "third"])
        #expect(try (container.resolve() as Many).log == ["many"])
    }

    @Test func `D-93: shared instances are shared by all types and their optionals`() throws {
        container.register { Many() }.implements((any Service).self, (any OtherService).self)
        let container = container
        container.register { [unowned container] in
            let all: [AnyObject?] = [
                try container.resolve() as Many,
                try container.resolve() as any Service,
                try container.resolve() as any OtherService,
                try container.resolve() as (any Service)?,
            ]
            return Set(all.map { $0.map { ObjectIdentifier($0) } }).count
        }
        #expect(try container.resolve() == 1)
        container.register(.unique) { Many() }.implements(
            (any Service).self,
            (any OtherService).self
        )
        #expect(try container.resolve() == 4)
    }

    @Test func `D-47: a singleton is one for all its types and optionals, and for one tag`() throws
    {
        container.register(.singleton) { Many() }.implements((any Service).self)
        let many: Many = try container.resolve()
        #expect(try container.resolve() as any Service === many)
        #expect(try container.resolve() as (any Service)? === many)
        let tagged: Many = try container.resolve(tag: "tag")
        #expect(tagged !== many)
        #expect(try container.resolve(tag: "tag") as any Service === tagged)
        #expect(try container.resolve(tag: "tag") as (any Service)? === tagged)
    }

    @Test func `D-93: arguments are those of the definition`() throws {
        container.register { (name: String) in ServiceImp(name: name) }
            .implements((any Service).self)
        #expect(
            try (container.resolve(arguments: "a") as any Service as? ServiceImp)?.name == "a"
        )
        container.register { "wired" }
        #expect(try (container.resolve() as any Service as? ServiceImp)?.name == "wired")
    }

    @Test func `D-8: a type that a definition implements belongs to its container`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let (container, other) = (DependencyContainer(), DependencyContainer())
            let definition = container.register { Many() }
            let forwarded = container.register(definition, type: (any Service).self)
            other.register(definition)
            other.register(forwarded)
            _ = try other.resolve() as any Service
            DependencyContainer().register(forwarded)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("is not registered in the container that forwards to it"))
    }

    @Test func `D-94: removing a definition removes the types it implements`() throws {
        let definition = container.register { Many() }.implements((any Service).self)
        container.remove(definition)
        #expect(throws: DipError.self) { try container.resolve() as any Service }
        #expect(throws: DipError.self) { try container.resolve() as Many }
    }

    @Test func `D-9: a builder passes any number of arguments as a tuple`() throws {
        container.register(
            scope: .unique,
            type: ServiceImp.self,
            tag: nil,
            factory: { (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: String) in
                ServiceImp(name: "\(a + b + c + d + e + f)\(g)")
            },
            numberOfArguments: 7,
            autoWiringFactory: { container, tag in
                ServiceImp(name: "wired \(try container.resolve(tag: tag) as String)")
            }
        )
        let service: ServiceImp = try container.resolve {
            (factory: ((Int, Int, Int, Int, Int, Int, String)) throws -> ServiceImp) in
            try factory((1, 2, 3, 4, 5, 6, "x"))
        }
        #expect(service.name == "21x")
        container.register(tag: "tag") { "tagged" }
        #expect(try (container.resolve(tag: "tag") as ServiceImp).name == "wired tagged")
    }

    @Test func `D-33: a builder may bring an instance from elsewhere`() throws {
        container.register { ServiceImp(name: "made") }.resolvingProperties { $1.name += " done" }
        let mine = ServiceImp(name: "mine")
        let service = try container.resolve { (_: () throws -> ServiceImp) in mine }
        #expect(service === mine && mine.name == "mine done")
        let made = try container.resolve { (factory: () throws -> ServiceImp) in try factory() }
        #expect(made.name == "made done")
        let any = try container.resolve(ServiceImp.self) { factory in try factory() }
        #expect((any as? ServiceImp)?.name == "made done")
    }

    @Test func `D-9: an empty tuple is no argument`() throws {
        container.register(
            scope: .singleton,
            type: ServiceImp.self,
            tag: nil,
            factory: { () in ServiceImp(name: "made") },
            numberOfArguments: 0,
            autoWiringFactory: { _, _ in ServiceImp(name: "wired") }
        )
        let service: ServiceImp = try container.resolve()
        #expect(service.name == "made")
        #expect(try container.resolve() as ServiceImp === service)
    }

    @Test func `D-9: the number of arguments decides whether and how a definition is wired`() throws
    {
        container.register { 1 }
        container.register { "text" }
        container.register { (number: Int, text: String) in ServiceImp(name: "two") }
        container.register(
            scope: .shared,
            type: ServiceImp.self,
            tag: nil,
            factory: { (all: (Int, Int, Int)) in ServiceImp(name: "three") },
            numberOfArguments: 1,
            autoWiringFactory: { _, _ in ServiceImp(name: "one") }
        )
        container.register(
            scope: .shared,
            type: ServiceImp.self,
            tag: nil,
            factory: { (all: (Int, Int, Int, Int)) in ServiceImp(name: "four") },
            numberOfArguments: 0,
            autoWiringFactory: { _, _ in ServiceImp(name: "never") }
        )
        #expect(try (container.resolve() as ServiceImp).name == "two")
        #expect(try (container.resolve(arguments: 1, 2, 3) as ServiceImp).name == "three")
        #expect(try (container.resolve(arguments: 1, 2, 3, 4) as ServiceImp).name == "four")
    }

    @Test func `D-33: a kept singleton is not replaced from elsewhere`() throws {
        container.register(.singleton) { ServiceImp(name: "made") }
            .resolvingProperties { $1.name += " done" }
        let made: ServiceImp = try container.resolve()
        let mine = ServiceImp(name: "mine")
        #expect(try container.resolve { (_: () throws -> ServiceImp) in mine } === made)
        #expect(mine.name == "mine")
    }

    final class Screen: Resolvable, Service {
        final class Box: AutoInjectedPropertyBox {
            var text: String?
            static var wrappedType: Any.Type { String.self }
            func resolve(_ container: DependencyContainer) throws { text = try container.resolve() }
        }

        var log: [String] = []
        let box = Box()

        func resolveDependencies(_ container: DependencyContainer) { log.append("resolves") }
        func didResolveDependencies() { log.append("did") }
    }

    @Test
    func `D-33: an instance from elsewhere resolves its dependencies, also behind other types`()
        throws
    {
        container.register { "text" }
        container.register { Screen() }.implements((any Service).self)
        container.register { (_: Int) in Screen() }
        func check(_ build: (Screen) throws -> Void) rethrows {
            let mine = Screen()
            try build(mine)
            #expect(mine.log == ["resolves", "did"])
            #expect(mine.box.text == "text")
        }
        let container = container
        try check { mine in _ = try container.resolve { (_: () throws -> Screen) in mine } }
        try check { mine in
            _ = try container.resolve(Screen.self, builder: { (_: () throws -> Any) in mine })
        }
        try check { mine in
            _ = try container.resolve { (_: () throws -> any Service) in mine }
        }
        try check { mine in
            _ = try container.resolve(
                (any Service).self,
                builder: { (_: () throws -> Any) in mine }
            )
        }
        try check { mine in
            _ = try container.resolve { (_: (Int) throws -> Screen) in mine }
        }
    }

    @Test func `D-33: an instance from elsewhere is completed for a wired definition`() throws {
        container.register { (name: String) in ServiceImp(name: name) }
            .resolvingProperties { $1.name += " done" }
        let brought = ServiceImp(name: "brought")
        let service = try container.resolve { (_: () throws -> ServiceImp) in brought }
        #expect(service === brought && brought.name == "brought done")
        let completed = ServiceImp(name: "completed")
        try container.resolveDependencies(of: completed)
        #expect(completed.name == "completed done")
    }

    @Test func `D-20: a type known only at run time is made by a closure of arguments`() throws {
        container.register { (number: Int) in ServiceImp(name: "\(number)") }
        let any = try container.resolve(ServiceImp.self) { (factory: (Int) throws -> Any) in
            try factory(5)
        }
        #expect((any as? ServiceImp)?.name == "5")
    }

    @Test func `D-90: two vocabularies of one engine are one container`() throws {
        let engine = Container()
        let (first, second) = (
            DependencyContainer(container: engine), DependencyContainer(container: engine)
        )
        let definition = first.register(.singleton) { Many() }
        second.register(definition, type: (any Service).self)
        let many: Many = try first.resolve()
        #expect(try first.resolve() as any Service === many)
    }
}
