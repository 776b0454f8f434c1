// SPDX-License-Identifier: MIT

import Synchronization

/// Retired items that have the same blockers.
///
/// Guarded by the reclaimer's lock.
final class RetiredBatch {
    var items: [Reclaimer.Retired]
    /// The threads that block the items: each with the epoch of its read, or with 0 if it pins one
    /// of the items.
    var blockers: [Thread: UInt]
    /// Whether sessions hold the only item, a table, by a count.
    var isHeld: Bool
    /// The pinned items that were split off from the others.
    var parts: [RetiredBatch] = []

    init(_ items: [Reclaimer.Retired], blockers: [Thread: UInt], isHeld: Bool = false) {
        self.items = items
        self.blockers = blockers
        self.isHeld = isHeld
    }

    var isFree: Bool { blockers.isEmpty && !isHeld }

    /// Releases a thread from blocking, except for the items that it has pinned meanwhile.
    ///
    /// Does nothing if the noted read has not ended.
    ///
    /// - Returns: What the thread blocks now: this batch, a part of it, or nothing.
    func reconsider(_ thread: Thread, _ standing: Standing) -> RetiredBatch? {
        guard let noted = blockers[thread] else { return nil }
        // The epoch is odd while the thread reads, so this is the same read.
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

/// The activities of a thread that may block retired items.
struct Standing {
    let epoch: UInt
    let pins: [UInt]

    /// Loads the epoch first: the pins that the thread stored by the end of a read are seen then.
    init(of thread: Thread) {
        epoch = thread.pointee.epoch.load(ordering: .acquiring)
        var pins: [UInt] = []
        thread.pointee.forEachPin { pins.append($0) }
        self.pins = pins
    }
}

// The reclaimer's lock guards it.
@available(*, unavailable)
extension RetiredBatch: Sendable {}
