// SPDX-License-Identifier: MIT

import MortiseTestSupport
import Testing

@testable import MortiseGraph

@Suite struct `The edit distance` {
    @Test func `agrees with its definition`() {
        var generator = SeededGenerator(seed: 3)

        for _ in 0..<3_000 {
            let first = word(using: &generator)
            let second = word(using: &generator)
            let expected = distance(first[...], second[...])
            for limit in 0...3 {
                let actual = editDistance(first, second, atMost: limit)
                #expect(actual == (expected <= limit ? expected : nil), "\(first) \(second)")
            }
        }
    }

    private func word(using generator: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in generator.pick([1, 2]) }
    }

    private func distance(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Int {
        guard let one = first.first, let other = second.first else {
            return max(first.count, second.count)
        }
        let isExchanged = first.dropFirst().first == other && second.dropFirst().first == one
        return min(
            isExchanged ? distance(first.dropFirst(2), second.dropFirst(2)) + 1 : .max,
            distance(first.dropFirst(), second.dropFirst()) + (one == other ? 0 : 1),
            distance(first.dropFirst(), second) + 1,
            distance(first, second.dropFirst()) + 1
        )
    }
}
