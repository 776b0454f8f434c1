// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

/// An instance that a definition of a graph makes.
///
/// It knows what it was made for, and whether it is finished.
// @unchecked: `edges` and `property` are written by the factory and the steps, and only read
// afterwards. That nobody reads them before is what is tested here, and Thread Sanitizer looks at it.
class Node: @unchecked Sendable {
    let world: World
    let generation: Generation
    /// Its number among all instances of the world.
    let serial: Int
    let argument: Int
    /// The outermost resolve that it was made in, if that was bound where it was made.
    let resolve: Int?
    /// What it asked for; `nil` where that was not to be had.
    var edges: [Node?]
    var property: Injected<Red>?
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
        world.census.remove(serial)
        if generation.definition.resolvesInDeinit { world.resolveSomething() }
    }

    /// Whether it was not released.
    var isAlive: Bool { mark == Self.living }

    /// What it refers to, with the edge that led there.
    var references: [(edge: Graph.Edge, node: Node)] {
        generation.definition.edges.enumerated().compactMap { index, edge in
            if edge.place == .property {
                guard let property, property.isInjected else { return nil }
                return (edge, property.value)
            }
            return edges[index].map { (edge, $0) }
        }
    }

    /// Lets go of all that it refers to.
    func cut() {
        edges = []
        property = nil
    }
}

/// A type that definitions are registered as.
protocol Colored: Node {}

final class Red: Node, Colored, @unchecked Sendable {}
final class Green: Node, Colored, @unchecked Sendable {}
final class Blue: Node, Colored, @unchecked Sendable {}

extension Graph {
    /// The type that a definition is registered as.
    static func type(of definition: Int) -> any Colored.Type {
        switch color(of: definition) {
        case 0: Red.self
        case 1: Green.self
        default: Blue.self
        }
    }
}

/// Something simple that is resolved by the way: by observers, callbacks and `deinit`.
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
        if resolves { world.resolveSomething() }
    }
}

/// One registration of a definition.
final class Generation: Sendable {
    let node: Int
    let definition: Graph.Definition
    /// The container that it is registered in.
    let realm: Realm
    /// Whether it was, or is about to be, replaced or removed.
    let isWithdrawn = Atomic<Bool>(false)
    /// How often its factory and its first step have begun.
    let runs = Atomic<Int>(0)
    let stepRuns = Atomic<Int>(0)
    /// How many instances its factory has made.
    let made = Atomic<Int>(0)

    init(_ node: Int, _ definition: Graph.Definition, in realm: Realm) {
        self.node = node
        self.definition = definition
        self.realm = realm
    }
}
