// SPDX-License-Identifier: MIT

import Measuring
import Scenarios

/// A scenario whose throughput in two threads is compared with that in one.
struct ThreadContest: Sendable {
    let name: String
    let summary: String
    let type: any Scenario.Type

    static let all = [
        ThreadContest(
            name: "threadsS1",
            summary: "new objects in 2 threads, throughput against 1",
            type: Transient.self
        ),
        ThreadContest(
            name: "threadsWith",
            summary: "a singleton lent in 2 threads, throughput against 1",
            type: LentSingleton.self
        ),
    ]

    /// Measures both sides by the time of day: whoever waits for a lock uses no processor time.
    ///
    /// Another program that needs a core would spoil that. So arithmetic is measured before and
    /// after each round, and the round counts if that became twice as fast in two threads.
    ///
    /// - Parameters:
    ///   - rounds: How many rounds should count.
    ///   - nanoseconds: How long a sample should take, about.
    /// - Returns: The medians of the rounds.
    /// - Throws: ``ResultsLost``, or what the work throws.
    func measure(rounds: Int, sampleNanoseconds nanoseconds: Double) throws -> Row {
        let scenario = try type.init()
        let crew = Crew(of: 2)
        let control = try Scaling(.arithmetic, nanoseconds / 4)
        let mortise = try Scaling(scenario.mortiseWorkload, nanoseconds)
        let handWired = try Scaling(scenario.handWiredWorkload, nanoseconds)
        var undisturbed = Figures()
        var all = Figures()
        for attempt in 0..<40 * rounds where undisturbed.factors.count < rounds {
            let wasFree = try control.sample(crew).factor > 1.9
            // Without two cores it is not worth while, but for having something to print.
            guard wasFree || attempt <= rounds / 4 else { continue }
            let sample = try mortise.sample(crew)
            let handWiredSample = try handWired.sample(crew)
            all.add(sample, handWiredSample)
            if try control.sample(crew).factor > 1.9 && wasFree {
                undisturbed.add(sample, handWiredSample)
            }
        }
        let isDisturbed = undisturbed.factors.count < (rounds + 3) / 4
        return (isDisturbed ? all : undisturbed).row(
            name,
            isDisturbed ? "\(summary); TWO CORES WERE NOT FREE" : summary
        )
    }

    private struct Figures {
        var factors = Samples()
        var times = Samples()
        var handWiredTimes = Samples()

        mutating func add(_ sample: Scaling.Sample, _ handWiredSample: Scaling.Sample) {
            factors.add(sample.factor)
            times.add(sample.nanoseconds)
            handWiredTimes.add(handWiredSample.nanoseconds)
        }

        func row(_ name: String, _ summary: String) -> Row {
            Row(
                name: name,
                summary: summary,
                figure: factors.median,
                spread: factors.spread,
                unit: .throughput,
                nanoseconds: times.median,
                handWiredNanoseconds: handWiredTimes.median
            )
        }
    }

    private struct Scaling {
        let workload: Workload
        let iterations: Int

        struct Sample {
            /// Throughput of two threads divided by that of one.
            let factor: Double
            /// For one operation, with two threads at work.
            let nanoseconds: Double
        }

        init(_ workload: Workload, _ nanoseconds: Double) throws {
            self.workload = workload
            iterations = try workload.iterations(for: nanoseconds)
        }

        func sample(_ crew: Crew) throws -> Sample {
            let alone = try crew.sample(threads: 1, workload, iterations: iterations)
            let together = try crew.sample(threads: 2, workload, iterations: iterations)
            return Sample(
                factor: 2 * alone / together,
                nanoseconds: together / Double(2 * iterations)
            )
        }
    }
}

extension Workload {
    /// Needs a core and nothing else.
    fileprivate static let arithmetic = Workload("arithmetic", leastNanoseconds: 0.2) {
        iterations in
        var state: UInt64 = 1
        for _ in 0..<iterations {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
        }
        return state == 0 ? 0 : iterations
    }
}
