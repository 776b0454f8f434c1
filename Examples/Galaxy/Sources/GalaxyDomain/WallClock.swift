// SPDX-License-Identifier: MIT

/// What time it is.
package protocol WallClock: Sendable {
    /// Seconds since the beginning of 1970.
    func now() -> Double
}
