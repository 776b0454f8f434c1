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

private final class Left: @unchecked Sendable {
    var right: Right?
}

private final class Right: @unchecked Sendable {
    weak var left: Left?
}

@Suite struct `Linked containers` {
    @Test func `provide what their own container lacks`() throws {
        let one = Container(name: "one") { $0.register { 1 } }
        let two = Container(name: "two") { $0.register { "two" } }
        one.link(with: two, one)

        #expect(try one.resolve(String.self) == "two")
        #expect(try two.resolve(Int.self) == 1)
        #expect(one.sources.map(\.name) == ["two"])
        #expect(two.sources.map(\.name) == ["one"])
        one.link(with: two)
        #expect(one.sources.count == 1)
    }

    @Test func `throw if none of them has the definition`() throws {
        let one = Container()
        let two = Container { $0.register { (_: inout Resolver, _: Int) in "two" } }
        one.link(with: two)

        expectRefusal(.missingBinding) { try one.resolve(Double.self) }
        expectRefusal(.argumentMismatch) { try one.resolve(String.self) }
        #expect(try one.resolve(Double?.self) == nil)
    }

    @Test func `prefer their own definitions, even inside the other's factories`() throws {
        let one = Container {
            $0.register { "one" }
            $0.register { (resolver: inout Resolver) in [try resolver.resolve(String.self)] }
        }
        let two = Container {
            $0.register { "two" }
            $0.register { (resolver: inout Resolver) in Node(try resolver.resolve()) }
        }
        one.link(with: two)

        #expect(try one.resolve(String.self) == "one")
        #expect(try one.resolve(Node.self).name == "two")
        #expect(try two.resolve([String].self) == ["one"])
    }

    @Test func `share one graph`() throws {
        let one = Container(name: "one")
        let two = Container(name: "two")
        one.register(.shared) { Node("shared") }
        two.register { (resolver: inout Resolver) in
            Pair(try resolver.resolve(), try resolver.resolve())
        }
        // From the other side, and through the container itself.
        one.register { [unowned two] (resolver: inout Resolver) in
            [
                try resolver.resolve(Pair.self).first, try resolver.resolve(Node.self),
                try two.resolve(),
            ]
        }
        one.link(with: two)

        for _ in 0..<3 {
            let pair = try two.resolve(Pair.self)
            #expect(pair.first === pair.second)
            let nodes = try one.resolve([Node].self)
            #expect(nodes[0] === nodes[1])
            #expect(nodes[1] === nodes[2])
        }
    }

    @Test func `leave singletons to the defining container`() throws {
        let one = Container { $0.register(.singleton) { Node("one") } }
        let two = Container()
        two.link(with: one)
        let node = try two.resolve(Node.self)

        #expect(try one.resolve(Node.self) === node)
        #expect(try two.resolve(Node.self) === node)
        two.reset()
        #expect(try one.resolve(Node.self) === node)
        one.reset()
        expectRefusal(.missingBinding) { try two.resolve(Node.self) }
    }

    @Test func `lead on to their own links`() throws {
        let containers = (0..<4).map { Container(name: "\($0)") }
        for index in 0..<3 { containers[index].link(with: containers[index + 1]) }
        containers[0].link(with: containers[3])
        containers[2].register { "found" }
        let child = Container(parent: containers[0])

        for container in containers + [child] {
            #expect(try container.resolve(String.self) == "found")
        }
    }

    @Test func `do not keep each other alive`() throws {
        let one = Container()
        weak var gone: Container?
        do {
            let two = Container { $0.register { 1 } }
            gone = two
            one.link(with: two)
            #expect(try one.resolve(Int.self) == 1)
        }

        #expect(gone == nil)
        #expect(one.sources.isEmpty)
        expectRefusal(.missingBinding) { try one.resolve(Int.self) }
    }

    @Test func `can be parted`() throws {
        let one = Container()
        let two = Container { $0.register { 1 } }
        one.link(with: two)
        one.unlink(from: two)

        expectRefusal(.missingBinding) { try one.resolve(Int.self) }
        #expect(two.sources.isEmpty)
    }

    @Test func `close cycles across the border`() throws {
        let one = Container {
            $0.register(.singleton) { Left() }.injecting { $1.right = try $0.resolve() }
        }
        let two = Container {
            $0.register(.singleton) { Right() }.injecting { $1.left = try $0.resolve() }
        }
        one.link(with: two)

        let left = try two.resolve(Left.self)
        #expect(left.right?.left === left)
        #expect(try one.resolve(Right.self) === left.right)
    }

