// SPDX-License-Identifier: MIT

import Foundation
import Measuring
import Scenarios

/// A scenario whose throughput in several threads is compared with that in one.
struct ThreadContest: Sendable {
    let name: String
    let summary: String
    let type: any Scenario.Type
    var threads = 2
    /// The sample length, relative to other contests: more threads than cores take turns of some
    /// milliseconds.
    var sampleLength = 1

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
        ThreadContest(
            name: "threadsScope",
            summary: "scopes in 4 threads on 2 cores, throughput against 1",
            type: RequestScope.self,
            threads: 4,
            sampleLength: 5
        ),
        ThreadContest(
            name: "threadsInput",
            summary: "scopes with an input in 2 threads, throughput against 1",
            type: ScopeInput.self,
            sampleLength: 5
        ),
    ]

    /// Measures both sides by elapsed time: a thread that waits for a lock uses no processor time.
    ///
    /// Another program that needs a core would distort the result. So arithmetic is measured before and after
    /// each round, and the round counts only if that ran twice as fast in two threads.
    ///
    /// - Parameters:
    ///   - rounds: The number of valid rounds to reach.
    ///   - nanoseconds: The approximate duration of a sample.
    /// - Returns: The medians of the rounds.
    /// - Throws: ``ResultsLost``, or the workload's error.
    func measure(rounds: Int, sampleNanoseconds nanoseconds: Double) throws -> Row {
        let scenario = try type.init()
        let crew = Crew(of: threads)
        let control = try Scaling(.arithmetic, threads: 2, nanoseconds / 4)
        let length = nanoseconds * Double(sampleLength)
        let mortise = try Scaling(scenario.mortiseWorkload, threads: threads, length)
        let handWired = try Scaling(scenario.handWiredWorkload, threads: threads, length)
        let rounds = (rounds + sampleLength - 1) / sampleLength
        var undisturbed = Figures()
        var all = Figures()
        let deadline = Clocks.monotonic + 8_000_000_000
        for attempt in 0..<40 * rounds where undisturbed.factors.count < rounds {
            // Gives up where the cores are never free.
            guard attempt <= rounds / 4 || Clocks.monotonic < deadline else { break }
            let wasFree = try control.sample(crew).factor > 1.9
            // Without two cores only enough rounds for a printout are run.
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
        var handWiredFactors = Samples()
        var times = Samples()
        var handWiredTimes = Samples()

        mutating func add(_ sample: Scaling.Sample, _ handWiredSample: Scaling.Sample) {
            factors.add(sample.factor)
            handWiredFactors.add(handWiredSample.factor)
            times.add(sample.nanoseconds)
            handWiredTimes.add(handWiredSample.nanoseconds)
        }

        func row(_ name: String, _ summary: String) -> Row {
            Row(
                name: name,
                summary: summary + String(format: "; by hand %.2f x", handWiredFactors.median),
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
        let threads: Int
        let iterations: Int

        struct Sample {
            /// The throughput of all threads divided by that of one.
            let factor: Double
            /// The time for one operation, with all threads at work.
            let nanoseconds: Double
        }

        init(_ workload: Workload, threads: Int, _ nanoseconds: Double) throws {
            self.workload = workload
            self.threads = threads
            iterations = try workload.iterations(for: nanoseconds)
        }

        func sample(_ crew: Crew) throws -> Sample {
            let alone = try crew.sample(threads: 1, workload, iterations: iterations)
            let together = try crew.sample(threads: threads, workload, iterations: iterations)
            return Sample(
                factor: Double(threads) * alone / together,
                nanoseconds: together / Double(threads * iterations)
            )
        }
    }
}

extension Workload {
    /// Needs only a core.
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
