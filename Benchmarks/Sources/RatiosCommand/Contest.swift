// SPDX-License-Identifier: MIT

import Measuring
import Scenarios

extension Scenario {
    /// The scenario by hand.
    var handWiredWorkload: Workload {
        Workload("\(Self.name) by hand", leastNanoseconds: Self.leastNanoseconds) {
            try handWired($0)
        }
    }

    /// The scenario by Mortise.
    var mortiseWorkload: Workload {
        Workload("\(Self.name) by Mortise", leastNanoseconds: Self.leastNanoseconds) {
            try mortise($0)
        }
    }
}

/// A scenario whose operations are compared with hand-wired ones, in one thread.
struct Contest {
    let type: any Scenario.Type
    var comparison: Comparison

    init(_ type: any Scenario.Type) throws {
        self.type = type
        let scenario = try type.init()
        comparison = try Comparison(scenario.mortiseWorkload, with: scenario.handWiredWorkload)
    }

    var row: Row {
        let operations = Double(type.operations)
        return Row(
            name: type.name,
            summary: type.summary,
            figure: comparison.ratios.median,
            spread: comparison.ratios.spread,
            unit: .ratio,
            nanoseconds: comparison.candidateTimes.median / operations,
            handWiredNanoseconds: comparison.referenceTimes.median / operations
        )
    }
}
