// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseInjector
import Testing

// Rules S-20 to S-26, S-70 and S-71.
@Suite(.quiet) struct `An injected property` {
    @Test func `S-20: may choose the instance, time, context and key`() {
        final class Service {
            @Injectable var first: (any Repository)?
            @Injectable(injection: .singleton, instantiation: .regular)
            var second: (any Repository)?
            @Injectable(context: .custom(name: "S-20"), constrainedTo: "remote")
            var third: (any Repository)?
        }
        let injector = Injector.build(context: .custom(name: "S-20"))
        defer { injector.destroy() }
        injector.register((any Repository).self, key: "remote") { RemoteRepository() }
        let service = Service()
        #expect(service.third?.fetch() == [5, 6, 7, 8])
    }

    @Test func `S-21: is new for every property, or one singleton for all`() {
        let bench = Bench.withRepositories()
        let first = bench.injectable()
        let copy = first
        #expect(first.wrappedValue === first.wrappedValue)
        #expect(copy.wrappedValue === first.wrappedValue)
        #expect(bench.injectable().wrappedValue !== first.wrappedValue)

        let kept = bench.injectable(injection: .singleton)
        #expect(bench.injectable(injection: .singleton).wrappedValue === kept.wrappedValue)
        let other = bench.injectable(injection: .singleton, constrainedTo: "remote")
        #expect(other.wrappedValue !== kept.wrappedValue)
        let elsewhere = Bench.withRepositories().injectable(injection: .singleton)
        #expect(elsewhere.wrappedValue !== kept.wrappedValue)
    }

    @Test func `S-22: makes a singleton once`() {
        let bench = Bench()
        let count = Counter()
        bench.injector.register(Int.self) { count.add() }
        for _ in 1...3 {
            let property = Injectable<Int>(injection: .singleton, context: bench.context)
            #expect(property.wrappedValue == 1)
        }
        #expect(count.value == 1)
    }

    @Test func `S-23: does not remember that there was no singleton`() {
        let bench = Bench()
        let count = Counter()
        bench.injector.register(Int.self, key: "a") { count.add() == 1 ? nil : 7 }
        func property(_ key: String) -> Int? {
            Injectable<Int>(injection: .singleton, context: bench.context, constrainedTo: key)
                .wrappedValue
        }
        #expect(property("a") == nil)
        #expect(property("a") == 7)
        #expect(property("b") == nil)
        bench.injector.add(Int.self, key: "b") { 8 }
        #expect(property("b") == 8)
    }

    @Test func `S-24: is requested again while it is nil, unless it is injected on creation`() {
        let bench = Bench()
        let lazy = Injectable<Int>(context: bench.context)
        let eager = Injectable<Int>(instantiation: .regular, context: bench.context)
        #expect(lazy.wrappedValue == nil)
        #expect(eager.wrappedValue == nil)
        let count = Counter()
        bench.injector.register(Int.self) { count.add() }
        #expect(count.value == 0)
        #expect(lazy.wrappedValue == 1)
        #expect(lazy.wrappedValue == 1)
        #expect(eager.wrappedValue == nil)
        let next = Injectable<Int>(instantiation: .regular, context: bench.context)
        #expect(count.value == 2)
        #expect(next.wrappedValue == 2)
    }

