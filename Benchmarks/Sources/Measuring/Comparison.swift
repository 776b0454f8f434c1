// SPDX-License-Identifier: MIT

/// Two workloads, sampled in turn.
package struct Comparison: Sendable {
    private let reference: Workload
    private let candidate: Workload
    private let iterations: Int

    /// Time of the candidate divided by that of the reference, for each round.
    package private(set) var ratios = Samples()
    /// Nanoseconds for one iteration of the reference.
    package private(set) var referenceTimes = Samples()
    /// Nanoseconds for one iteration of the candidate.
    package private(set) var candidateTimes = Samples()

    /// Warms both up, and finds out how many iterations make a sample.
    ///
    /// - Parameters:
    ///   - candidate: What is to be judged.
    ///   - reference: What it is compared with.
    ///   - sampleNanoseconds: How long a sample should take, about.
    /// - Throws: ``ResultsLost``, or what the work throws.
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

    /// Samples both, each twice: one of them first and last, so that what changes slowly during the
    /// round, such as the state of the heap, is shared.
    ///
    /// - Throws: ``ResultsLost``, or what the work throws.
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
