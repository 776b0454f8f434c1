// SPDX-License-Identifier: MIT

/// Identifiers far above those of imported data.
package struct RandomIDs: IDs, Sendable {
    package init() {}

    package func next() -> Int { Int.random(in: 1_000_000..<1_000_000_000_000) }
}
