// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private struct Broken: Error {}

private final class Store: Sendable {
    let name: String
    init(_ name: String = "real") { self.name = name }
    static func open(_ name: String) async -> Store {
        await Task.yield()
        return Store(name)
    }
}

private final class Feed: Sendable {
    let store: Store
    let user: User
    init(_ store: Store, _ user: User) { (self.store, self.user) = (store, user) }
}

private final class User: Sendable {}

extension Gate {
    fileprivate func wasReached() async {
        while count == 0 { await Task.yield() }
    }
}

private final class Openings: Sendable {
    private let value = Locked(0)
    func count() -> Int {
        value.withLock {
            $0 += 1; return $0
        }
    }
    var total: Int { value.withLock { $0 } }
}

private struct Cloud: Assembly {
    let container: Container
    var opened = Openings()

    var store: Store {
        get async throws {
            try await define(.singleton) {
                _ = opened.count()
                await Task.yield()
                return Store()
            }
        }
    }
    var feed: Feed { get async throws { try await define { try await Feed(store, user) } } }
    var user: User { define(.singleton) { User() } }
    func page(_ id: Int) async throws -> Store {
        try await define(.singleton, for: id) { try await Store("\(store.name) \(id)") }
    }
    func fresh(_ id: Int) async throws -> Store {
        try await define(.unique, for: id) { await Store.open("\(id)") }
    }
    var flaky: Store {
        get async throws {
            try await define(.singleton) {
                if opened.count() == 1 { throw Broken() }
                return await Store.open("flaky")
            }
        }
    }
    var first: [Int] { get async throws { try await define { try await second } } }
    var second: [Int] { get async throws { try await define { try await first } } }
    var chicken: Store {
        get async throws { try await define(.singleton) { try await egg } }
    }
    var egg: Store { get async throws { try await define(.singleton) { try await chicken } } }
    var loop: Store { get async throws { try await define(.singleton) { try await looped } } }
    var looped: Store { get async throws { try await define { try await loop } } }
    func sum(_ number: Int) async throws -> Int {
        try await define { number == 0 ? 0 : try await sum(number - 1) + number }
    }
    var layered: Int {
        get async throws {
            try await define {
                guard container.sources.isEmpty else { return 1 }
                return try await Cloud(container: container.overriding()).layered + 1
            }
        }
    }
    var kept: Feed {
        get async throws { try await define(.singleton) { try await Feed(store, user) } }
    }
    func gated(_ gate: Gate) async throws -> Store {
        try await define(.singleton, for: 0) {
            await gate.wait()
            return Store("gated")
        }
    }
    func slow(_ gate: Gate) async throws -> Store {
        try await define {
            _ = opened.count()
            await gate.wait()
            return Store("slow")
        }
    }
    var scoped: Store {
        get async throws { try await define(.scoped(.request)) { await Store.open("scoped") } }
    }

    static var exports: [Export<Self>] { [Export { try await $0.store }, Export { $0.user }] }
}

@Suite struct `An asynchronous member` {
    private let app = Container(name: "app")

