// SPDX-License-Identifier: MIT

import Foundation

/// Runs a body that may block, on a thread of its own: tasks have few threads, and must not.
func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async -> Result<Value, any Error> {
    await withCheckedContinuation { waiter in
        Thread.detachNewThread { waiter.resume(returning: Result { try body() }) }
    }
}

extension Flag {
    /// Waits without keeping the processor busy.
    func sleepUntilSet() {
        while !isSet { Thread.sleep(forTimeInterval: 0.001) }
    }
}