    @Test func `S-24: is injected once for any number of threads`() async {
        for _ in 0..<100 {
            let bench = Bench()
            let count = Counter()
            bench.injector.register(Int.self) { count.add() }
            let property = Shared(Injectable<Int>(context: bench.context))
            await withTaskGroup(of: Int?.self) { group in
                for _ in 0..<4 { group.addTask { property.value.wrappedValue } }
                for await value in group { #expect(value == 1) }
            }
            #expect(count.value == 1)
            bench.injector.destroy()
        }
    }

    @Test func `S-25: with a key has no fallback`() {
        let bench = Bench.withRepositories()
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "remote")
        #expect(bench.injectable(constrainedTo: "local").wrappedValue?.fetch() == [1, 2, 3, 4])
        #expect(bench.injectable(constrainedTo: "unknown").wrappedValue == nil)
        #expect(
            bench.errors.take().first
                == .implementationsCouldNotBeCasted(name: "\((any Repository).self)")
        )
    }

    @Test func `S-21: is the same implementation in both modes during changes`()
        async
    {
        let bench = Bench.withRepositories()
        await withTaskGroup { group in
            for key in ["remote", "local"] {
                group.addTask {
                    for _ in 0..<200 {
                        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: key)
                    }
                }
            }
            group.addTask {
                for _ in 0..<100 { bench.injector.remove((any Repository).self) }
            }
            group.addTask {
                for _ in 0..<100 {
                    bench.injector.addOrRegister((any Repository).self, key: "local") {
                        LocalRepository()
                    }
                    bench.injector.addOrRegister((any Repository).self, key: "remote") {
                        RemoteRepository()
                    }
                }
            }
        }
        bench.injector.addOrRegister((any Repository).self, key: "local") { LocalRepository() }
        bench.injector.addOrRegister((any Repository).self, key: "remote") { RemoteRepository() }
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "local")
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "remote")
        let regular: any Repository = bench.injector.get()
        let singleton: any Repository = bench.injector.get(injectionType: .singleton)
        #expect(regular.fetch() == singleton.fetch())
    }

    private final class Hen: Sendable {
        let egg: Egg
        init(_ egg: Egg) { self.egg = egg }
    }

    private final class Egg: Sendable {
        let hen: Hen
        init(_ hen: Hen) { self.hen = hen }
    }

    @Test func `S-21: is nothing if implementations inject each other, which is an error`() {
        let bench = Bench()
        let injector = bench.injector
        injector.register(Hen.self) { Hen(try injector.resolve()) }
        injector.register(Egg.self) { Egg(try injector.resolve()) }
        #expect(Injectable<Hen>("File.swift", 3, context: bench.context).wrappedValue == nil)
        #expect(
            bench.errors.take() == [
                .implementationsCouldNotBeCasted(name: "Hen"),
                .noImplementationFoundOnInjection(name: "Hen", place: "File.swift 3"),
            ]
        )
        let error = #expect(throws: ResolutionError.self) { try injector.resolve(Hen.self) }
        #expect(error?.code == .cycle)
        injector.destroy()
    }

    @Test func `S-26: keeps its value when another is selected, or singletons are reset`() {
        let bench = Bench.withRepositories()
        let resolved = bench.injectable()
        let pending = bench.injectable()
        let kept = bench.injectable(injection: .singleton)
        let (value, singleton) = (resolved.wrappedValue, kept.wrappedValue)
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "remote")
        #expect(resolved.wrappedValue === value)
        #expect(pending.wrappedValue?.fetch() == [5, 6, 7, 8])

        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "local")
        bench.injector.resetSingleton(of: (any Repository).self, key: "remote")
        #expect(bench.injectable(injection: .singleton).wrappedValue === singleton)
        bench.injector.resetSingleton(of: (any Repository).self, key: "local")
        let second = bench.injectable(injection: .singleton).wrappedValue
        #expect(second !== singleton)
        #expect(kept.wrappedValue === singleton)
        bench.injector.resetSingleton(of: (any Repository).self)
        #expect(bench.injectable(injection: .singleton).wrappedValue !== second)
    }

    @Test func `S-71: may be required, and injected on creation`() {
        let bench = Bench()
        let count = Counter()
        bench.injector.register(Int.self) { count.add() }
        let property = Inject<Int>(context: bench.context)
        #expect(count.value == 1)
        #expect(property.wrappedValue == 1)
        #expect(property.wrappedValue == 1)
    }
}

/// Passes a value to several tasks.
// @unchecked: for testing a property that may be read from any thread.
struct Shared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
