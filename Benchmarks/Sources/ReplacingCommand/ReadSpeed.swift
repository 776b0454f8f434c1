// SPDX-License-Identifier: MIT

import Measuring
import Scenarios

/// The speed of reading a container, relative to hand-wired code.
struct ReadSpeed {
    private(set) var ways: [Way]

    struct Way {
        let name: String
        var comparison: Comparison

        init(_ name: String, _ mortise: Workload, with handWired: Workload) throws {
            self.name = name
            comparison = try Comparison(mortise, with: handWired)
        }
    }

    /// Measures the speed.
    ///
    /// The address of an object makes a difference of some percent, so everything is registered anew several
    /// times.
    ///
    /// - Parameters:
    ///   - changing: The container.
    ///   - changes: Changes the container.
    /// - Throws: The errors of resolving.
    init(
        of changing: ChangingContainer,
        _ changes: inout ChangingContainer.Changes
    ) throws {
        let passing = Workload("a new object by hand", leastNanoseconds: 5) {
            changing.handWiredPassing($0)
        }
        let kept = Workload("a kept object by hand", leastNanoseconds: 0.2) {
            changing.handWiredKept($0)
        }
        ways = [
            try Way(
                "new object",
                Workload("a new object", leastNanoseconds: 5) { try changing.resolvePassing($0) },
                with: passing
            ),
            try Way(
                "singleton",
                Workload("a singleton", leastNanoseconds: 0.2) { try changing.resolveKept($0) },
                with: kept
            ),
            try Way(
                "lent singleton",
                Workload("a lent singleton", leastNanoseconds: 0.2) {
                    try changing.borrowKept($0)
                },
                with: kept
            ),
        ]
        for _ in 0..<25 {
            let clutter = HeapClutter()
            changes.registerAnew()
            for _ in 0..<8 {
                for index in ways.indices.shuffled() { try ways[index].comparison.round() }
            }
            _ = consume clutter
        }
    }
}
