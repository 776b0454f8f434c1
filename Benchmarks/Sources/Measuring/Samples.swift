// SPDX-License-Identifier: MIT

/// Numbers of one kind, one for each round.
package struct Samples: Sendable {
    private var sorted: [Double] = []

    /// Starts with none.
    package init() {}

    /// How many there are.
    package var count: Int { sorted.count }

    /// Adds a number.
    ///
    /// - Parameter number: The number.
    package mutating func add(_ number: Double) {
        let index = sorted.firstIndex { $0 > number } ?? sorted.endIndex
        sorted.insert(number, at: index)
    }

    /// The number that so many of the others are smaller than.
    ///
    /// - Parameter share: 0 for the smallest, 0.5 for the median, 1 for the largest.
    /// - Returns: The number; not a number if there are none.
    package func quantile(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[Int((Double(sorted.count - 1) * share).rounded())]
    }

    /// The one in the middle.
    package var median: Double { quantile(0.5) }

    /// How far the middle half spreads, relative to the median.
    package var spread: Double { (quantile(0.75) - quantile(0.25)) / median }
}
