// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Synchronization
import Testing

@Suite struct `A self-resolving property` {
    /// Not `Sendable`: it owns its properties.
    private final class Model {
        @Resolved var repository: any Repository
        @Resolved(tag: "local") var local: any Repository
        @Resolved var missing: LocalRepository?
    }

    private static func container(_ count: Counter = Counter()) -> Container {
        Container {
            $0.register {
                count.add()
                return RemoteRepository() as any Repository
            }
            $0.register(.singleton, tag: "local") { LocalRepository() as any Repository }
        }
    }

    @Test func `does so when it is first read, and once`() {
        let count = Counter()
        Container.withCurrent(Self.container(count)) {
            let model = Model()
            #expect(count.value == 0)
            let repository = model.repository
            #expect(model.repository === repository)
            #expect(count.value == 1)
            #expect(Model().repository !== repository)
        }
    }

    @Test func `does so on creation, if it is eager`() {
        let count = Counter()
        let container = Self.container(count)
        var repository = Resolved<any Repository>(in: container, .eager)
        #expect(count.value == 1)
        #expect(repository.wrappedValue.name == "remote")
        #expect(count.value == 1)
    }

    @Test func `may have a tag, and may be optional`() {
        Container.withCurrent(Self.container()) {
            let model = Model()
            #expect(model.local.name == "local")
            #expect(model.missing == nil)
        }
    }

    @Test func `gets an instance in the definition's scope, or the kept one`() throws {
        let container = Self.container()
        func kept() -> any Repository {
            var property = Resolved<any Repository>(.singleton, in: container)
            return property.wrappedValue
        }
        var own = Resolved<any Repository>(.asRegistered, in: container)
        let first = kept()

        #expect(kept() === first)
        #expect(own.wrappedValue !== first)
        #expect(try container.resolve((any Repository).self) !== first)
        container.dropInstances(of: (any Repository).self)
        let second = kept()
        #expect(second !== first)
        container.register { LocalRepository() as any Repository }.replacing()
        #expect(kept().name == "local")
    }

    @Test func `gets the kept instance, or nil, if it is optional`() throws {
        let container = Self.container()
        func read(_ instance: Resolved<(any Repository)?>.Sharing) -> (any Repository)? {
            var property = Resolved<(any Repository)?>(instance, in: container)
            return property.wrappedValue
        }
        let kept = try #require(read(.singleton))

        #expect(read(.singleton) === kept)
        #expect(read(.asRegistered) != nil)
        #expect(read(.asRegistered) !== kept)
        for instance in [Resolved<LocalRepository?>.Sharing.singleton, .asRegistered] {
            var missing = Resolved<LocalRepository?>(instance, in: container)
            var eager = Resolved<LocalRepository?>(instance, in: container, .eager)
            #expect(missing.wrappedValue == nil)
            #expect(eager.wrappedValue == nil)
        }
    }

    @Test func `is nil, or kept, while another thread removes the definition`() async throws {
        try await race(rounds: 1, threads: 3) { _ in
            let app = Container(name: "app")
            return (app: app, child: Container(name: "child", parent: app))
        } run: { fixture, thread, _ in
            for _ in 0..<Rounds.operations / 8 {
                guard thread == 0 else {
                    var property = Resolved<LocalRepository?>(.singleton, in: fixture.child)
                    _ = property.wrappedValue
                    continue
                }
                fixture.app.register { LocalRepository() }
                fixture.app.reset()
            }
        } check: { _, outcomes in
            for outcome in outcomes { try outcome.get() }
        }
    }

    @Test func `gets the same instance until its definition is removed`() async throws {
        let container = Self.container()
        container.register { LocalRepository() }
        let overlay = container.overriding()
        func other() -> LocalRepository {
            var property = Resolved<LocalRepository>(.singleton, in: overlay)
            return property.wrappedValue
        }
        let first = resolveKept(overlay)
        let second = other()
        #expect(resolveKept(overlay) === first)
        #expect(other() === second)

        weak let last = first
        _ = consume first
        container.register { LocalRepository() as any Repository }.replacing()
        #expect(resolveKept(overlay)?.name == "local")
        #expect(last == nil)
        #expect(other() === second)
        try await overlay.close()
        expectRefusal(.scopeClosed) { try overlay.resolve(LocalRepository.self) }
    }

