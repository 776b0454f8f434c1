// SPDX-License-Identifier: MIT

/// One side of a comparison: a loop that can be run and timed.
package struct Workload: Sendable {
    /// What failures call it.
    package let name: String

    /// Does the work so many times, and returns how many results were right.
    let run: @Sendable (Int) throws -> Int

    /// What no machine can be faster than, in nanoseconds for one iteration.
    let leastNanoseconds: Double

    /// Describes one side.
    ///
    /// - Parameters:
    ///   - name: What failures call it.
    ///   - leastNanoseconds: What no machine can be faster than, for one iteration. A sample that is
    ///     faster did not do the work.
    ///   - run: Does the work so many times, and returns how many results were right.
    package init(
        _ name: String,
        leastNanoseconds: Double,
        run: @escaping @Sendable (_ iterations: Int) throws -> Int
    ) {
        self.name = name
        self.leastNanoseconds = leastNanoseconds
        self.run = run
    }

    /// Runs and times the work.
    ///
    /// - Parameter iterations: How often.
    /// - Returns: The processor time, in nanoseconds.
    /// - Throws: ``ResultsLost``, or what the work throws.
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

    /// Finds out how many iterations take long enough to be timed.
    ///
    /// - Parameter nanoseconds: How long a sample should take, at least.
    /// - Returns: A number of iterations.
    /// - Throws: As ``sample(_:)``.
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

/// Work that was not done, or done wrongly.
package struct ResultsLost: Error, CustomStringConvertible, Sendable {
    /// Which, and how one can tell.
    package let description: String

    init(_ description: String) { self.description = description }
}
