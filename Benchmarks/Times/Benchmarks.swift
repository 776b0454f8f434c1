// SPDX-License-Identifier: MIT

import Benchmark
import Scenarios

/// Processor time of each scenario, compared with the files in `Thresholds`.
///
/// Times depend on the machine, so a scenario fails only when it takes more than twice as long. `ratios`
/// compares with hand-wired code, on any machine.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.cpuTotal],
        warmupIterations: 1,
        maxDuration: .seconds(2),
        maxIterations: 7,
        thresholds: [.cpuTotal: .init(relative: [.p90: 100])]
    )

    for type in Scenarios.all {
        let iterations = type.iterations
        Benchmark(type.name) { benchmark in
            let scenario = try type.init()
            benchmark.startMeasurement()
            guard try scenario.mortise(iterations) == iterations else {
                return benchmark.error("\(type.name): results are wrong")
            }
        }
    }
}

extension Scenario {
    /// Processor time is counted in steps of 10 ms, so a sample takes at least about ten of them.
    fileprivate static var iterations: Int {
        if self == ChildContainer.self { return 400_000 }
        if self == RequestScope.self { return 50_000 }
        return objects == 0 ? 12_000_000 : 4_000_000 / objects
    }
}
