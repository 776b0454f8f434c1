// SPDX-License-Identifier: MIT

/// Waits until a condition holds, without keeping a thread busy.
func eventually(_ condition: () -> Bool) async {
    while !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}

/// Gives other tasks time to do something that cannot be seen.
func aWhile() async { try? await Task.sleep(for: .milliseconds(20)) }
