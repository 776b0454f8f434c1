// SPDX-License-Identifier: MIT

import Foundation

/// A value behind a lock.
///
/// `Mutex` would do, but Thread Sanitizer does not see its system calls on Linux.
// @unchecked: `value` is only touched while the lock is held.
final class Guarded<Value>: @unchecked Sendable {
    private var value: Value
    private let lock = NSLock()

    init(_ value: Value) { self.value = value }

    /// Runs a short closure under the lock.
    ///
    /// Nothing that belongs to the program under test may run or be released in it.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
