// SPDX-License-Identifier: MIT

import Synchronization

/// Retired items that wait for the same threads.
///
/// Guarded by the reclaimer's lock.
final class RetiredBatch {
    var items: [Reclaimer.Retired]
    /// The threads in the way: each with the epoch in which it was reading, or with 0 if it has a pin
    /// on one of the items.
    var blockers: [Thread: UInt]
    /// Whether sessions hold its only item, a table, by a count.
    var isHeld: Bool
    /// What was split off, because only that is pinned.
    var parts: [RetiredBatch] = []

    init(_ items: [Reclaimer.Retired], blockers: [Thread: UInt], isHeld: Bool = false) {
        self.items = items
        self.blockers = blockers
        self.isHeld = isHeld
    }

    var isFree: Bool { blockers.isEmpty && !isHeld }

    /// A thread has ended the reading for which it was noted: what it has pinned meanwhile waits on.
    ///
    /// - Returns: In the way of what the thread is now: of this batch, of a part of it, or of nothing.
    func reconsider(_ thread: Thread, _ standing: Standing) -> RetiredBatch? {
        guard let noted = blockers[thread] else { return nil }
        // The epoch is odd while the thread reads, so this is the same reading.
        if noted != 0, noted == standing.epoch { return self }
        let pinned = items.filter { standing.pins.contains($0.word) }
        if pinned.count == items.count, !items.isEmpty {
            blockers[thread] = 0
            return self
        }
        var part: RetiredBatch?
        if !pinned.isEmpty {
            items.removeAll { standing.pins.contains($0.word) }
            let split = RetiredBatch(pinned, blockers: blockers)
            split.blockers[thread] = 0
            parts.append(split)
            part = split
        }
        blockers[thread] = nil
        return part
    }
}

/// What a thread is doing that may be in the way of something retired.
struct Standing {
    let epoch: UInt
    let pins: [UInt]

    /// Looks at the epoch first: what the thread has pinned by the end of a reading is seen then.
    init(of thread: Thread) {
        epoch = thread.pointee.epoch.load(ordering: .acquiring)
        var pins: [UInt] = []
        thread.pointee.forEachPin { pins.append($0) }
        self.pins = pins
    }
}

// Belongs to whoever holds the reclaimer's lock.
@available(*, unavailable)
extension RetiredBatch: Sendable {}
