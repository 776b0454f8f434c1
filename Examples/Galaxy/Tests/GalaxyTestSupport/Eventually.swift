// SPDX-License-Identifier: MIT

/// Waits until a condition holds, for half a minute at most.
@discardableResult package func eventually(
    _ condition: @Sendable () async -> Bool
) async -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while await !condition() {
        guard ContinuousClock.now < end else { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
