// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseInjector
import Testing

// Rules S-1 to S-9.
@Suite(.quiet) struct `An injector` {
    @Test func `S-1: makes its context on first use`() {
        let context = InjectionContext.custom(name: "S-1")
        let injector = Injector.build(context: context)
        defer { injector.destroy() }
        #expect(Injector.isKnown(context) == false)
        injector.register(Int.self) { 1 }
        #expect(Injector.isKnown(context))
        #expect(Injector.global.get(String?.self, orNil: "S-1") == nil)
    }

    @Test func `S-2: registers one implementation or several, one of them selected`() {
        let bench = Bench.withRepositories()
        #expect(bench.injector.get((any Repository).self).fetch() == [1, 2, 3, 4])
        #expect(
            bench.injector.get((any Repository).self, constrainedTo: "remote").fetch()
                == [5, 6, 7, 8]
        )
        bench.injector.register(Int.self) { 7 }
        #expect(bench.injector.get() == 7)
        #expect(bench.injector.getCurrentKey(of: Int.self) == "")
    }

    @Test func `S-3: adds a single implementation under its key`() {
        let bench = Bench()
        bench.injector.register(Int.self, key: "one") { 1 }
        bench.injector.add(Int.self, key: "two") { 2 }
        bench.injector.add(Int.self, implementations: ["three": { 3 }, "four": { 4 }])

        #expect(bench.injector.get(Int.self) == 1)
        for (key, value) in ["one": 1, "two": 2, "three": 3, "four": 4] {
            #expect(bench.injector.get(Int.self, constrainedTo: key) == value)
        }
        #expect(bench.errors.all.isEmpty)
    }

    @Test func `S-4: selects, returns the selected key, removes, clears and is destroyed`() {
        let bench = Bench.withRepositories()
        let injector = bench.injector
        #expect(injector.getCurrentKey(of: (any Repository).self) == "local")
        injector.updateDependencyKey(of: (any Repository).self, newKey: "remote")
        #expect(injector.getCurrentKey(of: (any Repository).self) == "remote")
        #expect(injector.get((any Repository).self).fetch() == [5, 6, 7, 8])
        injector.remove((any Repository).self)
        #expect(injector.getCurrentKey(of: (any Repository).self) == nil)
        #expect(throws: InjectionError.self) { try injector.resolve((any Repository).self) }
        injector.register(Int.self) { 1 }
        injector.clear()
        #expect(throws: InjectionError.self) { try injector.resolve(Int.self) }
    }

    private enum One { struct Service: Sendable { let number = 1 } }
    private enum Two { struct Service: Sendable { let number = 2 } }

    @Test func `S-5: distinguishes types of one name`() {
        let bench = Bench()
        bench.injector.register(One.Service.self) { One.Service() }
        bench.injector.register(Two.Service.self) { Two.Service() }
        #expect(bench.injector.get(One.Service.self).number == 1)
        #expect(bench.injector.get(Two.Service.self).number == 2)
        #expect(bench.errors.all.isEmpty)
    }

    @Test func `S-6: leaves registered abstractions alone, and adds to no others`() {
        let bench = Bench()
        bench.inProduction {
            bench.injector.add(Int.self, key: "") { 0 }
            bench.injector.register(Int.self) { 1 }
            bench.injector.register(Int.self) { 2 }
        }
        #expect(bench.injector.get(Int.self) == 1)
        #expect(
            bench.errors.all == [
                .abstractionNotFoundForUpdate(name: "Int"),
                .abstractionAlreadyRegistered(name: "Int", context: bench.context),
            ]
        )
    }

    @Test func `S-6: registers once, also inside a group`() {
        let bench = Bench()
        bench.inProduction {
            bench.injector.container.install { _ in
                bench.injector.register(Int.self, key: "a") { 1 }
                bench.injector.register(Int.self, key: "b") { 2 }
            }
        }
        #expect(
            bench.errors.take() == [
                .abstractionAlreadyRegistered(name: "Int", context: bench.context)
            ]
        )
        #expect(bench.injector.get(Int.self) == 1)
    }

    @Test func `S-7: keeps the default key, also inside a group`() {
        let bench = Bench()
        bench.injector.register(Int.self, key: "a") { 1 }
        bench.injector.container.install { _ in
            bench.injector.register(Int.self, key: "b") { 2 }
        }
        #expect(bench.injector.getCurrentKey(of: Int.self) == "a")
        #expect(bench.injector.get(Int.self, injectionType: .singleton) == 1)
        #expect(bench.injector.get(Int.self, constrainedTo: "b") == 2)
    }

    @Test func `S-7: merges in a test, and keeps the default key and singletons`() throws {
        let bench = Bench()
        bench.injector.add(
            (any Repository).self,
            key: "a",
            implementation: LocalRepository.instance
        )
        let kept = try bench.injector.resolve((any Repository).self, injectionType: .singleton)
        bench.injector.register(
            (any Repository).self,
            defaultDependency: "b",
            implementations: ["a": RemoteRepository.instance, "b": RemoteRepository.instance]
        )
        #expect(bench.injector.getCurrentKey(of: (any Repository).self) == "a")
        #expect(bench.injector.get((any Repository).self).fetch() == [5, 6, 7, 8])
        let again = try bench.injector.resolve((any Repository).self, injectionType: .singleton)
        #expect(again === kept)
        #expect(bench.errors.all.isEmpty)
    }

    @Test func `S-8: makes dependencies by their initializer, also values, and takes nil`() {
        struct Value: InjectableDependency, Sendable { var number = 3 }
        let bench = Bench()
        bench.injector.register(Value.self, implementation: Value.instance)
        bench.injector.register(Int.self) { nil }
        #expect(bench.injector.get(Value.self).number == 3)
        #expect(Injectable<Int>(context: bench.context).wrappedValue == nil)
    }

    @Test func `S-8: makes a dependency by its own method, also in generic code`() {
        struct Value: InjectableDependency, Sendable {
            var number = 3
            static func instance() -> Value { Value(number: 4) }
        }
        struct Plain: InjectableDependency, Sendable { var number = 3 }
        func register<T: InjectableDependency>(_ type: T.Type, in injector: Injector) {
            injector.register(type, implementation: T.instance)
        }
        let bench = Bench()
        register(Value.self, in: bench.injector)
        register(Plain.self, in: bench.injector)
        #expect(bench.injector.get(Value.self).number == 4)
        #expect(bench.injector.get(Plain.self).number == 3)
    }

    @Test func `S-2: may be registered before it has implementations`() {
        let bench = Bench()
        func register(_ keys: String...) {
            let all = keys.map { key in (key, { @Sendable () -> Int? in key.count }) }
            bench.injector.register(
                Int.self,
                defaultDependency: "a",
                implementations: Dictionary(uniqueKeysWithValues: all)
            )
        }
        bench.inProduction {
            register()
            #expect(bench.injector.getCurrentKey(of: Int.self) == "a")
            #expect(throws: InjectionError.implementationsCouldNotBeCasted(name: "Int")) {
                try bench.injector.resolve(Int.self)
            }
            register("a")
            #expect(
                bench.errors.take() == [
                    .abstractionAlreadyRegistered(name: "Int", context: bench.context)
                ]
            )
            let observed = ObservedInjectable<Int>(context: bench.context)
            #expect(!bench.errors.take().contains(.noPublisherFounded(name: "Int")))
            bench.injector.add(Int.self, key: "b") { 2 }
            #expect(throws: InjectionError.self) { try bench.injector.resolve(Int.self) }
            bench.injector.add(Int.self, key: "a") { 1 }
            #expect(bench.injector.get(Int.self) == 1)
            #expect(bench.injector.get(Int.self, injectionType: .singleton) == 1)
            #expect(observed.wrappedValue == 1)
            #expect(bench.errors.take().isEmpty)
        }
    }

    @Test func `S-2: selects and removes an abstraction without implementations like any other`() {
        let bench = Bench()
        func register() {
            bench.injector.register(Int.self, defaultDependency: "a", implementations: [:])
        }
        bench.inProduction {
            register()
            bench.injector.updateDependencyKey(of: Int.self, newKey: "b")
            #expect(bench.errors.take() == [.noImplementationFoundForPublish(name: "Int")])
            bench.injector.add(Int.self, key: "b") { 2 }
            #expect(bench.injector.get(Int.self) == 2)
            for forget in [{ bench.injector.remove(Int.self) }, { bench.injector.clear() }] {
                forget()
                register()
                forget()
                bench.injector.add(Int.self, key: "a") { 1 }
                #expect(bench.errors.take() == [.abstractionNotFoundForUpdate(name: "Int")])
            }
            bench.injector.container.install { _ in
                register()
                register()
                bench.injector.add(Int.self, key: "a") { 3 }
                bench.injector.remove(Int.self)
                bench.injector.add(Int.self, key: "a") { 3 }
                register()
            }
        }
        #expect(
            bench.errors.take() == [
                .abstractionAlreadyRegistered(name: "Int", context: bench.context),
                .abstractionNotFoundForUpdate(name: "Int"),
            ]
        )
        #expect(throws: InjectionError.self) { try bench.injector.resolve(Int.self) }
    }

    @Test func `S-9: may be used by many threads`() async {
        for _ in 0..<50 {
            let bench = Bench()
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        bench.inProduction { bench.injector.register(Int.self) { index } }
                        bench.injector.add(Int.self, key: "\(index)") { index }
                        let key = "\(index)"
                        bench.injector.updateDependencyKey(of: Int.self, newKey: key)
                        _ = bench.injector.get(Int.self)
                    }
                }
            }
            let refused = bench.errors.all.count {
                $0 == .abstractionAlreadyRegistered(name: "Int", context: bench.context)
            }
            #expect(refused == 7)
            let selected = bench.injector.get(Int.self)
            #expect(bench.injector.get(Int.self, injectionType: .singleton) == selected)
            for index in 0..<8 {
                #expect(bench.injector.get(Int.self, constrainedTo: "\(index)") == index)
            }
            bench.injector.destroy()
        }
    }

    @Test func `S-73: adds or registers, and the first key is the default`() {
        let bench = Bench()
        bench.inProduction {
            bench.injector.addOrRegister(Int.self, key: "one") { 1 }
            bench.injector.addOrRegister(Int.self, implementations: ["two": { 2 }])
            bench.injector.addOrRegister(Int.self, key: "three") { 3 }
        }
        #expect(bench.injector.get(Int.self) == 1)
        #expect(bench.injector.get(Int.self, constrainedTo: "two") == 2)
        #expect(bench.errors.all.isEmpty)
    }

    @Test func `S-73: takes the least of several first keys`() {
        let bench = Bench()
        let all = (0..<20).map { number in ("\(number + 10)", { @Sendable () -> Int? in number }) }
        bench.injector.addOrRegister(
            Int.self,
            implementations: Dictionary(uniqueKeysWithValues: all)
        )
        #expect(bench.injector.getCurrentKey(of: Int.self) == "10")
        #expect(bench.injector.get(Int.self) == 0)
    }

    @Test func `S-73: selects instances and singletons together, also after a restart`() {
        let bench = Bench()
        func singleton() -> Int { bench.injector.get(Int.self, injectionType: .singleton) }
        bench.injector.addOrRegister(Int.self, implementations: ["one": { 1 }, "two": { 2 }])
        #expect(singleton() == 1)
        bench.injector.updateDependencyKey(of: Int.self, newKey: "two")
        #expect(bench.injector.get(Int.self) == 2)
        #expect(singleton() == 2)
        bench.injector.remove(Int.self)
        bench.injector.addOrRegister(Int.self, implementations: ["one": { 3 }, "two": { 4 }])
        #expect(bench.injector.get(Int.self) == 3)
        #expect(singleton() == 3)
        bench.injector.updateDependencyKey(of: Int.self, newKey: "three")
        bench.injector.clear()
        bench.injector.addOrRegister(Int.self, implementations: ["three": { 5 }, "two": { 6 }])
        #expect(bench.injector.get(Int.self) == 5)
        #expect(singleton() == 5)
    }

    @Test func `S-4: removes inside a group, too`() throws {
        struct Broken: Error {}
        let bench = Bench()
        bench.injector.container.install { _ in
            bench.injector.register(Int.self) { 1 }
            bench.injector.remove(Int.self)
        }
        #expect(throws: InjectionError.self) { try bench.injector.resolve(Int.self) }
        bench.injector.register(Int.self) { 1 }
        #expect(throws: Broken.self) {
            try bench.injector.container.install { _ in
                bench.injector.remove(Int.self)
                throw Broken()
            }
        }
        #expect(bench.injector.get(Int.self) == 1)
        bench.injector.container.install { _ in
            bench.injector.remove(Int.self)
            bench.injector.register(Int.self, key: "again") { 2 }
        }
        #expect(bench.injector.get(Int.self) == 2)
        #expect(bench.injector.get(Int.self, injectionType: .singleton) == 2)
    }

    @Test func `S-21: has singletons of new code's registrations, too`() throws {
        let bench = Bench()
        bench.injector.register(
            (any Repository).self,
            key: "old",
            implementation: LocalRepository.instance
        )
        bench.injector.container.register(tag: "new") { RemoteRepository() as any Repository }
            .selectable()
        func singleton(_ key: String?) throws -> any Repository {
            try bench.injector.resolve(injectionType: .singleton, constrainedTo: key)
        }
        #expect(try singleton("new").fetch() == [5, 6, 7, 8])
        #expect(try singleton("new") === singleton("new"))
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "new")
        #expect(try singleton(nil) === singleton("new"))
        #expect(try singleton("old").fetch() == [1, 2, 3, 4])
    }

    @Test func `S-25: has no fallback from a key, also while others remove it`() async {
        let bench = Bench()
        let done = Counter()
        let wrong = await withTaskGroup(of: Int.self) { group in
            group.addTask {
                for _ in 0..<1_000 {
                    bench.injector.addOrRegister(Int.self, key: "local") { 1 }
                    bench.injector.remove(Int.self)
                    bench.injector.addOrRegister(Int.self, key: "remote") { 2 }
                    bench.injector.remove(Int.self)
                }
                _ = done.add()
                return 0
            }
            group.addTask {
                var wrong = 0
                while done.value == 0 {
                    let found = try? bench.injector.resolve(Int.self, constrainedTo: "local")
                    if let found, found != 1 { wrong += 1 }
                }
                return wrong
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    @Test func `S-6: reports a key's conflict, and a missing abstraction`() {
        let bench = Bench()
        bench.injector.register(Int.self, key: "a") { 1 }
        bench.inProduction { bench.injector.add(String.self, implementations: [:]) }
        #expect(bench.errors.take() == [.abstractionNotFoundForUpdate(name: "String")])
        bench.injector.container.register { 5 }
        bench.injector.updateDependencyKey(of: Int.self, newKey: "b")
        #expect(bench.errors.take() == [.noImplementationFoundForPublish(name: "Int")])
    }

    @Test func `S-70: gives the instance, or stops the program`() async {
        let bench = Bench.withRepositories()
        let repository: any Repository = bench.injector.get(injectionType: .singleton)
        #expect(bench.injector.get(injectionType: .singleton) as any Repository === repository)
        await #expect(processExitsWith: .failure) {
            let injector = Injector.build(context: .custom(name: "nothing"))
            _ = injector.get(Int.self)
        }
        await #expect(processExitsWith: .failure) {
            let property = Inject<Int>(context: .custom(name: "nothing"))
            _ = property.wrappedValue
        }
    }
}

extension Injector {
    static func isKnown(_ context: InjectionContext) -> Bool {
        contextNames.contains(context)
    }

    /// An instance that is not registered.
    func get(_ type: String?.Type, orNil key: String) -> String? {
        try? resolve(String.self, constrainedTo: key)
    }
}
