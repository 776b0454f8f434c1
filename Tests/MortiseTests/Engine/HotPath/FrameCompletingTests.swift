// SPDX-License-Identifier: MIT

import Mortise
import Testing

// In an observed container, definitions take the slow path. So the fast path of completed instances must
// behave like an observed container, again and again.

/// A scenario that runs in an unobserved and in an observed container.
private struct CompletingCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let register: @Sendable (Container, Story) -> Void
    let resolve: @Sendable (Container, Story) throws -> Void

    init(
        _ name: String,
        _ register: @escaping @Sendable (Container, Story) -> Void,
        _ resolve: @escaping @Sendable (Container, Story) throws -> Void
    ) {
        testDescription = name
        self.register = register
        self.resolve = resolve
    }

    /// The events of the first few runs.
    func run(observed: Bool) -> [[String]] {
        let container = Container()
        let log = Story()
        register(container, log)
        let observation = observed ? container.observe { _ in } : nil
        defer { withExtendedLifetime(observation) {} }
        return (0..<6).map { round in
            log.clear()
            do { try resolve(container, log) } catch { log.add("error: \(error)") }
            return log.all + [round == 0 ? "first" : "next"]
        }
    }
}

/// Events in order.
private final class Story: Sendable {
    private let lines = Locked<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func clear() { lines.withLock { $0 = [] } }
}

/// A property that records its injection.
@propertyWrapper private final class Noted: InjectableProperty {
    private let name: String
    private let log: Story
    private let body: (inout Resolver) throws -> Void
    private(set) var wrappedValue = 0

    init(_ name: String, _ log: Story, _ body: @escaping (inout Resolver) throws -> Void = { _ in })
    {
        self.name = name
        self.log = log
        self.body = body
        announce()
    }

    func inject(from resolver: inout Resolver) throws {
        let label = resolver.context.injectedInProperty ?? "no label"
        log.add("fills \(name) of \(resolver.context.requestedType), \(label)")
        wrappedValue += 1
        try body(&resolver)
    }
}

private class Parent {
    @Noted var inherited: Int

    init(_ log: Story) { _inherited = Noted("inherited", log) }
}

private final class Child: Parent {
    @Noted var own: Int
    @Noted var last: Int

    override init(_ log: Story) {
        _last = Noted("last", log)
        _own = Noted("own", log)
        super.init(log)
    }
}

private class Shape {
    var dependency: Leaf?
    weak var owner: Node?
}

private final class Leaf: ResolutionAware {
    private let log: Story
    private let name: String

    init(_ log: Story, _ name: String = "leaf") {
        self.log = log
        self.name = name
    }

    func didResolve() { log.add("\(name) was resolved") }
}

private final class Node {
    var shapes: [Shape] = []
    let number: Int

    init(_ number: Int = 0) { self.number = number }
}

private final class Kept: Sendable {}

private struct Failure: Error {}

private final class Sometimes {
    var property: Noted?
    @Noted var always: Int

    init(_ log: Story, _ isThere: Bool) {
        _always = Noted("always", log)
        property = isThere ? Noted("sometimes", log) : nil
    }
}

private final class Replacing {
    @Noted var value: Int

    init(_ log: Story) {
        _value = Noted("thrown away", log)
        _value = Noted("kept", log)
    }
}

private final class Failing {
    @Noted var fine: Int
    @Noted var bad: Int

    init(_ log: Story) {
        _fine = Noted("fine", log)
        _bad = Noted("bad", log) { _ in throw Failure() }
    }
}

private final class Outer {
    @Noted var number: Int
    @Noted var text: Int

    init(_ log: Story) {
        _number = Noted("outer", log) { _ = try $0.resolve(Child.self) }
        _text = Noted("text", log) { _ = try $0.resolve(Child.self) }
    }
}

private final class Piecework {
    @Noted var number: Int
    @Noted var next: Int
    private(set) weak var owner: Node?

    init(_ log: Story) {
        let found = Found()
        self.found = found
        _number = Noted("number", log) { found.node = try $0.resolve(Node.self) }
        _next = Noted("next", log)
    }

    let found: Found
}

private final class Found {
    weak var node: Node?
}

private final class Pieceworks {
    var all: [ObjectIdentifier: Piecework] = [:]
}

private struct Value {
    @Noted var number: Int
}

extension CompletingCase {
    static let all: [CompletingCase] = steps + properties + callbacks + cycles

