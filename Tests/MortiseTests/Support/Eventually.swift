// SPDX-License-Identifier: MIT

/// Waits until a condition holds, without blocking a thread, for ten minutes at most.
func eventually(_ condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(600)
    while !condition(), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(1)) }
}

/// Gives other tasks time for an invisible action.
func aWhile() async { try? await Task.sleep(for: .milliseconds(20)) }
