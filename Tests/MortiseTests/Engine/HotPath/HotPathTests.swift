// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@testable import Mortise

@Suite struct `A hot word that may be an address` {
    /// Like tagged pointers, and addresses in 32-bit processes that use all of their memory.
    private static let addresses: [UInt] = [
        16, 0x1000, 0x8000_0010, UInt(UInt32.max) & ~7, 0xB400_0000_0000_1230,
        0x7F00_0000_0000_0008,
        1 << (UInt.bitWidth - 1), UInt.max & ~7,
    ]
    private static let words = [
        HotPath.opened, HotPath.slow, HotPath.unique, HotPath.fresh, HotPath.shared,
    ]

    @Test(arguments: addresses)
    func `is a holder's with any highest bits`(address: UInt) {
        #expect(HotPath.isHolder(address))
        #expect(!HotPath.isSelection(address))
        #expect(!HotPath.isSlow(address))
        #expect(!Self.words.contains(address))
    }

    @Test(arguments: addresses)
    func `is a selected slot's with any highest bits`(address: UInt) throws {
        let pointer = try #require(UnsafeRawPointer(bitPattern: address))

        let word = HotPath.selecting(.fromOpaque(pointer))

        #expect(HotPath.isSelection(word))
        #expect(!HotPath.isHolder(word))
        #expect(!HotPath.isSlow(word))
        #expect(!Self.words.contains(word))
        #expect(HotPath.selected(by: word).toOpaque() == pointer)
    }

    @Test(arguments: words)
    func `is neither if it is an instruction`(word: UInt) {
        #expect(!HotPath.isHolder(word))
        #expect(!HotPath.isSelection(word))
        #expect(HotPath.isSlow(word) == (word == HotPath.opened || word == HotPath.slow))
    }

    @Test func `of a requested tag leaves room for a frame's flags`() {
        let flags = [
            FrameFlags.recording, FrameFlags.inStep, FrameFlags.rerun, FrameFlags.hasCreated,
            FrameFlags.heedsProperties,
        ]
        // Kept, so that each has its own address.
        let boxes = (0..<100).map { TagBox(.number($0)) }

        #expect(flags.reduce(0, |) == FrameFlags.flags)
        #expect(Set(flags).count == flags.count)
        for box in boxes {
            #expect(box.address & FrameFlags.flags == 0)
            #expect(TagBox.at(box.address) === box)
        }
        #expect(TagBox.at(0) == nil)
    }
}
