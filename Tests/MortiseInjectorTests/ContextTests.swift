// SPDX-License-Identifier: MIT

import Mortise
import MortiseInjector
import Testing

// Rules S-40 to S-43, and S-60.
@Suite(.quiet) struct `A context` {
    @Test func `S-40: is identified by its kind and its name`() {
        let name = "S-40"
        let contexts: [InjectionContext] = [.custom(name: name), .tests(name: name)]
        let injectors = contexts.map(Injector.build)
        defer { for injector in injectors { injector.destroy() } }
        for (index, injector) in injectors.enumerated() {
            injector.register(Int.self) { index }
        }
        #expect(injectors.map { $0.get(Int.self) } == [0, 1])
        #expect(contexts.map(\.id) == [name, name])
        #expect(contexts.map(\.description) == ["custom:S-40", "tests:S-40"])
        #expect(InjectionContext.global.id == "global")
        #expect(InjectionContext.custom(name: "global") != .global)
    }

    private struct Known: Sendable {}

    @Test func `S-41: does not fall back to the global one`() {
        Injector.global.register(Known.self) { Known() }
        defer { Injector.global.remove(Known.self) }
        let bench = Bench()
        #expect(Injectable<Known>().wrappedValue != nil)
        #expect(Injectable<Known>(context: bench.context).wrappedValue == nil)
        #expect(
            bench.errors.all.first
                == .notAbstrationFound(name: "Known", context: bench.context)
        )
    }

    @Test func `S-42: of a test applies to the properties of its file`() {
        let injector = Injector.build(context: .tests(name: "SwiftTestingSubject"))
        injector.register((any Repository).self, implementation: LocalRepository.instance)
        let subject = SwiftTestingSubject()
        #expect(subject.repository?.fetch() == [1, 2, 3, 4])
        #expect(subject.observed?.fetch() == [1, 2, 3, 4])

        // Decided when the property is created.
        injector.destroy()
        let outside = SwiftTestingSubject()
        injector.register((any Repository).self, implementation: LocalRepository.instance)
        #expect(outside.repository == nil)
        #expect(TestMode.$isForced.withValue(false) { SwiftTestingSubject() }.repository == nil)
        // An existing empty context gives nothing.
        injector.clear()
        #expect(SwiftTestingSubject().repository == nil)
        injector.destroy()
    }

    @Test func `S-42: of a test has its own kind: one of the same name does not apply`() {
        struct Part: Sendable {}
        let custom = Injector.build(context: .custom(name: "OtherSubject"))
        defer { custom.destroy() }
        custom.register(Part.self) { Part() }
        #expect(Injectable<Part>("App/OtherSubject.swift", 1).wrappedValue == nil)

        let tests = Injector.build(context: .tests(name: "OtherSubject"))
        defer { tests.destroy() }
        tests.register(Part.self) { Part() }
        #expect(Injectable<Part>("App/OtherSubject.swift", 1).wrappedValue != nil)
    }

    @Test func `S-1, S-43: of the whole program is always there, and emptied by destroying it`()
        async
    {
        await #expect(processExitsWith: .success) {
            let injector = Injector.global
            let container = injector.container
            injector.register(Int.self) { 1 }
            precondition(Injectable<Int>().wrappedValue == 1)
            injector.destroy()
            precondition(injector.container === container)
            precondition(Injectable<Int>().wrappedValue == nil)
            injector.register(Int.self) { 2 }
            precondition(Injectable<Int>().wrappedValue == 2)
        }
    }

    @Test func `S-43: takes its error handlers with it`() {
        let bench = Bench()
        bench.injector.destroy()
        bench.injector.updateDependencyKey(of: Int.self, newKey: "a")
        #expect(bench.errors.all.isEmpty)
    }

    @Test func `S-43: is destroyed with everything in it, and starts empty again`() {
        let bench = Bench.withRepositories()
        let property = bench.injectable()
        let value = property.wrappedValue
        weak let single = bench.injectable(injection: .singleton).wrappedValue
        #expect(single != nil)
        bench.injector.destroy()
        #expect(single == nil)
        #expect(value?.fetch() == [1, 2, 3, 4])
        #expect(property.wrappedValue === value)
        #expect(bench.injectable().wrappedValue == nil)
        bench.injector.register((any Repository).self, implementation: RemoteRepository.instance)
        #expect(bench.injectable().wrappedValue?.fetch() == [5, 6, 7, 8])
    }

    @Test func `S-60: knows that this is a test, without the environment`() {
        #expect(TestMode.isOn)
        #expect(TestMode.$isForced.withValue(false) { TestMode.isOn } == false)
    }

    @Test func `S-42: is named after a file with several dots`() {
        let context = InjectionContext.tests(name: "Service.Preview")
        let injector = Injector.build(context: context)
        injector.register(Int.self) { 4 }
        defer { injector.destroy() }
        #expect(Injectable<Int>("App/Service.Preview.swift", 1).wrappedValue == 4)
    }
}
