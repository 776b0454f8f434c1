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

    /// Waits until a condition holds, for ten minutes at most: a preempted thread may be in the way.
    static func until(_ condition: () -> Bool) {
        let end = ContinuousClock.now + .seconds(600)
        while !condition(), ContinuousClock.now < end { once() }
    }
}
