// SPDX-License-Identifier: MIT

import Foundation

/// Runs a body on a thread with a stack as small as a secondary thread's on Darwin.
func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = 512 * 1024
        thread.start()
    }
}
