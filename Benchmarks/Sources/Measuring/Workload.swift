// SPDX-License-Identifier: MIT

/// One side of a comparison: a loop that can be run and timed.
package struct Workload: Sendable {
    /// The name in failures.
    package let name: String

    /// Runs the iterations, and returns the number of right results.
    let run: @Sendable (Int) throws -> Int

    /// A time that no machine can beat, in nanoseconds for one iteration.
    let leastNanoseconds: Double

    /// Creates one side of a comparison.
    ///
    /// - Parameters:
    ///   - name: The name in failures.
    ///   - leastNanoseconds: A time for one iteration that no machine can beat. A faster sample did not do
    ///     the work.
    ///   - run: Runs the iterations, and returns the number of right results.
    package init(
        _ name: String,
        leastNanoseconds: Double,
        run: @escaping @Sendable (_ iterations: Int) throws -> Int
    ) {
        self.name = name
        self.leastNanoseconds = leastNanoseconds
        self.run = run
    }

    /// Runs and times the workload.
    ///
    /// - Parameter iterations: The number of iterations.
    /// - Returns: The processor time, in nanoseconds.
    /// - Throws: ``ResultsLost``, or the workload's error.
    package func sample(_ iterations: Int) throws -> Double {
        let start = Clocks.thread
        let confirmed = try run(iterations)
        let duration = Double(Clocks.thread - start)
        guard confirmed == iterations else {
            throw ResultsLost("\(name): \(confirmed) of \(iterations) results were right")
        }
        guard duration >= leastNanoseconds * Double(iterations) else {
            throw ResultsLost(
                "\(name): \(iterations) iterations took \(Int(duration)) ns; no machine is so fast,"
                    + " so the work was optimised away"
            )
        }
        return duration
    }

    /// Finds a number of iterations that takes long enough to be timed.
    ///
    /// - Parameter nanoseconds: The minimum duration of a sample.
    /// - Returns: A number of iterations.
    /// - Throws: The errors of ``sample(_:)``.
    package func iterations(for nanoseconds: Double) throws -> Int {
        var iterations = 1
        while true {
            // The first run is cold, and any run may be interrupted.
            var shortest = Double.infinity
            for _ in 0..<3 {
                let start = Clocks.thread
                _ = try run(iterations)
                shortest = min(shortest, Double(Clocks.thread - start))
            }
            if shortest >= nanoseconds { return iterations }
            iterations *= 2
        }
    }
}

/// Work that was skipped or wrong.
package struct ResultsLost: Error, CustomStringConvertible, Sendable {
    /// The workload, and the evidence.
    package let description: String

    init(_ description: String) { self.description = description }
}
