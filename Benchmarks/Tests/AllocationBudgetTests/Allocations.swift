// SPDX-License-Identifier: MIT

import CAllocationCounter

/// The number of this thread's allocations during a closure.
func allocations<Result>(_ body: () throws -> Result) rethrows -> Int {
    let before = allocation_count()
    withExtendedLifetime(try body()) {}
    return Int(allocation_count() - before)
}
