// SPDX-License-Identifier: MIT

/// The number of bytes to insert, remove, change or exchange with the next to turn one text into another.
///
/// No byte is changed again after it was exchanged.
///
/// - Parameters:
///   - first: One text.
///   - second: The other.
///   - limit: The distance beyond which the answer does not matter.
/// - Returns: The distance, or `nil` when it is greater than `limit`.
/// - Complexity: O(*m* · *n*) for *m* and *n* bytes.
func editDistance(_ first: [UInt8], _ second: [UInt8], atMost limit: Int) -> Int? {
    guard abs(first.count - second.count) <= limit else { return nil }
    let unreachable = limit + 1
    var previous = (0...second.count).map { min($0, unreachable) }
    var beforePrevious = previous
    for row in 0..<first.count {
        var current = Array(repeating: unreachable, count: second.count + 1)
        current[0] = min(row + 1, unreachable)
        let lower = max(0, row - limit)
        let upper = min(second.count, row + limit + 1)
        for column in lower..<max(lower, upper) {
            let substitution = previous[column] + (first[row] == second[column] ? 0 : 1)
            let isExchanged =
                row > 0 && column > 0 && first[row] == second[column - 1]
                && first[row - 1] == second[column]
            current[column + 1] = min(
                substitution,
                isExchanged ? beforePrevious[column - 1] + 1 : unreachable,
                previous[column + 1] + 1,
                current[column] + 1,
                unreachable
            )
        }
        guard current.contains(where: { $0 <= limit }) else { return nil }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[second.count] <= limit ? previous[second.count] : nil
}
