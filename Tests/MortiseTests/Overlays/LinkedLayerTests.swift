// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class Node: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

private final class Pair: Sendable {
    let first: Node
    let second: Node
    init(_ first: Node, _ second: Node) {
        self.first = first
        self.second = second
    }
}

private final class Store: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

@Suite struct `A container over linked ones` {
    /// The first has a name; the second makes nodes and keeps a store of that name.
    private static func linked(_ builds: Counter = Counter()) -> (one: Container, two: Container) {
        let one = Container(name: "one") { $0.register { "one" } }
        let two = Container(name: "two") {
            $0.register { (resolver: inout Resolver) in Node(try resolver.resolve()) }
            $0.register(.singleton) { (resolver: inout Resolver) in
                builds.add()
                return Store(try resolver.resolve())
            }
        }
        one.link(with: two)
        return (one, two)
    }

    @Test func `has one shared instance on both sides`() throws {
        let one = Container()
        let two = Container()
        one.register(.shared) { Node("shared") }
        two.register { (resolver: inout Resolver) in [try resolver.resolve(Node.self)] }
        one.link(with: two)
        let containers = [
            Container(parent: one), Container(parent: Container(parent: one)),
            try one.openScope("link tests"), one.overriding(), Container(parent: one.overriding()),
        ]
        for container in containers {
            container.register { (resolver: inout Resolver) in
                Pair(try resolver.resolve(), try resolver.resolve([Node].self)[0])
            }
            container.register(tag: "reversed") { (resolver: inout Resolver) in
                let first = try resolver.resolve([Node].self)[0]
                return Pair(first, try resolver.resolve())
            }
            for _ in 0..<3 {
                let pair = try container.resolve(Pair.self)
                #expect(pair.first === pair.second)
                let reversed = try container.resolve(Pair.self, tag: "reversed")
                #expect(reversed.first === reversed.second)
            }
        }
    }

    @Test func `has one shared instance on both sides in every lane`() async throws {
        let one = Container()
        let two = Container()
        one.register(.shared) { () async -> Node in
            await Task.yield()
            return Node("shared")
        }
        two.register { (resolver: inout AsyncResolver) async throws -> [Node] in
            [try await resolver.resolve(Node.self)]
        }
        one.link(with: two)
        for container in [Container(parent: one), one.overriding()] {
            container.register { (resolver: inout AsyncResolver) async throws -> Pair in
                let first = try await resolver.resolve([Node].self)[0]
                return Pair(first, try await resolver.resolve())
            }
            let pair = try await container.async.resolve(Pair.self)
            #expect(pair.first === pair.second)
        }
    }

    @Test func `is visible across the link, but not to singletons`() throws {
        let (one, two) = Self.linked()
        let child = Container(parent: one) { $0.register { "child" } }

        #expect(try child.resolve(Node.self).name == "child")
        #expect(try one.resolve(Node.self).name == "one")
        let store = try child.resolve(Store.self)
        #expect(store.name == "one")
        #expect(try two.resolve(Store.self) === store)
        #expect(try child.resolveAll(Node.self).map(\.name) == ["child"])
    }

    @Test func `is visible across further links`() throws {
        let (one, two) = Self.linked()
        let three = Container {
            $0.register { (resolver: inout Resolver) in [try resolver.resolve(String.self)] }
        }
        two.link(with: three)
        let child = Container(parent: one) { $0.register { "child" } }
        let four = Container { $0.register { 4 } }
        child.link(with: four)
        two.register(tag: "far") { (resolver: inout Resolver) in
            Node("\(try resolver.resolve([String].self)) \(try resolver.resolve(Int.self))")
        }

        #expect(try child.resolve([String].self) == ["child"])
        #expect(try child.resolve(Node.self, tag: "far").name == "[\"child\"] 4")
        expectRefusal(.missingBinding) { try one.resolve(Node.self, tag: "far") }
    }

    @Test func `leaves singletons on their own side`() throws {
        let one = Container { $0.register(.singleton) { Node("one") } }
        let two = Container {
            $0.register { (resolver: inout Resolver) in [try resolver.resolve(Node.self)] }
        }
        one.link(with: two)
        let child = Container(parent: one)
        let overlay = one.overriding()

        let node = try one.resolve(Node.self)
        #expect(try child.resolve([Node].self)[0] === node)
        let own = try overlay.resolve([Node].self)[0]
        #expect(own !== node)
        #expect(try overlay.resolve(Node.self) === own)
    }

