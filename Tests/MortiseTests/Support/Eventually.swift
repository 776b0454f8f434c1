// SPDX-License-Identifier: MIT

/// Waits until a condition holds, without blocking a thread.
///
/// It gives up after ten minutes, but not before it has looked a thousand times: between two looks,
/// all other tests may have a turn.
func eventually(_ condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(600)
    var looks = 0
    while !condition(), looks < 1_000 || ContinuousClock.now < end {
        looks += 1
        try? await Task.sleep(for: .milliseconds(1))
    }
}

/// Gives other tasks time for an invisible action.
func aWhile() async { try? await Task.sleep(for: .milliseconds(20)) }
