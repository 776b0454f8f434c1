// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Observation
import Synchronization
import Testing

@Suite struct `An observed property` {
    private final class Model {
        @Observed var repository: any Repository
        init(_ container: Container) { _repository = Observed(in: container) }
    }

    private static func container() -> Container {
        Container {
            $0.register(tag: "remote") { RemoteRepository() as any Repository }.selectable()
            $0.register(tag: "local") { LocalRepository() as any Repository }.selectable()
        }
    }

    @Test func `reads the current instance`() throws {
        let container = Self.container()
        let model = Model(container)

        #expect(model.repository.name == "remote")
        #expect(model.repository === model.repository)
        try container.select("local", for: (any Repository).self)
        #expect(model.repository.name == "local")
    }

    @Test func `stays the same when something else changes`() throws {
        let app = Self.container()
        let container = Container(parent: app)
        let model = Model(container)
        let optional = Observed<(any Repository)?>(in: app)
        let (first, other) = (model.repository, optional.wrappedValue)

        container.register(tag: "third") { LocalRepository() as any Repository }.selectable()
        app.register(tag: "fourth") { LocalRepository() as any Repository }
        app.register(.singleton, tag: "kept") { RemoteRepository() as any Repository }.selectable()
        _ = try app.resolve((any Repository).self, tag: "kept")
        app.dropInstances()
        #expect(model.repository === first)
        #expect(optional.wrappedValue === other)
        try container.select("remote", for: (any Repository).self)
        try app.select("local", for: (any Repository).self)
        #expect(model.repository === first)
        #expect(optional.wrappedValue?.name == "local")
        app.register(tag: "remote") { LocalRepository() as any Repository }.replacing()
        #expect(model.repository.name == "local")
        try app.select("kept", for: (any Repository).self)
        let kept = optional.wrappedValue
        app.dropInstances()
        #expect(optional.wrappedValue !== kept)
    }

    @Test func `notifies its trackers`() throws {
        let container = Self.container()
        let model = Model(container)
        let changes = Atomic<Int>(0)
        func track() {
            withObservationTracking {
                _ = model.repository
            } onChange: {
                changes.add(1, ordering: .relaxed)
            }
        }

        track()
        try container.select("local", for: (any Repository).self)
        #expect(changes.load(ordering: .relaxed) == 1)
        track()
        try container.select("local", for: (any Repository).self)
        #expect(changes.load(ordering: .relaxed) == 1)
        try container.select("remote", for: (any Repository).self)
        #expect(changes.load(ordering: .relaxed) == 2)
    }

    @Test func `is notified outside all locks`() throws {
        let container = Self.container()
        let model = Model(container)
        let names = Log()
        withObservationTracking {
            _ = model.repository
        } onChange: {
            names.append((try? container.resolve((any Repository).self).name) ?? "")
            container.register { "registered meanwhile" }
        }
        try container.select("local", for: (any Repository).self)

        #expect(names.all == ["local"])
        #expect(try container.resolve(String.self) == "registered meanwhile")
    }

    @Test func `keeps its last instance while there is none`() throws {
        let container = Container()
        let definition = container.register { RemoteRepository() as any Repository }
        let model = Model(container)
        let first = model.repository
        container.remove(definition)
        #expect(model.repository === first)
        container.register { LocalRepository() as any Repository }
        #expect(model.repository.name == "local")
    }

    @Test func `is nil while nothing is registered, if it is optional`() {
        let container = Container()
        let repository = Observed<(any Repository)?>(in: container)
        #expect(repository.wrappedValue == nil)
        container.register { LocalRepository() as any Repository }
        #expect(repository.wrappedValue?.name == "local")
    }