    @Test func `has providers that outlive the resolve`() throws {
        let (one, two) = Self.linked()
        two.register { (resolver: inout Resolver) in [resolver.provider(of: String.self)] }
        var child: Container? = Container(parent: one) { $0.register { "child" } }

        let provider = try #require(child).resolve([Provider<String>].self)[0]
        #expect(try provider() == "child")
        child = nil
        expectRefusal(.containerGone) { try provider() }
    }

    @Test func `keeps no linked container alive, unless it keeps one of its instances`()
        async throws
    {
        let one = Container()
        let child = Container(parent: one)
        let scope = try one.openScope("link tests")
        let overlay = one.overriding()
        weak var gone: Container?
        do {
            let two = Container { $0.register { 1 } }
            gone = two
            one.link(with: two)
            #expect(try child.resolve(Int.self) == 1)
        }
        #expect(gone == nil)
        expectRefusal(.missingBinding) { try child.resolve(Int.self) }
        for layer in [scope, overlay] {
            do {
                let two = Container { $0.register { 1 } }
                gone = two
                one.link(with: two)
                #expect(try layer.resolve(Int.self) == 1)
            }
            #expect(gone != nil)
            try await layer.close()
            #expect(gone == nil)
        }
    }

    // MARK: Overlays

    @Test func `makes cached instances of either side anew, as an overlay`() throws {
        let builds = Counter()
        let (one, two) = Self.linked(builds)
        let overlay = one.overriding { $0.register { "fake" } }
        let live = try two.resolve(Store.self)

        let store = try overlay.resolve(Store.self)
        #expect(store.name == "fake")
        #expect(try overlay.resolve(Store.self) === store)
        #expect(try Container(parent: overlay).resolve(Store.self) === store)
        #expect(try overlay.overriding().resolve(Store.self) !== store)
        #expect(try overlay.resolve(Node.self).name == "fake")
        #expect(live.name == "one")
        #expect(try two.resolve(Store.self) === live)
        #expect(try one.resolve(Store.self) === live)
        #expect(builds.value == 3)
    }

    @Test func `builds nothing in a live container, as an overlay`() throws {
        let builds = Counter()
        let (one, two) = Self.linked(builds)
        let overlay = one.overriding()

        _ = try overlay.resolve(Store.self)
        _ = try two.resolve(Store.self)

        #expect(builds.value == 2)
    }

    @Test func `resets its instances across links, as an overlay`() throws {
        let (one, two) = Self.linked()
        let overlay = one.overriding()
        let live = try two.resolve(Store.self)
        var stores = [live]
        for reset in [
            { overlay.dropInstances() }, { overlay.dropInstances(of: Store.self) },
            { overlay.reset() },
        ] {
            let store = try overlay.resolve(Store.self)
            #expect(stores.allSatisfy { $0 !== store })
            #expect(try overlay.resolve(Store.self) === store)
            stores.append(store)
            reset()
        }
        #expect(try two.resolve(Store.self) === live)
    }

    @Test func `refuses live services across links, as a test's overlay`() throws {
        let (one, two) = Self.linked()
        two.register { 1 }.unstubbed()
        let refused = Counter()
        let overlay = one.overriding(name: "test", refusing: { _ in refused.add() })

        expectRefusal(.unstubbed) { try overlay.resolve(Int.self) }
        #expect(refused.value == 1)
        overlay.register { 2 }
        #expect(try overlay.resolve(Int.self) == 2)
    }