    private static let steps: [CompletingCase] = [
        CompletingCase("steps run in order, and see their context") { container, log in
            container.register { Leaf(log) }
            container.register { Shape() }
                .injecting { resolver, shape in
                    log.add("first for \(resolver.context)")
                    shape.dependency = try resolver.resolve(Leaf.self)
                }
                .injecting { _, shape in log.add("second, \(shape.dependency != nil)") }
        } _: { container, log in
            log.add("\(try container.resolve(Shape.self).dependency != nil)")
        },
        CompletingCase("a step of what a factory asks for") { container, log in
            container.register { Shape() }.injecting { resolver, _ in log.add("\(resolver.context)")
            }
            container.register { resolver in
                let node = Node()
                node.shapes = [try resolver.resolve(), try resolver.resolve()]
                return node
            }
        } _: { container, log in
            log.add("\(try container.resolve(Node.self).shapes.count)")
        },
        CompletingCase("a step that throws") { container, log in
            container.register { Shape() }
                .injecting { _, _ in throw Failure() }
                .injecting { _, _ in log.add("must not run") }
            container.register { resolver in
                let node = Node()
                node.shapes = [try resolver.resolve()]
                return node
            }
        } _: { container, log in
            do { _ = try container.resolve(Shape.self) } catch { log.add("\(error)") }
            _ = try container.resolve(Node.self)
        },
        CompletingCase("a step that throws every second time") { container, log in
            let isOdd = Locked(false)
            container.register { Shape() }.injecting { _, _ in
                let fails = isOdd.withLock {
                    $0.toggle()
                    return !$0
                }
                log.add(fails ? "fails" : "succeeds")
                if fails { throw Failure() }
            }
        } _: { container, log in
            for _ in 0..<3 {
                do { _ = try container.resolve(Shape.self) } catch { log.add("\(error)") }
            }
        },
        CompletingCase("a step that misses something") { container, log in
            container.register { Shape() }
                .injecting { resolver, shape in shape.dependency = try resolver.resolve(Leaf.self) }
        } _: { container, log in
            _ = try container.resolve(Shape.self)
        },
        CompletingCase("steps of what has a tag and arguments") { container, log in
            container.register(tag: "big") { Shape() }
                .injecting { resolver, _ in log.add("\(resolver.context)") }
            container.register { (_, number: Int, text: String) in Node(number + text.count) }
                .injecting { resolver, node in
                    log.add("\(resolver.context), \(node.number)")
                    node.shapes = [try resolver.resolve(tag: "big")]
                }
            container.register { resolver in try (1, resolver.resolve(Node.self, arguments: 2, "2"))
            }
        } _: { container, log in
            log.add("\(try container.resolve(Node.self, arguments: 1, "1").shapes.count)")
            log.add("\(try container.resolve((Int, Node).self).1.number)")
        },
        CompletingCase("steps of a definition that is auto-wired") { container, log in
            container.register { Leaf(log) }
            container.register(as: Node.self) { (leaf: Leaf) in
                log.add("\(leaf)")
                return Node(1)
            }.injecting { resolver, _ in log.add("\(resolver.context)") }
        } _: { container, log in
            log.add("\(try container.resolve(Node.self).number)")
        },
        CompletingCase("a selected implementation with a step") { container, log in
            container.register(tag: "a") { Shape() }.injecting { _, _ in log.add("a") }
            container.register(tag: "b") { Shape() }.injecting { _, _ in log.add("b") }
        } _: { container, log in
            _ = try container.resolve(Shape.self, tag: "a")
            _ = try container.resolve(Shape.self, tag: "b")
        },
        CompletingCase("a step inside a singleton that is being made") { container, log in
            container.register { Shape() }.injecting { resolver, shape in
                log.add("\(resolver.context)")
                _ = try resolver.resolve(Kept.self)
                log.add("after")
            }
            container.register(.singleton) { resolver -> Kept in
                let kept = Kept()
                _ = try resolver.resolve(Shape.self)
                log.add("kept")
                return kept
            }
        } _: { container, log in
            _ = try container.resolve(Shape.self)
            container.dropInstances()
            _ = try container.resolve(Kept.self)
            container.dropInstances()
        },
    ]

