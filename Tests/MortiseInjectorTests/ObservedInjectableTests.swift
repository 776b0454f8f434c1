// SPDX-License-Identifier: MIT

import Mortise
import MortiseInjector
import Observation
import Testing

// Rules S-30 to S-35.
@Suite(.quiet) struct `An observed property of an injector` {
    @Test func `S-30: has a value from the beginning, and follows`() {
        let bench = Bench()
        let count = Counter()
        bench.injector.register(Int.self) { count.add() }
        let property = ObservedInjectable<Int>(context: bench.context)
        #expect(count.value == 1)
        #expect(property.wrappedValue == 1)
        bench.injector.add(Int.self, key: "other") { 7 }
        bench.injector.updateDependencyKey(of: Int.self, newKey: "other")
        #expect(property.wrappedValue == 7)
    }

    @Test func `S-31: has its own instance, or the existing singleton`() throws {
        let bench = Bench.withRepositories()
        let (first, second) = (bench.observed(), bench.observed())
        let single = bench.injectable(injection: .singleton, constrainedTo: "remote").wrappedValue
        #expect(first.wrappedValue !== second.wrappedValue)
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "remote")
        #expect(first.wrappedValue === single)
        #expect(second.wrappedValue === single)
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "local")
        #expect(first.wrappedValue?.fetch() == [1, 2, 3, 4])
        #expect(first.wrappedValue !== second.wrappedValue)
        #expect(first.wrappedValue === first.wrappedValue)
    }

    @Test func `S-31: is made on the next read, and not when the key changes`() {
        let bench = Bench()
        let made = Counter()
        bench.injector.register(Int.self, key: "a") { 0 }
        bench.injector.add(Int.self, key: "b") { made.add() }
        let property = ObservedInjectable<Int>(context: bench.context)
        #expect(property.wrappedValue == 0)
        bench.injector.updateDependencyKey(of: Int.self, newKey: "b")
        #expect(made.value == 0)
        #expect(property.wrappedValue == 1)
        #expect(made.value == 1)
    }

    @Test func `S-31: starts with its own instance, even beside a singleton`() {
        let bench = Bench.withRepositories()
        func single(_ key: String) -> (any Repository)? {
            bench.injectable(injection: .singleton, constrainedTo: key).wrappedValue
        }
        let (local, remote) = (single("local"), single("remote"))
        let early = bench.observed()
        #expect(early.wrappedValue !== local)
        #expect(early.wrappedValue?.fetch() == [1, 2, 3, 4])
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "remote")
        #expect(early.wrappedValue === remote)
        let late = bench.observed()
        #expect(late.wrappedValue !== remote)
        #expect(late.wrappedValue?.fetch() == [5, 6, 7, 8])
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "local")
        #expect(late.wrappedValue === local)
        #expect(early.wrappedValue === local)
    }

    @Test func `S-32: keeps its value if the key is selected already, or unknown`() {
        let bench = Bench.withRepositories()
        let property = bench.observed()
        let value = property.wrappedValue
        let name = "\((any Repository).self)"
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "local")
        #expect(bench.errors.take() == [.equalDependecyKeyOnUpdate(name: name, key: "local")])
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "later")
        #expect(bench.errors.take() == [.noImplementationFoundForPublish(name: name)])
        #expect(property.wrappedValue === value)
        #expect(bench.injector.getCurrentKey(of: (any Repository).self) == "later")
        #expect(bench.injectable().wrappedValue == nil)
        bench.injector.add(
            (any Repository).self,
            key: "later",
            implementation: RemoteRepository.instance
        )
        #expect(property.wrappedValue?.fetch() == [5, 6, 7, 8])
        #expect(bench.injectable().wrappedValue?.fetch() == [5, 6, 7, 8])
    }

    @Test func `S-33: survives adding, registering again and removing`() {
        let bench = Bench.withRepositories()
        let property = bench.observed()
        bench.injector.add(
            (any Repository).self,
            key: "more",
            implementation: LocalRepository.instance
        )
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "remote")
        #expect(property.wrappedValue?.fetch() == [5, 6, 7, 8])
        bench.injector.remove((any Repository).self)
        #expect(property.wrappedValue?.fetch() == [5, 6, 7, 8])
        bench.injector.register((any Repository).self, implementation: LocalRepository.instance)
        #expect(property.wrappedValue?.fetch() == [1, 2, 3, 4])
        bench.injector.clear()
        bench.injector.register((any Repository).self, implementation: RemoteRepository.instance)
        #expect(property.wrappedValue?.fetch() == [5, 6, 7, 8])
        bench.injector.destroy()
        #expect(property.wrappedValue?.fetch() == [5, 6, 7, 8])
        bench.injector.register((any Repository).self, implementation: LocalRepository.instance)
        #expect(property.wrappedValue?.fetch() == [1, 2, 3, 4])
    }

    @Test func `S-34: that was created too early tries again on every read`() {
        let bench = Bench()
        let property = bench.observed()
        #expect(property.wrappedValue == nil)
        #expect(bench.errors.take().contains(.noPublisherFounded(name: "\((any Repository).self)")))
        bench.injector.register((any Repository).self, implementation: LocalRepository.instance)
        let single = bench.injectable(injection: .singleton).wrappedValue
        #expect(property.wrappedValue?.fetch() == [1, 2, 3, 4])
        #expect(property.wrappedValue !== single)
    }

    @Test func `S-35: is released with its owner, with its instance`() {
        final class Owner {
            let property: ObservedInjectable<any Repository>
            init(_ bench: Bench) { property = bench.observed() }
        }
        let bench = Bench.withRepositories()
        var owner: Owner? = Owner(bench)
        weak let held = owner?.property.wrappedValue
        #expect(held != nil)
        owner = nil
        #expect(held == nil)
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "remote")
    }

    @Test func `notifies its trackers`() {
        let bench = Bench.withRepositories()
        let property = bench.observed()
        let count = Counter()
        withObservationTracking {
            _ = property.wrappedValue
        } onChange: {
            count.add()
        }
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "remote")
        #expect(count.value == 1)
    }

    @Test func `S-31: keeps its instance when others are added`() {
        let bench = Bench.withRepositories()
        let property = bench.observed()
        let value = property.wrappedValue
        bench.injector.add(
            (any Repository).self,
            key: "more",
            implementation: LocalRepository.instance
        )
        #expect(property.wrappedValue === value)
    }

    @Test func `S-43: does not bring back a context that was destroyed`() {
        let bench = Bench.withRepositories()
        let (observed, injectable) = (bench.observed(), bench.injectable(constrainedTo: "late"))
        let value = observed.wrappedValue
        #expect(injectable.wrappedValue == nil)
        bench.injector.destroy()
        #expect(observed.wrappedValue === value)
        #expect(injectable.wrappedValue == nil)
        #expect(!Injector.contextNames.contains(bench.context))
        bench.injector.register(
            (any Repository).self,
            key: "late",
            implementation: RemoteRepository.instance
        )
        #expect(observed.wrappedValue?.fetch() == [5, 6, 7, 8])
        #expect(injectable.wrappedValue?.fetch() == [5, 6, 7, 8])
        bench.injector.destroy()
    }
}
