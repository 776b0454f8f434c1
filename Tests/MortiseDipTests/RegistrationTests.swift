// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Testing

// Rules D-1 to D-17.
@Suite(.quiet) struct `Dip, registering` {
    private let container = DependencyContainer()

    @Test func `D-1: a block registers before the initializer returns`() throws {
        var wasCalled = false
        let container = DependencyContainer(autoInjectProperties: true, threadSafe: false) {
            $0.register { ServiceImp() as any Service }
            wasCalled = true
        }
        #expect(wasCalled)
        _ = try container.resolve() as any Service
    }

    @Test func `D-2: a captured container is unowned, a parameter need not be`() throws {
        weak var gone: DependencyContainer?
        do {
            let container = DependencyContainer()
            gone = container
            container.register { ServiceImp() as any Service }
            container.register { [unowned container] in
                Client(service: try container.resolve())
            }.resolvingProperties { container, client in
                client.peer = Client(service: try container.resolve())
            }
            #expect(try (container.resolve() as Client).peer != nil)
        }
        #expect(gone == nil)
    }

    @Test func `D-3: factories take any number of arguments, and the scope comes first`() throws {
        container.register(.unique) { ServiceImp() }
        container.register(.singleton, tag: "one") { (name: String) in ServiceImp(name: name) }
        container.register { (a: Int, b: String, c: Bool, d: Double, e: Character, f: UInt) in
            ServiceImp(name: "\(a)\(b)\(c)\(d)\(e)\(f)")
        }
        container.register { (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int) in
            ServiceImp(name: "\(a + b + c + d + e + f + g)")
        }
        #expect(try (container.resolve() as ServiceImp).name == "")
        let one: ServiceImp = try container.resolve(tag: "one", arguments: "name")
        #expect(one.name == "name")
        let six: ServiceImp = try container.resolve(
            arguments: 1,
            "b",
            true,
            2.5,
            "e" as Character,
            3 as UInt
        )
        #expect(six.name == "1btrue2.5e3")
        let seven: ServiceImp = try container.resolve(arguments: 1, 2, 3, 4, 5, 6, 7)
        #expect(seven.name == "28")
    }

    @Test func `D-4: the type is that of the factory, or the one that is named`() throws {
        container.register(type: (any Service).self, factory: ServiceImp.init as () -> ServiceImp)
        container.register { ServiceImp() }
        #expect(try container.resolve() as any Service is ServiceImp)
        _ = try container.resolve() as ServiceImp
        #expect(throws: DipError.self) { try container.resolve() as any OtherService }
    }

