// SPDX-License-Identifier: MIT

@testable import Mortise

/// Larger models, each explored on one random path.
struct RandomModel {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(state: seed) }

    /// A model with up to five definitions, four workers, changes and cancellations.
    mutating func setup() -> ModelSetup {
        let count = Int.random(in: 3...5, using: &random)
        let workers = Int.random(in: 2...4, using: &random)
        let hasLanes = Int.random(in: 0..<3, using: &random) > 0
        let definitions = (0..<count).map { definition($0, of: count, hasLanes) }
        let kinds: [ModelWorker.Kind] = [.task, .task, .thread, .pooled]
        var mutations: [ModelSetup.Mutation] = []
        if Int.random(in: 0..<4, using: &random) == 0 {
            let all: [ModelSetup.Mutation] = [.reset, .close, .replace(0), .replace(1)]
            mutations = [all[Int.random(in: 0..<all.count, using: &random)]]
        }
        return ModelSetup(
            ModelGraph(definitions: definitions),
            (0..<workers).map { _ in
                let resolves = Int.random(in: 1...2, using: &random)
                return (
                    kinds[Int.random(in: 0..<kinds.count, using: &random)],
                    roots: (0..<resolves).map { _ in Int.random(in: 0..<count, using: &random) }
                )
            },
            pool: Int.random(in: 1...2, using: &random),
            mutations: mutations,
            cancellations: Int.random(in: 0...1, using: &random),
            // Vocabularies with this behaviour have no asynchronous definitions.
            remakesInCycles: Bool.random(using: &random) && definitions.allSatisfy { !$0.isAsync },
            isFine: true
        )
    }

    private mutating func definition(
        _ index: Int,
        of count: Int,
        _ mayBeAsync: Bool
    ) -> ModelGraph.Definition {
        var definition = ModelGraph.Definition()
        definition.isAsync = mayBeAsync && Bool.random(using: &random)
        for other in (0..<count).shuffled(using: &random) where other != index {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: definition.factory.append(other)
            case 1, 2: definition.step.append(other)
            default: break
            }
        }
        definition.factoryThrows = Int.random(in: 0..<12, using: &random) == 0
        definition.stepThrows = Int.random(in: 0..<12, using: &random) == 0
        definition.handlesFailures = Int.random(in: 0..<8, using: &random) == 0
        return definition
    }

    /// Takes one random path through a model.
    ///
    /// - Returns: The problem, if any.
    mutating func walk(_ setup: ModelSetup) -> Exploration.Finding? {
        var model = LedgerModel(setup)
        var choices: [LedgerModel.Choice] = []
        while !model.isOver {
            let all = model.choices
            guard !all.isEmpty else { return Exploration.Finding(text: "hangs", choices: choices) }
            let choice = all[Int.random(in: 0..<all.count, using: &random)]
            choices.append(choice)
            model.advance(choice)
            if let violation = model.violations.first {
                return Exploration.Finding(text: violation, choices: choices)
            }
            if choices.count > 20_000 {
                return Exploration.Finding(text: "goes on for ever", choices: choices)
            }
        }
        return nil
    }
}

/// A generator whose numbers depend only on its seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
