// SPDX-License-Identifier: MIT

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Blocks a thread, as slow code does.
package func nap(milliseconds: Int) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end { _ = sched_yield() }
}

/// Waits until a condition holds, without blocking a thread, for a minute at most.
package func eventually(_ condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(60)
    while !condition(), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(1)) }
}

/// Gives other tasks time for an action that nothing shows.
package func aWhile() async { try? await Task.sleep(for: .milliseconds(30)) }