    @Test func `find all contributions`() throws {
        let one = Container { $0.register { "one" }.contributing() }
        let two = Container { $0.register { "two" }.contributing() }
        one.link(with: two)

        #expect(try one.resolveAll(String.self) == ["two", "one"])
        #expect(try two.resolveAll(String.self) == ["one", "two"])
    }

    @Test func `are validated and drawn together`() throws {
        let one = Container {
            $0.register(autowiring: Node.init)
            $0.register { Pair($0, $1) }
        }
        let two = Container { $0.register { "two" } }

        #expect(!one.validate().isValid)
        one.link(with: two)
        #expect(one.validate().isValid)
        #expect(one.graph.containers.count == 2)
    }

    @Test func `do not deadlock when resolved from in opposite directions`() async throws {
        try await race(rounds: Rounds.some, threads: 2) { _ in
            let one = Container {
                $0.register(.singleton) { Left() }.injecting { $1.right = try $0.resolve() }
            }
            let two = Container {
                $0.register(.singleton) { Right() }.injecting { $1.left = try $0.resolve() }
            }
            one.link(with: two)
            return (one, two)
        } run: { containers, thread, _ in
            let left: Left
            if thread == 0 {
                left = try containers.1.resolve()
            } else {
                let right = try containers.0.resolve(Right.self)
                left = try containers.0.resolve()
                if left.right !== right { return nil }
            }
            return left
        } check: { (_, outcomes: [Outcome<Left?>]) in
            let all = try outcomes.map { try $0.get() }
            #expect(all[0] != nil)
            #expect(all[0] === all[1])
            #expect(all[0]?.right?.left === all[0])
        }
    }

    @Test func `come last, even if only they have the tag (D-21, D-83)`() throws {
        let base = Container { $0.register { 1 }.forAnyTag() }
        let one = Container(parent: base) { $0.register { "own" }.forAnyTag() }
        let two = Container {
            $0.register(tag: "t") { "theirs" }
            $0.register(tag: "t") { 2 }
            $0.register { 2.5 }.forAnyTag()
        }
        let three = Container { $0.register(tag: "t") { 3.5 } }
        one.link(with: two, three)

        #expect(try one.resolve(String.self, tag: "t") == "own")
        #expect(try one.resolve(Int.self, tag: "t") == 1)
        #expect(try two.resolve(String.self, tag: "t") == "theirs")
        #expect(try two.resolve(String.self, tag: "u") == "own")
        // Among linked containers the tag comes first.
        #expect(try one.resolve(Double.self, tag: "t") == 3.5)
        #expect(try one.resolve(Double.self, tag: "u") == 2.5)
    }

    @Test func `are validated by the rules of resolving`() throws {
        let base = Container(name: "base") { $0.register { 1 }.forAnyTag() }
        let one = Container(name: "one", parent: base) { $0.register { "own" }.forAnyTag() }
        let two = Container(name: "two") {
            $0.register(tag: "t") { "theirs" }
            $0.register(tag: "t") { 2 }
            $0.register { 2.5 }.forAnyTag()
        }
        let three = Container(name: "three", parent: Container(name: "further")) {
            $0.register(tag: "t") { 3.5 }
        }
        two.link(with: three)
        one.link(with: two)
        let graph = one.graph
        func answers(_ type: Any.Type, tag: MortiseGraph.DefinitionTag) -> [String] {
            guard case .found(let nodes) = graph.lookup(Key(TypeName(of: type), tag: tag)) else {
                return []
            }
            return nodes.map { graph.containers[graph.nodes[$0].container].name }
        }

        #expect(answers(String.self, tag: "t") == ["one"])
        #expect(answers(Int.self, tag: "t") == ["base"])
        #expect(answers(Double.self, tag: "t") == ["three"])
        #expect(answers(Double.self, tag: "u") == ["two"])
        #expect(graph.containers.map(\.name) == ["one", "base", "two", "three", "further"])
        #expect(graph.containers.map(\.sources) == [[1], [], [], [4], []])
        #expect(graph.containers.map(\.links) == [[2], [], [3, 0], [2], []])
    }

    @Test func `pass on arguments and tags, and keep cached instances for the requester`() throws {
        let one = Container()
        let two = Container {
            $0.register { (_: inout Resolver, number: Int) in "\(number)" }.forAnyTag()
            $0.register(tag: "t") { (_: inout Resolver, number: Int) in "t \(number)" }
            $0.register { (_: inout Resolver, name: String) in Node(name) }
            $0.register { Left() }
        }
        one.link(with: two)
        let child = Container(parent: one)

        for container in [one, child] {
            #expect(try container.resolve(String.self, arguments: 1) == "1")
            #expect(try container.resolve(String.self, tag: "t", arguments: 2) == "t 2")
            #expect(try container.resolve(String.self, tag: "u", arguments: 3) == "3")
            #expect(try container.resolve(Node.self, arguments: "a").name == "a")
            let kept = try container.resolveKept(Left.self, tag: nil)
            #expect(try container.resolveKept(Left.self, tag: nil) === kept)
            #expect(try two.resolveKept(Left.self, tag: nil) === kept)
        }
    }

