// SPDX-License-Identifier: MIT

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Gives other threads a turn.
enum Nap {
    static func once() { _ = sched_yield() }

    /// - Parameter times: The number of turns.
    static func several(_ times: Int) {
        for _ in 0..<times { once() }
    }
}
