// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// A value that a mutex guards, stored in place.
///
/// The closure must be short and must never call user code, not even by releasing a user's object:
/// a factory that resolves again would wait for itself.
///
/// What is to be released after the lock, pass to `withExtendedLifetime` there. Optimised code
/// releases a value after its last use, which may otherwise be before the lock is released.
// @unchecked: `value` is only touched while the mutex is held.
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
    // First, because a sanitizer takes the first word of a struct for the whole: that must be what
    // changes, not what everybody reads.
    private let value: _Cell<Value>
    // Its `withLock` would have the value sent in and out. Here the value stays in place.
    private let mutex = Mutex<Void>(())

    /// Wraps a value.
    package init(_ value: consuming sending Value) {
        self.value = _Cell(value)
    }

    /// Runs a closure while holding the mutex.
    @inline(__always)
    package borrowing func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows
        -> Result
    {
        mutex._unsafeLock()
        defer { mutex._unsafeUnlock() }
        // Thread Sanitizer does not see the system calls of `Mutex` on Linux.
        if mortise_has_thread_sanitizer { mortise_note_lock(value._address) }
        defer { if mortise_has_thread_sanitizer { mortise_note_unlock(value._address) } }
        #if MORTISE_COUNTS_LOCKS
        _ = mortise_count_locks(1)
        defer { _ = mortise_count_locks(-1) }
        #endif
        return try body(&value._address.pointee)
    }

    /// Runs a closure where no other thread can use the value: in a `deinit`.
    @inline(__always) package borrowing func withoutLock(_ body: (inout Value) -> Void) {
        body(&value._address.pointee)
    }
}
