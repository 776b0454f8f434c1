// SPDX-License-Identifier: MIT

import CMeasuring

/// The memory of the process.
package enum Heap: Sendable {
    /// The bytes in use, including the C library's overhead for each block.
    package static var bytesInUse: Int { measuring_heap_bytes() }

    /// The resident bytes of the process.
    package static var residentBytes: Int { measuring_resident_bytes() }
}
