// SPDX-License-Identifier: MIT

/// Pseudo-random numbers that depend only on a seed.
struct Randomness: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, round: Int) {
        state = seed &+ UInt64(truncatingIfNeeded: round) &* 0xD134_2543_DE82_EF95
        // The first numbers of neighbouring seeds resemble each other.
        for _ in 0..<4 { _ = next() }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A number in a range.
    mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// An element of a collection that is not empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    /// Whether an event with a given probability, in percent, happens.
    mutating func happens(_ percent: Int) -> Bool { pick(0...99) < percent }
}
