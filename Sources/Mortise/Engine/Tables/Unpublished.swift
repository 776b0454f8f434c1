// SPDX-License-Identifier: MIT

/// The items that a change took out of a container.
struct Unpublished {
    var retired: [Reclaimer.Retired] = []
    /// The definition of each retired instance.
    var definitions: [Slot] = []
    /// The slots that go: not all of them are in a retired table, and their factories belong to
    /// users.
    var slots: [Slot] = []
    /// The removed substitutions, whose closures belong to users.
    var substitutes: [Substitute] = []
    /// The followers of the changed definitions.
    var followers: Set<Follower> = []

    /// Unpublishes the slots that go, and takes their instances.
    ///
    /// Under the lock for instances.
    mutating func takeSlots() {
        for slot in slots { take(slot) }
    }

    /// Unpublishes a slot unless it is only reset, and takes its instances.
    ///
    /// Under the lock for instances.
    mutating func take(_ slot: Slot, isReset: Bool = false) {
        if !isReset { slot.isPublished = false }
        var taken: [AnyObject] = []
        slot.takeInstances(into: &taken, areRemembered: !isReset)
        retired += taken.map { .object($0) }
        definitions += taken.map { _ in slot }
    }
}
