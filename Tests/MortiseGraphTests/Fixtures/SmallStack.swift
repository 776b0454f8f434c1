// SPDX-License-Identifier: MIT

import Foundation

/// Runs something on a thread whose stack is as small as that of a secondary thread on Darwin.
func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = 512 * 1024
        thread.start()
    }
}
