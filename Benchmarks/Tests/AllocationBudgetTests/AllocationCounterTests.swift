// SPDX-License-Identifier: MIT

import Testing

/// A counter that counts nothing would pass every budget.
@Suite struct `The allocation counter` {
    private final class Object {}

    @Test func `counts an array`() {
        #expect(allocations { [Int](repeating: 1, count: 64) } == 1)
    }

    @Test func `counts every object`() {
        let objects = allocations { (0..<10).map { _ in Object() } }

        #expect(objects == 11, "ten objects and the array that keeps them")
    }

    @Test func `counts aligned memory`() {
        let blocks = allocations {
            UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 128).deallocate()
        }

        #expect(blocks == 1)
    }

    @Test func `counts nothing where nothing is allocated`() {
        #expect(allocations { (0..<1_000).reduce(0, &+) } == 0)
    }
}
