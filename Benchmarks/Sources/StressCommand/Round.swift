// SPDX-License-Identifier: MIT

import Foundation
@_spi(Diagnostics) import Mortise
import Synchronization

/// One round of random worlds.
struct Round: Sendable {
    let graph: Graph
    let program: Program
    let traits: Traits
    let copies: Int
    let rules: Rules
    private let mode: Mode

    init(_ mode: Mode, _ profile: Profile, _ rules: Rules, _ random: inout Randomness) {
        self.mode = mode
        self.rules = rules
        copies = random.pick(profile.copies)
        traits = Traits(profile, &random)
        graph = Graph(profile, traits, &random)
        program = Program(graph, profile, traits, &random)
    }

    var text: String {
        var about = "mode \(mode), \(copies) copies of this"
        if !traits.mayFail { about += "; nothing is to fail" }
        if traits.isObserved { about += "; observed" }
        if traits.isDecorated { about += "; decorated" }
        if traits.isLinked { about += "; linked" }
        if traits.hasInputs { about += "; with inputs" }
        return "\(about)\n\(graph)\n\(program)"
    }

    /// Runs the round.
    func run(_ reporter: Reporter, _ tally: Tally) async {
        let check = EndCheck(reporter, rules)
        var worlds = (0..<copies).map { _ in World(self, reporter, tally) }
        await play(in: worlds)
        await check.expectIdle("when all resolves were over")
        for world in worlds {
            checkCounts(of: world)
            world.checkWhatStays()
        }
        for world in worlds { await end(world) }
        await check.expect("instances are alive that nobody holds") {
            worlds.allSatisfy { $0.census.livingCount == 0 }
        } details: {
            worlds.flatMap(\.census.living).map {
                let realm = $0.generation.realm
                let container = realm.isAlive ? ", which is alive" : ", which is gone"
                return "\($0.serial) of definition \($0.generation.node), \(realm.kind)\(container)"
            }.joined(separator: ", ")
        }
        await check.expect("instances were not closed") {
            worlds.allSatisfy { $0.census.unclosed.isEmpty }
        } details: {
            "\(worlds.flatMap(\.census.unclosed))"
        }
        worlds.removeAll()
        await check.expectIdle("when all containers were gone")
        await check.expect("something that was dropped is not released") {
            EngineState.summary.retired == 0
        } details: {
            "\(EngineState.summary)"
        }
        tally.rounds.add(1, ordering: .relaxed)
    }

    private func play(in worlds: [World]) async {
        let players = worlds.enumerated().flatMap { copy, world in
            program.players.enumerated().map { number, plan in
                Player(plan, "copy \(copy), \(plan.kind) \(number)", in: world)
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for player in players {
                switch player.kind {
                case .thread: group.addTask { await onThread { player.playOnThread() } }
                case .task: group.addTask { await player.playInTask() }
                case .main: group.addTask { await player.playOnMain() }
                }
            }
        }
    }

    /// Ends a world that is no longer in use.
    private func end(_ world: World) async {
        let layers = world.layers.withLock { $0 }
        if program.isClosed {
            for layer in layers { layer.willClose() }
            await world.close(world.base)
            if let linked = world.linked { await world.close(linked) }
        }
        for node in world.census.living { node.cut() }
        world.observations.withLock { $0 = [] }
        for realm in layers + [world.linked, world.base].compactMap({ $0 }) { world.drop(realm) }
        world.removals.withLock { $0 = [:] }
        world.layers.withLock { $0 = [] }
        world.records.withLock { $0.removeAll() }
    }

    private func isSync(_ node: Int) -> Bool { graph.definitions[node].lane == .sync }

    /// Checks that no factory ran too often.
    private func checkCounts(of world: World) {
        guard !traits.mayFail, traits.isSteady, !traits.hasLayers else { return }
        let nodes = graph.definitions.indices
        guard !nodes.contains(where: { graph.mayMeetBadCycle($0) || graph.needsScope($0) }) else {
            return
        }
        // A waiter for a resolve that cannot await gets its error, and has to start again.
        guard !world.isMixed || world.isStrict || nodes.allSatisfy({ isSync($0) }) else { return }
        // A synchronous factory runs again after an await.
        let isExact =
            !program.entrances.contains(.async)
            && nodes.allSatisfy { graph.definitions[$0].lane == .sync }
        for generation in world.generations.withLock({ $0 }).compactMap({ $0 }) {
            let definition = generation.definition
            guard definition.lifetime.isKept, !definition.takesArgument,
                isExact || definition.lane == .async
            else { continue }
            let made = generation.made.load(ordering: .relaxed)
            if made > 1 {
                world.report("the factory of definition \(generation.node) made \(made) instances")
            }
        }
    }
}

extension World {
    /// Checks that earlier instances can be resolved without waiting.
    fileprivate func checkWhatStays() {
        guard traits.isSteady, let container = base.container else { return }
        for generation in generations.withLock({ $0 }).compactMap({ $0 }) {
            let definition = generation.definition
            guard definition.lifetime.isKept, definition.lifetime != .scoped,
                !definition.takesArgument
            else { continue }
            let before = records.withLock {
                $0.instance(of: generation, in: generation.realm, argument: 0)
            }
            guard let before else { continue }
            do {
                let type = Graph.type(of: generation.node)
                let node: Node = try container.resolve(type, tag: generation.node)
                if node.serial != before {
                    report("\(describe(node)) is there in the end, and \(before) was before")
                }
            } catch {
                report("\(before), which is finished, is not given to everybody:\n\(error)")
            }
        }
    }
}

/// Runs a body on its own thread.
func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        Thread {
            body()
            continuation.resume()
        }.start()
    }
}
