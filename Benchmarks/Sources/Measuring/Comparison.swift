// SPDX-License-Identifier: MIT

/// Two workloads, sampled in turn.
package struct Comparison: Sendable {
    private let reference: Workload
    private let candidate: Workload
    private let iterations: Int

    /// The candidate's time divided by the reference's, for each round.
    package private(set) var ratios = Samples()
    /// Nanoseconds for one iteration of the reference.
    package private(set) var referenceTimes = Samples()
    /// Nanoseconds for one iteration of the candidate.
    package private(set) var candidateTimes = Samples()

    /// Warms both up, and finds the number of iterations in a sample.
    ///
    /// - Parameters:
    ///   - candidate: The workload to judge.
    ///   - reference: The workload to compare with.
    ///   - sampleNanoseconds: The approximate duration of a sample.
    /// - Throws: ``ResultsLost``, or the workload's error.
    package init(
        _ candidate: Workload,
        with reference: Workload,
        sampleNanoseconds: Double = 250_000
    ) throws {
        self.candidate = candidate
        self.reference = reference
        iterations = try max(
            reference.iterations(for: sampleNanoseconds),
            candidate.iterations(for: sampleNanoseconds / 2)
        )
    }

    /// Samples both workloads twice, one of them first and last.
    ///
    /// So slow changes during the round, such as the state of the heap, affect both.
    ///
    /// - Throws: ``ResultsLost``, or the workload's error.
    package mutating func round() throws {
        var reference = 0.0
        var candidate = 0.0
        if Bool.random() {
            reference += try self.reference.sample(iterations)
            candidate += try self.candidate.sample(iterations)
            candidate += try self.candidate.sample(iterations)
            reference += try self.reference.sample(iterations)
        } else {
            candidate += try self.candidate.sample(iterations)
            reference += try self.reference.sample(iterations)
            reference += try self.reference.sample(iterations)
            candidate += try self.candidate.sample(iterations)
        }
        ratios.add(candidate / reference)
        referenceTimes.add(reference / Double(2 * iterations))
        candidateTimes.add(candidate / Double(2 * iterations))
    }
}
