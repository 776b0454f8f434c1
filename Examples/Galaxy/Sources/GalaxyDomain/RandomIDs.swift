// SPDX-License-Identifier: MIT

/// Identifiers far above those of imported data.
public struct RandomIDs: IDs, Sendable {
    public init() {}

    public func next() -> Int { Int.random(in: 1_000_000..<1_000_000_000_000) }
}