    @Test func `keeps neither its container nor itself alive`() throws {
        var container: Container? = Self.container()
        let weak = Weak(try #require(container))
        let model = Model(try #require(container))
        _ = model.repository
        container = nil
        #expect(weak.object == nil)
        #expect(model.repository.name == "remote")
    }

    @Test func `comes from the current container`() {
        let container = Self.container()
        let repository = Container.withCurrent(container) { Observed<any Repository>() }
        #expect(repository.wrappedValue.name == "remote")
    }

    @Test func `that is read inside a resolve older than a change reads again`() throws {
        let container = Container { $0.register { RemoteRepository() as any Repository } }
        let repository = Observed<any Repository>(in: container)
        let child = Container(parent: container)
        let inner = Observed<any Repository>(in: child)
        container.register { (_: inout Resolver) -> Int in
            container.register { LocalRepository() as any Repository }.replacing()
            _ = (repository.wrappedValue, inner.wrappedValue)
            return 1
        }
        _ = try container.resolve(Int.self)

        #expect(repository.wrappedValue.name == "local")
        #expect(inner.wrappedValue.name == "local")
        #expect(repository.wrappedValue === repository.wrappedValue)
    }

    @Test func `is notified when a weak singleton is reset`() throws {
        let container = Container { $0.register(.weakSingleton) { LocalRepository() } }
        let observed = Observed<LocalRepository>(in: container)
        let first = observed.wrappedValue
        container.dropInstances(of: LocalRepository.self)
        let second: LocalRepository = try container.resolve()
        #expect(second !== first)
        #expect(observed.wrappedValue === second)
    }

    @Test func `does not keep an instance that a failed build dropped`() throws {
        let (container, count) = (Container(), Counter())
        let lazy = LazyResolved(Second.self, in: container)
        let observed = Observed<Second>(in: container)
        container.register(.singleton) { First() }.injecting { _, first in
            first.second = try lazy.get()
            _ = try observed.get()
            struct Broken: Error {}
            count.add()
            guard count.value > 1 else {
                // A dropped instance must be released, too.
                first.second = nil
                throw Broken()
            }
        }
        container.register(.singleton) { Second() }.injecting { resolver, second in
            second.first = try resolver.resolve()
        }
        #expect(throws: ResolutionError.self) { try container.resolve(First.self) }
        let first: First = try container.resolve()
        let second: Second = try container.resolve()
        #expect(try lazy.get() === second)
        #expect(try observed.get() === second)
        #expect(second.first === first)
        first.second = nil
    }

    private final class First: @unchecked Sendable {
        var second: Second?
    }

    // @unchecked: used by one thread.
    private final class Second: @unchecked Sendable {
        var first: First?
    }

    @Test func `follows a forwarded type through any number of replacements`() throws {
        let container = Container()
        container.register(.singleton) { RemoteRepository() }
            .implements((any Repository).self) { $0 }
        let observed = Observed<any Repository>(in: container)
        _ = observed.wrappedValue
        for _ in 0..<2 {
            container.register(.singleton) { RemoteRepository() }.replacing()
            #expect(try observed.wrappedValue === container.resolve(RemoteRepository.self))
        }
        container.dropInstances(of: RemoteRepository.self)
        #expect(try observed.wrappedValue === container.resolve(RemoteRepository.self))
    }

    @Test func `follows a forwarded type that a descendant replaces`() async throws {
        let app = Container {
            $0.register(.singleton) { RemoteRepository() }
                .implements((any Repository).self) { $0 }
        }
        let overlay = app.overriding()
        let observed = Observed<any Repository>(in: overlay)
        var values = overlay.values(of: (any Repository).self).makeAsyncIterator()
        let (first, value) = (observed.wrappedValue, try await values.next())
        overlay.register(.singleton) { RemoteRepository() }
        #expect(observed.wrappedValue !== first)
        #expect(try observed.wrappedValue === overlay.resolve((any Repository).self))
        let next = try await values.next()
        #expect(next !== value)
    }

    @Test func `follows a type that is registered as an optional`() async throws {
        let container = Container { $0.register { Optional(1) } }
        let observed = Observed<Int?>(in: container)
        var values = container.values(of: Int?.self).makeAsyncIterator()
        #expect(observed.wrappedValue == 1)
        #expect(try await values.next() == 1)
        container.register { Optional(2) }.replacing()
        #expect(observed.wrappedValue == 2)
        #expect(try await values.next() == 2)
        container.register { 5 }
        #expect(observed.wrappedValue == 2)
    }

    @Test func `stays the same if it is forwarded and something else changes`() {
        let container = Container {
            $0.register { RemoteRepository() }
                .implements((any Repository).self, tag: "remote") { $0 }.selectable()
        }
        let observed = Observed<any Repository>(in: container)
        let value = observed.wrappedValue
        container.register(tag: "third") { LocalRepository() as any Repository }
        #expect(observed.wrappedValue === value)
    }
}
