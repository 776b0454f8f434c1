// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Testing

// Dip 4's old spellings behave like their counterparts. Samples in `Tests/MustNotCompile` pin the compiler's
// messages.
@Suite(.quiet) struct `An old spelling` {
    @Test func `registers and removes under a tag`() throws {
        try (Tags() as any Check).check()
    }

    private struct Tags: Check {
        @available(*, deprecated)
        func check() throws {
            let (container, other) = (DependencyContainer(), DependencyContainer())
            let definition = container.register(.Unique, tag: "tag") { ServiceImp() }
            other.register(definition, forTag: "other")
            #expect(throws: DipError.self) { try other.resolve() as ServiceImp }
            _ = try other.resolve(tag: "other") as ServiceImp
            container.remove(definition, forTag: "tag")
            #expect(throws: DipError.self) { try container.resolve(tag: "tag") as ServiceImp }
        }
    }

    @Test func `registers a factory of several arguments with its wiring`() throws {
        try (Factory() as any Check).check()
    }

    private struct Factory: Check {
        @available(*, deprecated)
        func check() throws {
            let container = DependencyContainer()
            container.register { 7 }
            let definition = container.registerFactory(
                tag: "tag",
                scope: .Singleton,
                factory: { (number: Int) in "\(number)" },
                numberOfArguments: 1,
                autoWiringFactory: { container, tag in
                    "wired \(try container.resolve(tag: tag) as Int)"
                }
            )
            let same: MortiseDip.Definition<String, Int> = definition
            #expect(same === definition)
            #expect(try container.resolve(tag: "tag") == "wired 7")
            #expect(try container.resolve(tag: "tag", arguments: 5) == "5")
        }
    }

    @Test func `names scopes and keys`() throws {
        try (Names() as any Check).check()
    }

    private struct Names: Check {
        @available(*, deprecated)
        func check() {
            let scopes: [ComponentScope] = [.Unique, .Shared, .EagerSingleton, .WeakSingleton]
            #expect(scopes == [.unique, .shared, .eagerSingleton, .weakSingleton])
            let key = DefinitionKey(type: Int.self, tag: "tag")
            #expect(key.protocolType == Int.self && key.associatedTag == "tag")
        }
    }

    @Test func `makes a property like another one, with a value`() throws {
        try (Properties() as any Check).check()
    }

    private struct Properties: Check {
        @available(*, deprecated)
        func check() throws {
            let heard = Counter()
            let empty = MortiseDip.Injected<Int>(tag: "tag") { _ in _ = heard.next() }
            let filled = empty.setValue(5)
            #expect(empty.value == nil && filled.value == 5 && heard.count == 0)
            let container = DependencyContainer { $0.register(tag: "tag") { 6 } }
            try filled.resolve(container)
            #expect(filled.value == 6 && heard.count == 1)
            let client = Client(service: ServiceImp())
            let weak = MortiseDip.InjectedWeak<Client>(required: false).setValue(client)
            #expect(weak.value === client)
            #expect(weak.setValue(nil).value == nil)
        }
    }

    @Test func `does not set a required property to nil`() async {
        await #expect(processExitsWith: .failure) {
            try (Refused() as any Check).check()
        }
    }

    private struct Refused: Check {
        @available(*, deprecated)
        func check() { _ = MortiseDip.Injected<Int>().setValue(nil) }
    }
}

/// Called without being deprecated itself.
private protocol Check {
    func check() throws
}
