// SPDX-License-Identifier: MIT

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The two clocks of the benchmarks, in nanoseconds.
package enum Clocks: Sendable {
    /// The processor time that the calling thread has used.
    ///
    /// Unlike elapsed time, it does not pass while another program has the core.
    package static var thread: Int { now(CLOCK_THREAD_CPUTIME_ID) }

    /// The elapsed time, which only ever grows.
    package static var monotonic: Int { now(CLOCK_MONOTONIC) }

    private static func now(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
