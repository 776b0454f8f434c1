// SPDX-License-Identifier: MIT

import Foundation

/// A value behind a lock.
///
/// Not a `Mutex`, whose system calls Thread Sanitizer does not see on Linux.
// @unchecked: `value` is used only under the lock.
final class Guarded<Value>: @unchecked Sendable {
    private var value: Value
    private let lock = NSLock()

    init(_ value: Value) { self.value = value }

    /// Runs a short closure under the lock.
    ///
    /// No code or object of the program under test may run or be released in it.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
