// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class Node: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

@MainActor private final class Model {
    let name: String
    init(_ name: String) { self.name = name }
}

private final class First: Sendable {
    let node: Node
    init(_ node: Node) { self.node = node }
}

@Suite struct `An asynchronous definition across a link` {
    @Test func `is made once, with its container's view`() async throws {
        let count = Counter()
        let two = Container { $0.register { "two" } }
        two.register { (resolver: inout AsyncResolver) async throws -> Node in
            count.add()
            return Node(try await resolver.resolve())
        }.forAnyTag()
        let one = Container { $0.register { "one" } }
        one.link(with: two)

        let node = try await one.async.resolve(Node.self)

        #expect(node.name == "two")
        #expect(count.value == 1)
        let tagged = try await one.async.resolve(Node.self, tag: "unknown")
        #expect(tagged.name == "two")
        #expect(count.value == 2)
    }

    @Test func `is made once if it is kept or shared`() async throws {
        for isKept in [false, true] {
            let count = Counter()
            let two = Container { $0.register { "two" } }
            if isKept {
                two.register(.singleton) { (resolver: inout AsyncResolver) async throws -> Node in
                    count.add()
                    return Node(try await resolver.resolve())
                }
            } else {
                two.register(.shared) { (resolver: inout AsyncResolver) async throws -> Node in
                    count.add()
                    return Node(try await resolver.resolve())
                }
            }
            let one = Container { $0.register { "one" } }
            one.register { (resolver: inout Resolver) in
                [try resolver.resolve(Node.self), try resolver.resolve(Node.self)]
            }
            one.link(with: two)

            let nodes = try await one.async.resolve([Node].self)
            #expect(nodes.map(\.name) == ["two", "two"])
            #expect(nodes[0] === nodes[1])
            #expect(count.value == 1)
        }
    }

    @Test func `of the main actor is made once, with its container's view`() async throws {
        let count = Counter()
        let two = Container { $0.register { "two" } }
        two.main.register { (resolver: inout Resolver) -> Model in
            count.add()
            return Model(try resolver.resolve())
        }
        let one = Container { $0.register { "one" } }
        one.link(with: two)

        let model = try await one.async.resolve(Model.self)

        let name = model.name
        #expect(name == "two")
        #expect(count.value == 1)
    }

    @Test func `is not confused with another container's`() async throws {
        for isKept in [false, true] {
            let one = Container(name: "one")
            let two = Container(name: "two")
            for container in [one, two] {
                let name = container.name
                if isKept {
                    container.register(.singleton) { () async -> Node in Node(name) }
                } else {
                    container.register { () async -> Node in Node(name) }
                }
            }
            two.register { (resolver: inout Resolver) in First(try resolver.resolve()) }
            one.register { (resolver: inout Resolver) in
                [try resolver.resolve(First.self).node, try resolver.resolve(Node.self)]
            }
            one.link(with: two)

            let names = try await one.async.resolve([Node].self).map(\.name)
            #expect(names == ["two", "one"])
        }
    }

    @Test func `is the awaited instance, even if it is replaced meanwhile`() async throws {
        let count = Counter()
        let two = Container()
        two.register { [unowned two] () async -> Node in
            count.add()
            two.register { () async -> Node in Node("new") }.replacing()
            return Node("old")
        }
        let one = Container { $0.register { (r: inout Resolver) in First(try r.resolve()) } }
        one.link(with: two)

        #expect(try await one.async.resolve(First.self).node.name == "old")
        #expect(try await one.async.resolve(First.self).node.name == "new")
        #expect(count.value == 1)
    }

    @Test func `that contributes is not confused with the one that resolve returns`() async throws {
        let container = Container {
            $0.register { () async -> Node in Node("a") }.contributing()
            $0.register { () async -> Node in Node("b") }.contributing()
            $0.register { (resolver: inout Resolver) in
                try resolver.resolveAll(Node.self) + [try resolver.resolve(Node.self)]
            }
        }

        #expect(try await container.async.resolve([Node].self).map(\.name) == ["a", "b", "b"])
    }
}
