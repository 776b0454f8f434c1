// SPDX-License-Identifier: MIT

#if MORTISE_TSAN
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
#else
import Synchronization
#endif

/// A value behind a mutex.
///
/// Keep the closure short and never call user code in it, not even by releasing a user's object:
/// a factory that resolves again would wait for itself.
// @unchecked: `value` is only touched while the mutex is held.
@usableFromInline final class Locked<Value>: @unchecked Sendable {
    #if MORTISE_TSAN
    // Thread Sanitizer does not see the system calls of `Mutex` on Linux, and reports correctly
    // locked code. Only `make sanitize` builds this.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    #else
    // Its `withLock` would have the value sent in and out; the value never leaves this object.
    private let mutex = Mutex<Void>(())
    #endif
    private var value: Value

    /// Wraps a value.
    init(_ value: sending Value) {
        self.value = value
        #if MORTISE_TSAN
        pthread_mutex_init(mutex, nil)
        #endif
    }

    #if MORTISE_TSAN
    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }
    #endif

    /// Runs a closure while holding the mutex.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        #if MORTISE_TSAN
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
        #else
        mutex._unsafeLock()
        defer { mutex._unsafeUnlock() }
        return try body(&value)
        #endif
    }
}
