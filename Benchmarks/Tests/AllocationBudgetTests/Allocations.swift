// SPDX-License-Identifier: MIT

import CAllocationCounter

/// How often this thread allocates while a closure runs.
func allocations<Result>(_ body: () throws -> Result) rethrows -> Int {
    let before = allocation_count()
    withExtendedLifetime(try body()) {}
    return Int(allocation_count() - before)
}
