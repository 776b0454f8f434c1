// SPDX-License-Identifier: MIT

import Synchronization

/// The number of an observed build, and that of the build that needs it.
struct BuildNumber {
    let own: UInt64?
    let parent: UInt64?

    static let none = BuildNumber(own: nil, parent: nil)

    /// Numbers a build.
    static func next(inside parent: UInt64?) -> BuildNumber {
        BuildNumber(own: next(), parent: parent)
    }

    /// A number that no other build or scope has.
    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }

    /// The last number with a lower half.
    fileprivate static func whole(of half: UInt32) -> UInt64 {
        let last = last.load(ordering: .relaxed)
        let whole = last & ~0xffff_ffff | UInt64(half)
        return whole > last ? whole - 0x1_0000_0000 : whole
    }

    private static let last = Atomic<UInt64>(0)
}

extension Cell {
    /// Notes the build that makes the instance.
    func note(_ build: BuildNumber, of slot: Slot) {
        let half = UInt32(truncatingIfNeeded: build.own ?? 0)
        slot.owner.instances.withLock { _ in self.build = half }
    }

    /// The number of the build that made the instance, if that was observed.
    func build(of slot: Slot) -> UInt64? {
        let half = slot.owner.instances.withLock { _ in build }
        return half == 0 ? nil : BuildNumber.whole(of: half)
    }
}
