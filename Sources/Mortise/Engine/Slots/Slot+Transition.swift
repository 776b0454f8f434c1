// SPDX-License-Identifier: MIT

import Synchronization

extension Slot {
    /// What happens to a slot, as far as its hot word is concerned.
    enum Event {
        /// Somebody begins to build from a fresh definition. No lock.
        case opened
        /// That build is over, with these obstacles; it may have failed. No lock: what obstructs the
        /// definition meanwhile has changed the word already.
        case settled(Obstacles?)
        /// The definition gets more than its factory, or is built from on the slow path. Under the owner's
        /// lock.
        case refined
        /// An instance was built on the slow path, with these obstacles. Under the owner's lock.
        case built(EngineScope, Obstacles)
        /// An obstacle was found that nobody had seen before. Under the owner's lock.
        case obstructed
        /// Somebody observes the container. Under the owner's lock.
        case observed
        /// The instance in this holder is committed, with these obstacles to reading it. Under the
        /// owner's lock for instances.
        case committed(UInt, Obstacles)
        /// The committed instance is taken out. Under the owner's lock for instances.
        case dropped
        /// The container is closed. Under the owner's lock.
        case closed
        /// An implementation is selected. Under the owner's lock.
        case selected(Unmanaged<Slot>)
        /// The selected implementation has to be looked up each time. Under the owner's lock.
        case deselected
    }

    /// Tells the slot what happened: the only writer of its hot word.
    ///
    /// Each event names the lock that its callers hold. Events under different locks, or under none,
    /// may come together: each takes effect on the word that the one before has left.
    ///
    /// - Parameter event: What happened.
    /// - Returns: Whether that changed the word.
    @discardableResult func transition(_ event: Event) -> Bool {
        var word = hot.load(ordering: .relaxed)
        while let next = HotPath.next(after: word, event) {
            let (isDone, found) = hot.compareExchange(
                expected: word,
                desired: next,
                ordering: .acquiringAndReleasing
            )
            if isDone { return true }
            word = found
        }
        return false
    }
}

extension HotPath {
    /// The word of a slot that nobody has asked yet.
    static func first(_ scope: EngineScope, _ kind: Slot.Kind, _ obstacles: Obstacles) -> UInt {
        scope == .unique && kind.callsFactory && obstacles.areTolerated(by: .toleratedByFresh)
            ? fresh : slow
    }

    /// What a word becomes when something happens; `nil` if it stays.
    static func next(after word: UInt, _ event: Slot.Event) -> UInt? {
        switch event {
        case .opened: return word == fresh ? opened : nil
        case .settled(let obstacles):
            guard word == opened else { return nil }
            // What is to be completed has been built on the slow path before.
            return obstacles?.areTolerated(by: .toleratedByUnique) == true ? unique : slow
        case .refined: return word == fresh ? slow : nil
        case .built(let scope, let obstacles):
            guard word == slow else { return nil }
            let next = built(scope, obstacles)
            return next == slow ? nil : next
        case .obstructed:
            return word == opened || word == unique || word == shared ? slow : nil
        case .committed(let holder, let obstacles):
            guard word == slow || isHolder(word) else { return nil }
            return obstacles.areTolerated(by: .toleratedByReading) && word != holder ? holder : nil
        case .dropped: return isHolder(word) ? slow : nil
        case .observed, .closed: return word == slow || isSelection(word) ? nil : slow
        case .selected(let slot):
            let next = selecting(slot)
            return (word == slow || isSelection(word)) && word != next ? next : nil
        case .deselected: return isSelection(word) ? slow : nil
        }
    }

    /// The word of a definition that was built from.
    private static func built(_ scope: EngineScope, _ obstacles: Obstacles) -> UInt {
        switch scope {
        case .unique where obstacles.areTolerated(by: .toleratedByUnique): unique
        case .unique where obstacles.areTolerated(by: .toleratedByCompleting): completed
        case .shared where obstacles.areTolerated(by: .toleratedByShared): shared
        default: slow
        }
    }
}
