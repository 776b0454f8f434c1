// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Mortise

/// The duration and the seed of `make model`.
enum ModelDepth {
    static let seconds = number("MORTISE_MODEL_SECONDS")
    static let seed = number("MORTISE_MODEL_SEED")

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}

@Suite struct `The construction protocol, at length` {
    @Test func `holds in larger models, on random paths`() {
        let begin = ContinuousClock.now
        let limit = ModelDepth.seconds.map { Duration.seconds($0) }
        var seed = UInt64(ModelDepth.seed ?? 1)
        let last = limit == nil && ModelDepth.seed == nil ? 300 : seed
        while seed <= last || limit.map({ ContinuousClock.now - begin < $0 }) == true {
            guard walk(seed) else { return }
            seed += 1
        }
    }

    @Test(arguments: [46_126] as [UInt64])
    func `holds on a path where it did not once`(seed: UInt64) {
        _ = walk(seed)
    }

    /// Whether it holds in one larger model.
    private func walk(_ seed: UInt64) -> Bool {
        var random = RandomModel(seed: seed)
        let setup = random.setup()
        for _ in 0..<20 {
            guard let finding = random.walk(setup) else { continue }
            Issue.record("seed \(seed): \(Exploration.report(finding, in: setup))")
            return false
        }
        return true
    }

    @Test(.enabled(if: ModelDepth.seconds != nil), arguments: 0...3)
    func `ends like some order of three resolves of three definitions`(threads: Int) {
        for model in ModelCase.all(3, tasks: 3 - threads, threads: threads) {
            let found = Exploration(model.setup())

            #expect(found.finding == nil, "\(found.report)")
            #expect(found.unexplained.isEmpty, "\(model)")
        }
    }
}