    private static let properties: [CompletingCase] = [
        CompletingCase("inherited and own properties") { container, log in
            container.register { Child(log) }
                .injecting { _, child in log.add("\(child.inherited) \(child.own) \(child.last)") }
        } _: { container, log in
            let child = try container.resolve(Child.self)
            log.add("\(child.inherited) \(child.own) \(child.last)")
        },
        CompletingCase("properties of many classes in turn") { container, log in
            let next = Locked(0)
            container.register { () -> Parent in
                let number = next.withLock {
                    $0 += 1
                    return $0
                }
                return number % 2 == 0 ? Parent(log) : Child(log)
            }
        } _: { container, log in
            for _ in 0..<4 { log.add("\(try container.resolve(Parent.self).inherited)") }
        },
        CompletingCase("a property that is there each second time") { container, log in
            let isThere = Locked(false)
            container.register {
                Sometimes(
                    log,
                    isThere.withLock {
                        $0.toggle()
                        return $0
                    }
                )
            }
        } _: { container, log in
            for _ in 0..<4 { _ = try container.resolve(Sometimes.self) }
        },
        CompletingCase("a property that is thrown away, and one for it") { container, log in
            container.register { Replacing(log) }
        } _: { container, log in
            log.add("\(try container.resolve(Replacing.self).value)")
        },
        CompletingCase("properties of a value and of an existential") { container, log in
            container.register { Value(number: Noted("of a value", log)) }
            container.register { Child(log) as Any }
            container.register { (Child(log), 1) }
        } _: { container, log in
            log.add("\(try container.resolve(Value.self).number)")
            log.add("\((try container.resolve(Any.self) as? Child)?.own as Any)")
            log.add("\(try container.resolve((Child, Int).self).0.own)")
        },
        CompletingCase("a property that fails") { container, log in
            container.register { Failing(log) }
            container.register { resolver in (try resolver.resolve(Failing.self), 1) }
        } _: { container, log in
            do { _ = try container.resolve(Failing.self) } catch { log.add("\(error)") }
            _ = try container.resolve((Failing, Int).self)
        },
        CompletingCase("a property whose owner is replaced in a step, and one made in a step") {
            container,
            log in
            container.register { Child(log) }
                .injecting { _, _ in _ = Noted("made in a step", log) }
        } _: { container, log in
            log.add("\(try container.resolve(Child.self).own)")
        },
        CompletingCase("properties inside properties") { container, log in
            container.register { Child(log) }
            container.register { resolver in
                _ = try resolver.resolve(Child.self)
                let outer = Outer(log)
                _ = try resolver.resolve(Child.self)
                return outer
            }
        } _: { container, log in
            log.add("\(try container.resolve(Outer.self).number)")
        },
        CompletingCase("properties where injection is off and on") { container, log in
            container.register { Child(log) }
        } _: { container, log in
            container.injectsProperties.toggle()
            log.add("\(try container.resolve(Child.self).own)")
        },
        CompletingCase("a factory that throws after a property announced itself") {
            container,
            log in
            let isOdd = Locked(false)
            container.register { () throws -> Child in
                let child = Child(log)
                let fails = isOdd.withLock {
                    $0.toggle()
                    return !$0
                }
                if fails { throw Failure() }
                return child
            }
            container.register { resolver in
                let first = try? resolver.resolve(Child.self)
                let second = try? resolver.resolve(Child.self)
                return [first, second].compactMap { $0 }
            }
        } _: { container, log in
            log.add("\(try container.resolve([Child].self).map(\.own))")
        },
    ]

    private static let callbacks: [CompletingCase] = [
        CompletingCase("callbacks of the outermost instance alone") { container, log in
            container.register { Shape() }
                .didResolve { _ in log.add("one") }
                .didResolve { _ in log.add("two") }
            container.register { Leaf(log) }
        } _: { container, log in
            _ = try container.resolve(Shape.self)
            _ = try container.resolve(Leaf.self)
        },
        CompletingCase("callbacks in reverse order of creation") { container, log in
            container.register { Leaf(log) }
            container.register { Shape() }
                .injecting { resolver, shape in shape.dependency = try resolver.resolve(Leaf.self) }
                .didResolve { _ in log.add("shape") }
            container.register { resolver in
                let node = Node()
                node.shapes = [try resolver.resolve(), try resolver.resolve()]
                return node
            }.didResolve { _ in log.add("node") }
        } _: { container, log in
            _ = try container.resolve(Node.self)
            _ = try container.resolve(Shape.self)
        },
        CompletingCase("callbacks that resolve") { container, log in
            container.register { Leaf(log) }
            container.register { Shape() }.didResolve { [weak container] _ in
                log.add("shape")
                _ = try? container?.resolve(Leaf.self)
                log.add("after the leaf")
            }
        } _: { container, log in
            _ = try container.resolve(Shape.self)
        },
        CompletingCase("no callback of what failed, or of what is handled") { container, log in
            container.register { Leaf(log) }
            container.register { Shape() }
                .injecting { resolver, _ in
                    _ = try resolver.resolve(Leaf.self)
                    throw Failure()
                }
                .didResolve { _ in log.add("must not be called") }
            container.register { resolver in
                _ = try? resolver.resolve(Shape.self)
                return Node()
            }.didResolve { _ in log.add("node") }
        } _: { container, log in
            _ = try container.resolve(Node.self)
            _ = try container.resolve(Shape.self)
        },
    ]

