// SPDX-License-Identifier: MIT

/// Numbers of one kind, one for each round.
package struct Samples: Sendable {
    private var sorted: [Double] = []

    /// Creates an empty set.
    package init() {}

    /// The number of samples.
    package var count: Int { sorted.count }

    /// Adds a number.
    ///
    /// - Parameter number: The number.
    package mutating func add(_ number: Double) {
        let index = sorted.firstIndex { $0 > number } ?? sorted.endIndex
        sorted.insert(number, at: index)
    }

    /// The value below which a given share of the samples lies.
    ///
    /// - Parameter share: 0 for the smallest, 0.5 for the median, 1 for the largest.
    /// - Returns: The value; not a number without samples.
    package func quantile(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[Int((Double(sorted.count - 1) * share).rounded())]
    }

    /// The median.
    package var median: Double { quantile(0.5) }

    /// The interquartile range, relative to the median.
    package var spread: Double { (quantile(0.75) - quantile(0.25)) / median }
}
