// SPDX-License-Identifier: MIT

/// Scattered blocks on the heap, with gaps between them, for as long as the value lives.
///
/// The cost of allocating depends on the state of the heap, so each round of a measurement gets another
/// state.
package struct HeapClutter: ~Copyable {
    private var blocks: [UnsafeMutableRawPointer]

    /// Allocates blocks of random sizes, and frees half of them.
    package init() {
        var blocks: [UnsafeMutableRawPointer] = []
        for _ in 0..<2_000 {
            blocks.append(.allocate(byteCount: .random(in: 16...256), alignment: 16))
        }
        blocks.shuffle()
        for _ in 0..<1_000 { blocks.removeLast().deallocate() }
        self.blocks = blocks
    }

    deinit {
        for block in blocks { block.deallocate() }
    }
}