    @Test func `D-5: a key is a type, the types of arguments, and a tag`() {
        let key = DefinitionKey(type: Int.self, typeOfArguments: (Int, String).self, tag: "tag")
        #expect(key.type == Int.self && key.typeOfArguments == (Int, String).self)
        #expect(key.tag == .String("tag"))
        #expect(
            key == DefinitionKey(type: Int.self, typeOfArguments: (Int, String).self, tag: "tag")
        )
        #expect(
            key != DefinitionKey(type: Int.self, typeOfArguments: (String, Int).self, tag: "tag")
        )
        #expect(key != DefinitionKey(type: Int.self, typeOfArguments: (Int, String).self))
        let noArguments = DefinitionKey(type: Int.self).typeOfArguments == Void.self
        #expect(noArguments)
        func first() -> Any.Type {
            struct Local {}
            return Local.self
        }
        func second() -> Any.Type {
            struct Local {}
            return Local.self
        }
        #expect(DefinitionKey(type: first()) != DefinitionKey(type: second()))
        #expect("\(key)" == "type: Int, arguments: (Int, String), tag: String(\"tag\")")
    }

    @Test func `D-6: registering a key again replaces it and drops its singleton`() throws {
        container.register(.singleton) { ServiceImp(name: "first") }
        #expect(try (container.resolve() as ServiceImp).name == "first")
        container.register(.singleton) { ServiceImp(name: "second") }
        #expect(try (container.resolve() as ServiceImp).name == "second")

        container.register { (a: String) in ServiceImp(name: "text \(a)") }
        container.register { (a: String?) in ServiceImp(name: "optional \(a ?? "nil")") }
        container.register { (a: Int, b: String) in ServiceImp(name: "number first") }
        container.register { (a: String, b: Int) in ServiceImp(name: "text first") }
        #expect(try (container.resolve(arguments: "a") as ServiceImp).name == "text a")
        #expect(
            try (container.resolve(arguments: "a" as String?) as ServiceImp).name == "optional a"
        )
        #expect(try (container.resolve(arguments: 1, "a") as ServiceImp).name == "number first")
        #expect(try (container.resolve(arguments: "a", 1) as ServiceImp).name == "text first")
    }

    @Test func `D-7: a replaced singleton is gone for all tags that fell back to it`() throws {
        container.register(.singleton) { ServiceImp(name: "first") }
        #expect(try (container.resolve(tag: "tag") as ServiceImp).name == "first")
        container.register(.singleton) { ServiceImp(name: "second") }
        #expect(try (container.resolve(tag: "tag") as ServiceImp).name == "second")
    }

    @Test
    func `D-8: a definition may be registered in several containers, which share no instance`()
        throws
    {
        let other = DependencyContainer()
        let definition = container.register(.singleton) { ServiceImp() }
        other.register(definition)
        other.register(definition, tag: "tag")
        definition.resolvingProperties { $1.name += "x" }
        let instances: [ServiceImp] = [
            try container.resolve(), try other.resolve(), try other.resolve(tag: "tag"),
        ]
        #expect(Set(instances.map(ObjectIdentifier.init)).count == 3)
        #expect(instances.allSatisfy { $0.name == "x" })
    }

    @Test func `D-8: a definition takes its property setting to other containers`() throws {
        final class Owner {
            @MortiseDip.Injected(required: false) var text: String?
        }
        let other = DependencyContainer { $0.register { "text" } }
        let definition = container.register { Owner() }.autoInjectingProperties(false)
        other.register(definition)
        #expect(try (other.resolve() as Owner).text == nil)
    }

    @Test func `D-10: tags are strings, numbers and types with such raw values`() throws {
        enum Text: String, DependencyTagConvertible { case one }
        enum Number: Int, DependencyTagConvertible { case one = 1 }
        #expect(Text.one.dependencyTag == "one" && Number.one.dependencyTag == 1)
        #expect(DependencyContainer.Tag.Int(1) != .String("1"))

        container.register(tag: "one") { "text" }
        container.register(tag: 1) { "number" }
        #expect(try container.resolve(tag: Text.one) == "text")
        #expect(try container.resolve(tag: Number.one) == "number")
        #expect(try container.resolve(tag: DependencyContainer.Tag.String("one")) == "text")
        #expect(throws: DipError.self) { try container.resolve(tag: "1") as String }
    }

    @Test func `D-11: remove uses the key`() throws {
        let tagged = container.register(tag: "tag") { 1 }
        let first = container.register { "first" }
        container.register { "second" }
        container.remove(tagged)
        #expect(try container.resolve(tag: "tag") == 1)
        container.remove(tagged, tag: "tag")
        #expect(throws: DipError.self) { try container.resolve(tag: "tag") as Int }
        container.remove(first)
        #expect(throws: DipError.self) { try container.resolve() as String }
    }

    @Test func `D-11: a forwarded definition is removed with all its types`() throws {
        container.register { "wired" }
        let definition = container.register { (name: String) in ServiceImp(name: name) }
        let forwarded = container.register(definition, type: (any Service).self)
        #expect(container.description.hasPrefix("Definitions: 3\n"))
        container.remove(forwarded)
        #expect(throws: DipError.self) { try container.resolve() as any Service }
        #expect(throws: DipError.self) { try container.resolve(arguments: "a") as any Service }
        #expect(try (container.resolve() as ServiceImp).name == "wired")

        // The replacement for requests without arguments stays.
        let first = container.register(definition, type: (any OtherService).self)
        container.register { (number: Int) in ServiceImp(name: "\(number)") }
            .implements((any OtherService).self)
        container.register { 5 }
        let service: any OtherService = try container.resolve(arguments: "text")
        #expect((service as? ServiceImp)?.name == "text")
        container.remove(definition)
        container.remove(first)
        #expect(try (container.resolve() as any OtherService as? ServiceImp)?.name == "5")
    }

    @Test func `D-12: reset leaves collaborating containers and their definitions alone`() throws {
        let other = DependencyContainer { $0.register(.singleton) { ServiceImp() } }
        container.collaborate(with: other)
        let instance: ServiceImp = try container.resolve()
        container.reset()
        #expect(try container.resolve() as ServiceImp === instance)
    }

    @Test func `D-12: reset removes everything and thaws`() throws {
        container.register(.singleton) { ServiceImp() }
        _ = try container.resolve() as ServiceImp
        try container.bootstrap()
        container.reset()
        #expect(throws: DipError.self) { try container.resolve() as ServiceImp }
        container.register { ServiceImp(name: "new") }
        #expect(try (container.resolve() as ServiceImp).name == "new")
    }

    @Test func `D-13: a container describes its definitions`() {
        container.register(tag: "tag") { (_: Int) in "a" }
        #expect(
            container.description
                == "Definitions: 1\ntype: String, arguments: Int, tag: String(\"tag\")"
        )
        let numbered = DependencyContainer { $0.register(tag: 1) { "a" } }
        #expect(numbered.description.hasSuffix("arguments: (), tag: Int(1)"))
    }

    @Test func `D-14: blocks run in the order they were added`() throws {
        container.register { ServiceImp() }
            .resolvingProperties { $1.name += "1" }
            .resolvingProperties { $1.name += "2" }
        #expect(try (container.resolve() as ServiceImp).name == "12")
    }

    @Test func `D-15: a property is resolved by its type, or by a factory`() throws {
        final class Holder {
            var service: (any Service)?
            var text = ""
            var other = ""
            var number = 0
        }
        container.register { ServiceImp() as any Service }
        container.register { "plain" }
        container.register(tag: "tag") { "tagged" }
        container.register { Holder() }
            .resolvingProperty(\Holder.service)
            .resolvingProperty(\Holder.text)
            .resolvingProperty(\Holder.other, tag: "tag")
            .resolvingProperty(\Holder.number) { _ in 5 }
        let holder: Holder = try container.resolve(tag: "unknown")
        #expect(holder.service != nil && holder.text == "plain")
        #expect(holder.other == "tagged" && holder.number == 5)
    }

    @Test func `D-15: an instance without the property traps`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = DependencyContainer()
            container.register { ServiceImp() as any Service }
                .resolvingProperty(\Client.peer) { _ in nil }
            _ = try container.resolve() as any Service
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("ServiceImp is no Client, as the key path says"))
    }

    @Test func `D-15: a value of another type than the property traps`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let container = DependencyContainer()
            container.register { "text" }
            container.register { ServiceImp() as any Service }
            container.register { (service: any Service) in Client(service: service) }
                .resolvingProperty(\Client.peer, as: String.self)
            _ = try container.resolve() as Client
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("text is no Optional<Client>, which the property of Client is"))
    }

    @Test func `D-14: definitions of a group are refined and removed in it`() throws {
        final class Owner {
            @MortiseDip.Injected(required: false) var text: String?
        }
        let container = container
        container.register { "text" }
        let gone = container.register { 5 }
        container.container.install { _ in
            container.register { ServiceImp() }
                .resolvingProperties { $1.name = "done" }
                .implements((any Service).self)
            container.register { Owner() }.autoInjectingProperties(false)
            container.register(tag: "gone") { 6 }
            let staged = container.register(tag: "gone") { 7 }
            container.remove(staged, tag: "gone")
            container.remove(gone)
            #expect(throws: Never.self) { try container.resolve() as Int }
        }
        #expect(try (container.resolve() as ServiceImp).name == "done")
        #expect(try (container.resolve() as any Service as? ServiceImp)?.name == "done")
        #expect(try (container.resolve() as Owner).text == nil)
        #expect(throws: DipError.self) { try container.resolve(tag: "gone") as Int }
    }

    @Test func `D-17: a definition describes its instances`() {
        let definition: any DefinitionType = container.register(.singleton) { "text" }
        #expect(
            definition.description == "type: String, factory: () throws -> String, scope: singleton"
        )
    }

    @Test func `C-15: 4.3's order has the tag first`() throws {
        try (OldOrder() as any OldSpelling).check()
    }

    @Test func `C-7: blocks are added, also by 4.3's name`() throws {
        try (OldBlocks() as any OldSpelling).check()
    }

    @Test func `D-98: 4.3 had names for definitions and errors`() throws {
        try (OldNames() as any OldSpelling).check()
    }
}