    @Test func `observes builds across links, as a scope or an overlay`()
        async throws
    {
        let (one, two) = Self.linked()
        two.register { (resolver: inout Resolver) in [try resolver.resolve(Store.self)] }
        for isEarly in [true, false] {
            let overlay = one.overriding()
            if !isEarly { _ = try overlay.resolve([Store].self) }
            let events = Log()
            let observation = overlay.observe(reuse: true) { event in
                if case .made = event.kind { events.append("made \(event.key)") }
                if case .reused = event.kind { events.append("reused \(event.key)") }
            }
            _ = try overlay.resolve([Store].self)
            _ = try overlay.resolve([Store].self)
            let store = "\(Key(TypeName(of: Store.self)))"
            let list = "\(Key(TypeName(of: [Store].self)))"
            let first = isEarly ? "made" : "reused"
            #expect(
                events.all.filter { !$0.contains("String") } == [
                    "\(first) \(store)", "made \(list)", "reused \(store)", "made \(list)",
                ]
            )
            _ = try two.resolve(Store.self)
            #expect(events.all.count { $0.contains(store) && !$0.contains(list) } == 2)
            withExtendedLifetime(observation) {}
        }
    }

    @Test func `has one overlay across the link for all threads`() async throws {
        try await race(rounds: Rounds.some, threads: 3) { _ in
            let builds = Counter()
            let (one, two) = Self.linked(builds)
            return (one.overriding(), one, two, builds)
        } run: { fixture, _, _ in
            try fixture.0.resolve(Store.self)
        } check: { fixture, outcomes in
            let stores = try outcomes.map { try $0.get() }
            #expect(stores.allSatisfy { $0 === stores[0] })
            #expect(fixture.3.value == 1)
        }
    }

    // MARK: Validation

    @Test func `is validated as it resolves`() throws {
        let one = Container(name: "one")
        let two = Container(name: "two") { $0.register { Store($0) } }
        one.link(with: two)
        let layers = [Container(parent: one), one.overriding(), try one.openScope("link tests")]
        for layer in layers {
            #expect(layer.validate().findings.map(\.code) == [.notProven])
            layer.register { "layer" }
            #expect(try layer.resolve(Store.self).name == "layer")
            #expect(layer.validate().findings.filter { $0.code != .nothingToReplace } == [])
        }
        #expect(one.validate().findings.map(\.code) == [.notProven])
    }

    @Test func `is validated with what a scope keeps of either side`() throws {
        let one = Container(name: "one") { $0.register(.scoped("link tests")) { "one" } }
        let two = Container(name: "two") { $0.register(.scoped("link tests")) { Store($0) } }
        one.link(with: two)
        let scope = try one.openScope("link tests")

        #expect(try scope.resolve(Store.self).name == "one")
        #expect(scope.validate().findings == [])
    }

    // MARK: Scopes

    @Test func `keeps scoped instances of either side, as a scope`() async throws {
        let closed = Log()
        let one = Container { $0.register { "one" } }
        let two = Container {
            $0.register(.scoped("link tests")) { (resolver: inout Resolver) in
                Store(try resolver.resolve())
            }.onClose { closed.append($0.name) }
            $0.register(.singleton) { Node("two") }
        }
        one.link(with: two)
        let first = try one.openScope("link tests")
        first.register { "first" }
        let second = try one.openScope("link tests")

        let store = try first.resolve(Store.self)
        #expect(store.name == "first")
        #expect(try first.resolve(Store.self) === store)
        #expect(try Container(parent: first).resolve(Store.self) === store)
        #expect(try first.openScope("other link tests").resolve(Store.self) === store)
        #expect(try second.resolve(Store.self) !== store)
        #expect(try first.resolve(Node.self) === two.resolve(Node.self))
        expectRefusal(.missingScope) { try one.resolve(Store.self) }
        expectRefusal(.missingScope) { try two.resolve(Store.self) }

        try await first.close()
        #expect(closed.all == ["first"])
        try await two.close()
        #expect(closed.all == ["first", "one"])
        expectRefusal(.missingBinding) { try second.resolve(Store.self) }
    }

    @Test func `cannot be held by a longer lifetime, as a scope`() throws {
        let one = Container { $0.register(.scoped("link tests")) { Node("scoped") } }
        let two = Container {
            $0.register(.singleton) { (resolver: inout Resolver) in
                [try resolver.resolve(Node.self)]
            }
            $0.register { (resolver: inout Resolver) in
                Pair(try resolver.resolve(), try resolver.resolve())
            }
        }
        one.link(with: two)
        let scope = try one.openScope("link tests")

        expectRefusal(.captiveDependency) { try scope.resolve([Node].self) }
        #expect(try scope.resolve(Pair.self).first === scope.resolve(Node.self))
    }
}