    @Test func `is made once for any number of tasks`() async throws {
        let cloud = Cloud(container: app)
        let all = try await withThrowingTaskGroup(of: Store.self) { group in
            for _ in 0..<20 { group.addTask { try await cloud.store } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(all.map(ObjectIdentifier.init)).count == 1)
        #expect(cloud.opened.total == 1)
        #expect(try await cloud.store === all[0])
    }

    @Test func `may ask for others, synchronous or not`() async throws {
        let cloud = Cloud(container: app)
        for _ in 0..<3 {
            let feed = try await cloud.feed
            #expect(feed.store === (try await cloud.store))
            #expect(feed.user === cloud.user)
            #expect(feed !== (try await cloud.feed))
        }
    }

    @Test func `has one instance for each value of its arguments`() async throws {
        let cloud = Cloud(container: app)
        let page = try await cloud.page(1)
        #expect(page.name == "real 1")
        #expect(try await cloud.page(1) === page)
        #expect(try await cloud.page(2) !== page)
        #expect(try await cloud.fresh(1) !== cloud.fresh(1))
    }

    @Test func `that throws is tried again by the next request`() async throws {
        let cloud = Cloud(container: app)
        let error = await #expect(throws: ResolutionError.self) { try await cloud.flaky }
        #expect(error?.underlying is Broken)
        #expect(error?.path.map(\.key.description) == ["Cloud.flaky: Store"])
        #expect(try await cloud.flaky === cloud.flaky)
    }

    @Test func `of a cycle is an error, whether instances are kept or not`() async throws {
        let cloud = Cloud(container: app)
        for _ in 0..<3 {
            let fresh = await #expect(throws: ResolutionError.self) { try await cloud.first }
            #expect(fresh?.code == .cycle)
            let kept = await #expect(throws: ResolutionError.self) { try await cloud.chicken }
            #expect(kept?.code == .cycle)
        }
    }

    @Test func `lives where its scope says, and anew in an overlay`() async throws {
        let cloud = Cloud(container: app)
        let store = try await cloud.store
        #expect(try await Cloud(container: app.overriding()).store !== store)
        let error = await #expect(throws: ResolutionError.self) { try await cloud.scoped }
        #expect(error?.code == .missingScope)
        try await app.withScope(.request) { scope in
            let cloud = Cloud(container: scope)
            let (first, second) = try await (cloud.scoped, cloud.scoped)
            #expect(first === second)
            let same = try await cloud.store
            #expect(same === store)
        }
    }

    @Test func `may be substituted by name, synchronously or not`() async throws {
        let cloud = Cloud(container: app)
        let (fed, kept) = try await cloud.withSubstitution("store") {
            Store("fake")
        } _: {
            try await (cloud.feed.store, cloud.store)
        }
        #expect(fed.name == "fake")
        #expect(fed === kept)
        let later = try await cloud.withSubstitution("store") { () async throws -> Store in
            await Store.open("later")
        } _: {
            try await cloud.feed.store.name
        }
        #expect(later == "later")
        let page = try await cloud.withSubstitution("page(_:)") { (id: Int) async in
            await Store.open("fake \(id)")
        } _: {
            try await cloud.page(3).name
        }
        #expect(page == "fake 3")
        #expect(try await cloud.feed.store.name == "real")
    }

    @Test func `with a substitute of another type is an error`() async throws {
        let cloud = Cloud(container: app)
        cloud.substitute("store") { () async throws -> Int in 42 }
        let error = await #expect(throws: ResolutionError.self) { try await cloud.store }
        #expect(error?.code == .typeMismatch)
    }

    @Test func `can be exported, and is then resolved asynchronously`() async throws {
        app.export { Cloud(container: $0) }
        let cloud = Cloud(container: app)
        #expect(try await app.async.resolve(Store.self) === cloud.store)
        #expect(try app.resolve(User.self) === cloud.user)
        let other = Container()
        other.export { Cloud(container: $0) }
        let error = #expect(throws: ResolutionError.self) { try other.resolve(Store.self) }
        #expect(error?.code == .needsAsync)
    }

    @Test func `stops waiting if its task is cancelled`() async throws {
        let cloud = Cloud(container: app)
        let gate = Gate()
        let holder = Task { try await cloud.gated(gate) }
        await gate.wasReached()
        let task = Task { try await cloud.gated(gate) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        #expect(try await holder.value === cloud.gated(gate))
    }

    @Test func `in a cycle through a unique one is an error as well`() async throws {
        let cloud = Cloud(container: app)
        for _ in 0..<3 {
            let error = await #expect(throws: ResolutionError.self) { try await cloud.loop }
            #expect(error?.code == .cycle)
            let other = await #expect(throws: ResolutionError.self) { try await cloud.looped }
            #expect(other?.code == .cycle)
        }
    }

    @Test func `may request itself with other arguments, in another layer, or after it is made`()
        async throws
    {
        let cloud = Cloud(container: app)
        #expect(try await cloud.sum(4) == 10)
        #expect(try await cloud.layered == 2)
    }

    @Test func `that the program keeps sees the program from any child`() async throws {
        let scope = try app.openScope(.request)
        let inScope = Cloud(container: scope)
        inScope.substitute("store") { Store("fake") }
        inScope.substitute("user") { User() }
        let kept = try await inScope.kept
        #expect(kept.store.name == "real")
        let cloud = Cloud(container: app)
        #expect(try await cloud.kept === kept)
        #expect(kept.user === cloud.user)
        try await scope.close()
    }

    @Test func `is made once during a concurrent substitution`() async throws {
        let cloud = Cloud(container: app)
        let gate = Gate()
        let task = Task { try await cloud.slow(gate) }
        await gate.wasReached()
        let substitution = cloud.substitute("slow(_:)") { Store("fake") }
        gate.open()
        #expect(try await task.value.name == "slow")
        #expect(cloud.opened.total == 1)
        substitution.remove()
    }

    @Test func `cannot be resolved by its tag`() async throws {
        let cloud = Cloud(container: app)
        _ = try await cloud.feed
        let key = try #require(app.graph.nodes.map(\.key).first { "\($0)".contains("feed") })
        let error = await #expect(throws: ResolutionError.self) {
            try await app.async.resolve(Feed.self, tag: key.tag)
        }
        #expect(error?.code == .missingBinding)
    }
}
