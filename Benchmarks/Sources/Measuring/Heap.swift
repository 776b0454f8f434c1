// SPDX-License-Identifier: MIT

import CMeasuring

/// What the process has allocated.
package enum Heap: Sendable {
    /// The bytes in use, with what the C library adds to each block.
    package static var bytesInUse: Int { measuring_heap_bytes() }

    /// The bytes of the process that are in memory, whatever for.
    package static var residentBytes: Int { measuring_resident_bytes() }
}
