// SPDX-License-Identifier: MIT

import Foundation

/// Runs a body that may block on its own thread: the pool's few threads must not block.
func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async -> Result<Value, any Error> {
    await withCheckedContinuation { waiter in
        Thread.detachNewThread { waiter.resume(returning: Result { try body() }) }
    }
}

extension Flag {
    /// Waits without using the processor, for twenty minutes at most: who was to set it may
    /// have failed.
    func sleepUntilSet() {
        let end = ContinuousClock.now + .seconds(1_200)
        while !isSet, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.001) }
    }
}
