// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

/// An instance of a graph's definition.
///
/// It knows its definition, and whether it is finished.
// @unchecked: the factory and the steps write `edges` and `property`, which are only read afterwards. That is
// the property under test, which Thread Sanitizer checks.
class Node: @unchecked Sendable {
    let world: World
    let generation: Generation
    /// Its number among all instances of the world.
    let serial: Int
    let argument: Int
    /// The outermost resolve that made it, if that was bound.
    let resolve: Int?
    /// Its dependencies; `nil` for a failed request.
    var edges: [Node?]
    var property: Injected<Red>?
    /// The lists that it has resolved.
    var lists: [Graph.Place: [Node]] = [:]
    var input: Input?
    /// Set by its last step.
    let isFinished = Atomic<Bool>(false)
    let callbacks = Atomic<Int>(0)
    private var mark = Node.living

    private static let living: UInt64 = 0x6D6F_7274_6973_6521

    required init(_ world: World, _ generation: Generation, argument: Int) {
        self.world = world
        self.generation = generation
        self.argument = argument
        resolve = World.resolve
        let plan = generation.definition
        edges = Array(repeating: nil, count: plan.edges.count)
        if let edge = plan.edges.first(where: { $0.place == .property }) {
            property = Injected<Red>(tag: edge.target)
        }
        serial = world.census.nextSerial()
        world.census.add(self)
    }

    deinit {
        mark = 0
        world.expectUnlocked("the deinit of an instance")
        world.census.remove(serial)
        if generation.definition.resolvesInDeinit { world.resolveSomething() }
    }

    /// Whether it is not released yet.
    var isAlive: Bool { mark == Self.living }

    /// Its references, with their edges.
    var references: [(edge: Graph.Edge, node: Node)] {
        generation.definition.edges.enumerated().flatMap { index, edge in
            if edge.manner == .listed {
                // Several containers may have a definition of the same number.
                let found = lists[edge.place]?.filter { $0.generation.node == edge.target }
                return (found ?? []).map { (edge, $0) }
            }
            if edge.place == .property {
                guard let property, property.isInjected else { return [] }
                return [(edge, property.value)]
            }
            return edges[index].map { [(edge, $0)] } ?? []
        }
    }

    /// Drops all its references.
    func cut() {
        edges = []
        property = nil
        lists = [:]
        input = nil
    }
}

/// A type under which definitions are registered.
protocol Colored: Node {}

final class Red: Node, Colored, @unchecked Sendable {}
final class Green: Node, Colored, @unchecked Sendable {}
final class Blue: Node, Colored, @unchecked Sendable {}

extension Graph {
    /// The registered type of a definition.
    static func type(of definition: Int) -> any Colored.Type {
        switch color(of: definition) {
        case 0: Red.self
        case 1: Green.self
        default: Blue.self
        }
    }
}

/// A node as an element of the list.
struct Element: Sendable {
    let node: Node
}

/// The input of a scope.
final class Input: Sendable {}

/// A simple dependency for observers, callbacks and `deinit`.
final class Leaf: Sendable {}

/// An error of a factory or a step.
final class Boom: Error {
    private let world: World
    private let resolves: Bool

    init(_ definition: Graph.Definition, in world: World) {
        self.world = world
        resolves = definition.resolvesInDeinit
    }

    deinit {
        world.expectUnlocked("the deinit of an error")
        if resolves { world.resolveSomething() }
    }
}

/// One registration of a definition.
final class Generation: Sendable {
    let node: Int
    let definition: Graph.Definition
    /// The container of the registration.
    let realm: Realm
    /// Whether it was, or will soon be, replaced or removed.
    let isWithdrawn = Atomic<Bool>(false)
    /// The number of starts of its factory and of its first step.
    let runs = Atomic<Int>(0)
    let stepRuns = Atomic<Int>(0)
    /// The number of instances that its factory has made.
    let made = Atomic<Int>(0)

    init(_ node: Int, _ definition: Graph.Definition, in realm: Realm) {
        self.node = node
        self.definition = definition
        self.realm = realm
    }
}