    @Test func `gets an instance of its own layer, if it is to be kept`() throws {
        let container = Self.container()
        let overlay = container.overriding()

        let base = try #require(resolveKept(container))
        #expect(resolveKept(overlay) !== base)
        #expect(resolveKept(overlay) === resolveKept(overlay))
        #expect(resolveKept(container) === base)
    }

    private func resolveKept(_ container: Container) -> (any Repository)? {
        var property = Resolved<any Repository>(.singleton, in: container)
        return property.wrappedValue
    }

    @Test func `works in an actor, in a type of the main actor and in a variable`() async {
        actor Store {
            @Resolved var repository: any Repository
            init(_ container: Container) { _repository = Resolved(in: container) }
            var name: String { repository.name }
        }
        @MainActor final class Screen: Sendable {
            @Resolved var repository: any Repository
            init(_ container: Container) { _repository = Resolved(in: container) }
            var name: String { repository.name }
        }
        let container = Self.container()
        #expect(await Store(container).name == "remote")
        #expect(await Screen(container).name == "remote")
    }

    @Test func `releases its container when it is resolved`() throws {
        var container: Container? = Self.container()
        let weak = Weak(try #require(container))
        var property = Resolved<any Repository>(in: container)
        var lazy = LazyResolved((any Repository).self, in: container)
        container = nil
        #expect(property.wrappedValue === property.wrappedValue)
        #expect(weak.object != nil)
        #expect(lazy.wrappedValue === lazy.wrappedValue)
        #expect(weak.object == nil)
        lazy = LazyResolved(in: nil)
    }
}

@Suite struct `A lazy property for all threads` {
    /// `Sendable`: its properties are constants.
    private final class Service: Sendable {
        let repository: LazyResolved<any Repository>
        init(_ container: Container) { repository = LazyResolved(in: container) }
    }

    @Test func `resolves once for any number of threads`() async throws {
        try await race(rounds: Rounds.some, threads: 4) { _ in
            let count = Counter()
            let container = Container {
                $0.register {
                    count.add()
                    Nap.several(3)
                    return RemoteRepository() as any Repository
                }
            }
            return (Service(container), count)
        } run: { fixture, _, _ in
            try fixture.0.repository.get()
        } check: { fixture, outcomes in
            let all = try outcomes.map { try $0.get() }
            #expect(all.allSatisfy { $0 === all[0] })
            #expect(fixture.1.value == 1)
        }
    }

    @Test func `tries again after an error`() throws {
        struct Broken: Error {}
        let count = Counter()
        let container = Container {
            $0.register { () throws -> Int in
                count.add()
                if count.value == 1 { throw Broken() }
                return count.value
            }
        }
        let property = LazyResolved(Int.self, in: container)

        expectRefusal(.factoryThrew) { try property.get() }
        #expect(try property.get() == 2)
        #expect(try property.get() == 2)
    }

    @Test func `that is read by its own factory is a cycle`() {
        let container = Container()
        let property = LazyResolved(Int.self, in: container)
        container.register { try property.get() + 1 }

        expectRefusal(.cycle) { try property.get() }
        // The factory holds the property, which holds the container.
        container.reset()
    }

    @Test func `may be missing, have a tag, and come from the current container`() throws {
        let container = Container { $0.register(tag: "two") { 2 } }
        #expect(try LazyResolved(String?.self, in: container).get() == nil)
        let property = LazyResolved(Int.self, tag: "two")
        #expect(try Container.withCurrent(container) { try property.get() } == 2)
    }

    private final class Door: Closable, Sendable {
        let count: Counter
        init(_ count: Counter) { self.count = count }
        func close() { count.add() }
    }

    @Test func `leaves closing to the instance's container`() async throws {
        let (kept, unique) = (Counter(), Counter())
        let container = Container {
            $0.register(.singleton, tag: "kept") { Door(kept) }
            $0.register { Door(unique) }
        }
        _ = try LazyResolved(Door.self, in: container, tag: "kept").get()
        weak let own = try LazyResolved(Door.self, in: container).get()
        #expect(own == nil)
        try await container.close()

        #expect(kept.value == 1)
        #expect(unique.value == 0)
    }
}
