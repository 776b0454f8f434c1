// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import Synchronization

// The code of factories and steps.

extension World {
    /// The factory of a synchronous definition, and of one of the main actor.
    func make<N: Colored>(
        _ type: N.Type,
        _ generation: Generation,
        _ argument: Int,
        _ resolver: inout Resolver
    ) throws -> N {
        expectUnlocked("a factory")
        let definition = generation.definition
        let fails = Self.fails(definition.failures, generation.runs)
        if fails, !definition.failsLate { throw Boom(definition, in: self) }
        var found: [(Int, Node?)] = []
        for (index, edge) in definition.edges.enumerated()
        where edge.place == .factory && edge.manner != .listed {
            found.append((index, try ask(edge, &resolver)))
        }
        let input = definition.needsInput ? try resolver.resolve(Input.self) : nil
        let list = definition.hasList(at: .factory) ? try resolver.resolve([Element].self) : nil
        rest(definition.nap)
        if fails { throw Boom(definition, in: self) }
        return made(type, generation, argument, found, input, list)
    }

    /// The factory of an asynchronous definition.
    func make<N: Colored>(
        _ type: N.Type,
        _ generation: Generation,
        _ argument: Int,
        _ resolver: inout AsyncResolver
    ) async throws -> N {
        expectUnlocked("an asynchronous factory")
        let definition = generation.definition
        let fails = Self.fails(definition.failures, generation.runs)
        if fails, !definition.failsLate { throw Boom(definition, in: self) }
        var found: [(Int, Node?)] = []
        for (index, edge) in definition.edges.enumerated()
        where edge.place == .factory && edge.manner != .listed {
            found.append((index, try await ask(edge, &resolver)))
        }
        let input = definition.needsInput ? try await resolver.resolve(Input.self) : nil
        let list =
            definition.hasList(at: .factory) ? try await resolver.resolve([Element].self) : nil
        switch definition.nap {
        case .none: break
        case .yield: await Task.yield()
        case .short: rest(.short)
        case .long: try? await Task.sleep(for: .microseconds(300))
        case .hop: await MainActor.run {}
        case .cancellable: try await Task.sleep(for: .microseconds(300))
        }
        if fails { throw Boom(definition, in: self) }
        return made(type, generation, argument, found, input, list)
    }

    private func made<N: Colored>(
        _ type: N.Type,
        _ generation: Generation,
        _ argument: Int,
        _ found: [(Int, Node?)],
        _ input: Input?,
        _ list: [Element]?
    ) -> N {
        let node = N(self, generation, argument: argument)
        node.input = input
        node.lists[.factory] = list?.map(\.node)
        for (index, other) in found { node.edges[index] = other }
        if !generation.definition.isFinishedByStep {
            node.isFinished.store(true, ordering: .relaxed)
        }
        generation.made.add(1, ordering: .relaxed)
        tally.made.add(1, ordering: .relaxed)
        return node
    }

    /// A step.
    func run(_ step: Int, _ node: Node, _ resolver: inout Resolver) throws {
        expectUnlocked("a step")
        let definition = node.definition
        let place = Graph.Place.step(step)
        let edges = definition.edges.enumerated().filter {
            $1.place == place && $1.manner != .listed
        }
        // Results of an earlier run may have been given up.
        for (index, _) in edges { node.edges[index] = nil }
        node.lists[place] = nil
        let fails =
            step == 0 && Self.fails(definition.stepFailures, node.generation.stepRuns)
        for (index, edge) in edges { node.edges[index] = try ask(edge, &resolver) }
        if definition.hasList(at: place) {
            node.lists[place] = try resolver.resolve([Element].self).map(\.node)
        }
        rest(definition.nap)
        if fails { throw Boom(definition, in: self) }
    }

    /// A callback.
    func called(_ node: Node) {
        expectUnlocked("a callback")
        let count = node.callbacks.add(1, ordering: .relaxed).newValue
        if count > 1 { report("\(describe(node)) was called back \(count) times") }
        if !node.isFinished.load(ordering: .relaxed) {
            report("\(describe(node)) was called back unfinished")
        }
        resolveSomething()
    }

    /// A closer.
    ///
    /// It also runs for an instance that is not finished, because something has failed: nobody may get that
    /// one any more, and who does reports it.
    func closed(_ node: Node) {
        expectUnlocked("a closer")
        let count = census.close(node.serial)
        tally.closed.add(1, ordering: .relaxed)
        if count > 1 { report("\(describe(node)) was closed \(count) times") }
    }

    // MARK: Requests

    private func ask(_ edge: Graph.Edge, _ resolver: inout Resolver) throws -> Node? {
        let type = Graph.type(of: edge.target)
        guard edge.manner == .handled else { return try ask(type, edge, &resolver) }
        return try? ask(type, edge, &resolver)
    }

    private func ask<N: Colored>(
        _ type: N.Type,
        _ edge: Graph.Edge,
        _ resolver: inout Resolver
    ) throws -> Node? {
        let tag = edge.target
        let takesArgument = graph.definitions[tag].takesArgument
        switch edge.manner {
        case .optional: return try resolver.resolve(N?.self, tag: tag)
        case .provider:
            return takesArgument
                ? try ArgumentCalls.provide(tag, edge.argument, from: &resolver)
                : try resolver.provider(of: type, tag: tag)()
        case .captured:
            guard let container = base.container else { return nil }
            return takesArgument
                ? try ArgumentCalls.resolve(tag, edge.argument, from: container)
                : try container.resolve(type, tag: tag)
        case .plain, .handled, .listed:
            return takesArgument
                ? try ArgumentCalls.resolve(tag, edge.argument, from: &resolver)
                : try resolver.resolve(type, tag: tag)
        }
    }

    private func ask(_ edge: Graph.Edge, _ resolver: inout AsyncResolver) async throws -> Node? {
        let type = Graph.type(of: edge.target)
        guard edge.manner == .handled else { return try await ask(type, edge, &resolver) }
        return try? await ask(type, edge, &resolver)
    }

    private func ask<N: Colored>(
        _ type: N.Type,
        _ edge: Graph.Edge,
        _ resolver: inout AsyncResolver
    ) async throws -> Node? {
        let tag = edge.target
        guard edge.manner != .optional else {
            return try await resolver.resolve(N?.self, tag: tag)
        }
        return graph.definitions[tag].takesArgument
            ? try await ArgumentCalls.resolve(tag, edge.argument, from: &resolver)
            : try await resolver.resolve(type, tag: tag)
    }

    // MARK: Times

    private func rest(_ nap: Graph.Nap) {
        switch nap {
        case .none, .hop, .cancellable: break
        case .yield: sched_yield()
        case .short: usleep(30)
        case .long: usleep(300)
        }
    }

    private static func fails(_ pattern: [Bool], _ runs: borrowing Atomic<Int>) -> Bool {
        guard !pattern.isEmpty else { return false }
        let run = runs.add(1, ordering: .relaxed).oldValue
        return pattern[run % pattern.count]
    }
}