/// Uses deprecated names.
private protocol OldSpelling {
    func check() throws
}

private struct OldOrder: OldSpelling {
    @available(*, deprecated)
    func check() throws {
        let container = DependencyContainer()
        container.register(tag: "tag", .Singleton) { ServiceImp(name: "tagged") }
        container.register(tag: "tag", .Prototype) { (name: String) in ServiceImp(name: name) }
        let service: ServiceImp = try container.resolve(tag: "tag")
        #expect(service.name == "tagged")
        #expect(try container.resolve(tag: "tag") as ServiceImp === service)
        let other: ServiceImp = try container.resolve(tag: "tag", withArguments: "other")
        #expect(other.name == "other")
        container.register { (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) in
            a + b + c + d + e + f
        }
        container.register { (a: Int, b: Int, c: Int, d: Int, e: Int) in a + b + c + d + e }
        container.register { (a: Int, b: Int, c: Int, d: Int) in a + b + c + d }
        container.register { (a: Int, b: Int, c: Int) in a + b + c }
        container.register { (a: Int, b: Int) in a + b }
        container.register { (a: Int) in a }
        let sums: [Int] = [
            try container.resolve(withArguments: 1),
            try container.resolve(withArguments: 1, 2),
            try container.resolve(withArguments: 1, 2, 3),
            try container.resolve(withArguments: 1, 2, 3, 4),
            try container.resolve(withArguments: 1, 2, 3, 4, 5),
            try container.resolve(withArguments: 1, 2, 3, 4, 5, 6),
            try container.resolve(tag: "tag", withArguments: 1),
            try container.resolve(tag: "tag", withArguments: 1, 2),
            try container.resolve(tag: "tag", withArguments: 1, 2, 3),
            try container.resolve(tag: "tag", withArguments: 1, 2, 3, 4),
            try container.resolve(tag: "tag", withArguments: 1, 2, 3, 4, 5),
            try container.resolve(tag: "tag", withArguments: 1, 2, 3, 4, 5, 6),
        ]
        #expect(sums == [1, 3, 6, 10, 15, 21, 1, 3, 6, 10, 15, 21])
    }
}

private struct OldBlocks: OldSpelling {
    @available(*, deprecated)
    func check() throws {
        let container = DependencyContainer()
        container.register { ServiceImp() }
            .resolveDependencies { $1.name += "1" }
            .resolveDependencies { $1.name += "2" }
        #expect(try (container.resolve() as ServiceImp).name == "12")
    }
}

private struct OldNames: OldSpelling {
    @available(*, deprecated)
    func check() throws {
        let container = DependencyContainer()
        let definition: DefinitionOf<ServiceImp, () throws -> ServiceImp> = container.register {
            ServiceImp()
        }
        let key = DefinitionKey(type: Int.self)
        #expect(missingKey(DipError.DefinitionNotFound(key: key)) == key)
        guard
            case .autoInjectionFailed("x", _, _) = DipError.AutoInjectionFailed(
                label: "x",
                type: Int.self,
                underlyingError: Refusal()
            ),
            case .ambiguousDefinitions(_, let all) = DipError.AmbiguousDefinitions(
                type: Int.self,
                definitions: [definition]
            )
        else {
            Issue.record("the names of 4.3 mean those of 7.1")
            return
        }
        #expect(all.first === definition)
    }
}