    private static let cycles: [CompletingCase] = [
        CompletingCase("a step that is postponed, with all after it") { container, log in
            container.register(.shared) { resolver in
                let node = Node()
                log.add("node asks")
                node.shapes = [try resolver.resolve()]
                log.add("node has")
                return node
            }
            container.register { Shape() }
                .injecting { _, _ in log.add("before") }
                .injecting { resolver, shape in
                    log.add("asks for its owner")
                    shape.owner = try resolver.resolve(Node.self)
                    log.add("has its owner")
                }
                .injecting { _, shape in log.add("after, \(shape.owner != nil)") }
                .didResolve { _ in log.add("was resolved") }
        } _: { container, log in
            let node = try container.resolve(Node.self)
            log.add("\(node.shapes[0].owner === node)")
            _ = try container.resolve(Shape.self)
        },
        CompletingCase("a property that is postponed") { container, log in
            container.register(.shared) { Pieceworks() }
            container.register(.shared) { resolver in
                let part = try resolver.resolve(Piecework.self)
                let node = Node()
                try resolver.resolve(Pieceworks.self).all[ObjectIdentifier(node)] = part
                return node
            }
            container.register { Piecework(log) }
                .injecting { _, part in log.add("step, \(part.found.node != nil)") }
            container.register { resolver in
                let node = try resolver.resolve(Node.self)
                let parts = try resolver.resolve(Pieceworks.self)
                return (node, parts.all[ObjectIdentifier(node)]?.found.node === node)
            }
        } _: { container, log in
            log.add("\(try container.resolve((Node, Bool).self).1)")
        },
        CompletingCase("a signal that a factory swallows") { container, log in
            container.register(.shared) { resolver in
                let node = Node()
                node.shapes = [try resolver.resolve()]
                return node
            }
            container.register { Leaf(log) }
                .injecting { resolver, _ in
                    log.add("leaf's step")
                    _ = try? resolver.resolve(Node.self)
                }
            container.register { Shape() }
                .injecting { resolver, shape in
                    log.add("shape's step")
                    shape.dependency = try? resolver.resolve(Leaf.self)
                }
        } _: { container, log in
            log.add("\(try container.resolve(Node.self).shapes[0].dependency != nil)")
        },
        CompletingCase("a cycle of unique instances through steps") { container, log in
            container.register { Shape() }
                .injecting { resolver, _ in _ = try resolver.resolve(Node.self) }
            container.register { Node() }
                .injecting { resolver, _ in _ = try resolver.resolve(Shape.self) }
            container.register { Leaf(log) }
        } _: { container, log in
            do {
                _ = try container.resolve(Shape.self)
            } catch let error as ResolutionError {
                log.add("\(error.code)")
            }
            _ = try container.resolve(Leaf.self)
        },
    ]
}

@Suite struct `An instance that is completed on the fast path` {
    @Test(arguments: CompletingCase.all)
    fileprivate func `is completed as on the slow one`(_ example: CompletingCase) {
        #expect(example.run(observed: false) == example.run(observed: true))
    }

    @Test func `releases its properties afterwards`() throws {
        weak var property: AnyObject?
        final class Owner {
            @Injected var number: Int
            var object: AnyObject { _number }
        }
        let container = Container {
            $0.register { 7 }
            $0.register { Owner() }
        }
        for _ in 0..<4 {
            let owner = try container.resolve(Owner.self)
            property = owner.object
            #expect(property != nil)
            #expect(owner.number == 7)
        }
        #expect(property == nil)
    }

    @Test func `may have a property of any size`() throws {
        struct Large: Equatable {
            var words = (0..<3).map { "\($0)" }
            var more = [1.0, 2, 3].map { ($0, $0) }.map(\.0)
            var numbers = (1, 2, 3, 4, 5)
            weak var object: AnyObject?

            static func == (lhs: Large, rhs: Large) -> Bool {
                lhs.words == rhs.words && lhs.more == rhs.more && lhs.numbers == rhs.numbers
            }
        }
        final class Owner {
            @Injected var large: Large
            @Injected var small: UInt8
        }
        let container = Container {
            $0.register { Large() }
            $0.register { UInt8(3) }
            $0.register { Owner() }
        }
        for _ in 0..<4 {
            let owner = try container.resolve(Owner.self)
            #expect(owner.large == Large())
            #expect(owner.small == 3)
            owner.large = Large(words: ["another"])
            owner.small = 4
            #expect(owner.large == Large(words: ["another"]))
            #expect(owner.small == 4)
        }
    }
}