    @Test func `are skipped when they are closed, with their own links`() async throws {
        let one = Container { $0.register { "one" }.contributing() }
        let two = Container {
            $0.register { "two" }.contributing()
            $0.register(.singleton) { 2 }
        }
        let three = Container { $0.register { 3.5 } }
        one.link(with: two)
        two.link(with: three)
        #expect(try one.resolve(Int.self) == 2)
        #expect(try one.resolve(Double.self) == 3.5)
        #expect(try one.resolveAll(String.self) == ["two", "one"])

        try await two.close()

        #expect(try one.resolveAll(String.self) == ["one"])
        expectRefusal(.missingBinding) { try one.resolve(Int.self) }
        expectRefusal(.missingBinding) { try one.resolve(Double.self) }
        #expect(try one.resolve(Double?.self) == nil)
        #expect(one.sources.isEmpty)
        #expect(three.sources.isEmpty)
        #expect(one.graph.containers.count == 1)
        one.link(with: three)
        #expect(try one.resolve(Double.self) == 3.5)
    }

    @Test func `are closed while others resolve`() async throws {
        try await race(rounds: Rounds.some, threads: 3) { _ in
            let one = Container { $0.register { "one" }.contributing() }
            let two = Container {
                $0.register(.singleton) { Node("two") }
                $0.register { "two" }.contributing()
            }
            one.link(with: two)
            return (one, two)
        } run: { containers, thread, _ -> Bool in
            let (one, two) = containers
            if thread == 0 {
                let isClosed = Flag()
                Task.detached {
                    try? await two.close()
                    isClosed.set()
                }
                isClosed.sleepUntilSet()
                return try one.resolve(Node?.self) == nil && one.resolveAll(String.self) == ["one"]
            }
            do {
                for _ in 0..<20 {
                    guard try one.resolve(Node.self).name == "two" else { return false }
                    guard try one.resolveAll(String.self).last == "one" else { return false }
                }
            } catch let error as ResolutionError {
                return [.missingBinding, .scopeClosed].contains(error.code)
            }
            return true
        } check: { _, outcomes in
            let all = try outcomes.map { try $0.get() }
            #expect(all.allSatisfy { $0 })
        }
    }

    @Test func `are linked and parted while others resolve`() async throws {
        try await race(rounds: Rounds.some, threads: 4) { _ in
            let one = Container { $0.register { Pair($0, $1) } }
            let two = Container {
                $0.register(.shared) { Node("two") }
                $0.register { Pair($0, $1) }.contributing()
            }
            one.link(with: two)
            return (one, two)
        } run: { containers, thread, round -> Bool in
            let (one, two) = containers
            if thread < 2 {
                for index in 0..<10 {
                    if (index + thread).isMultiple(of: 2) {
                        one.link(with: two)
                    } else {
                        two.unlink(from: one)
                    }
                }
                if thread == 0 { one.link(with: two) }
                return true
            }
            for _ in 0..<20 {
                do {
                    // Both or neither: the link is atomic.
                    let pair = try one.resolve(Pair.self)
                    guard pair.first === pair.second else { return false }
                } catch let error as ResolutionError {
                    guard error.code == .missingBinding else { return false }
                }
            }
            return true
        } check: { containers, outcomes in
            let all = try outcomes.map { try $0.get() }
            #expect(all.allSatisfy { $0 })
            let (one, two) = containers
            #expect(one.sources.count <= 1)
            #expect(two.sources.count <= 1)
            one.link(with: two)
            #expect(one.sources.count == 1)
            #expect(two.sources.count == 1)
            #expect(try one.resolve(Pair.self).first.name == "two")
            one.unlink(from: two)
            #expect(one.sources.isEmpty)
            #expect(two.sources.isEmpty)
        }
    }

    @Test func `are linked once by many threads`() async throws {
        try await race(rounds: Rounds.some, threads: 3) { _ in
            (Container(), (0..<32).map { _ in Container() })
        } run: { containers, thread, _ in
            let (one, others) = containers
            for other in others {
                if thread > 0 { one.link(with: other) } else { other.link(with: one) }
            }
        } check: { containers, _ in
            #expect(containers.0.sources.count == 32)
            #expect(containers.1.allSatisfy { $0.sources.count == 1 })
        }
    }
}
