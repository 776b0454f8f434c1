// SPDX-License-Identifier: MIT

import Synchronization

extension Slot {
    /// An event that may change the hot word of a slot.
    enum Event {
        /// A build from a fresh definition begins. No lock.
        case opened
        /// That build is over, with these obstacles; it may have failed. No lock: an obstacle that
        /// was found meanwhile has changed the word already.
        case settled(Obstacles?)
        /// The definition gets more than its factory, or is built from on the slow path. Under the
        /// owner's lock.
        case refined
        /// An instance was built on the slow path, with these obstacles. Under the owner's lock.
        case built(EngineLifetime, Obstacles)
        /// A new obstacle was found. Under the owner's lock.
        case obstructed
        /// The container has an observer, perhaps one that asks for reuse. Under the owner's lock.
        case observed(reuse: Bool)
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

    /// Applies an event to the hot word, which nothing else writes.
    ///
    /// Each event names the lock that its callers hold. Events under different locks, or under
    /// none, may coincide: each takes effect on the word that the one before has left.
    ///
    /// - Parameter event: The event.
    /// - Returns: Whether it changed the word.
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
    /// The first word of a slot.
    static func first(_ scope: EngineLifetime, _ kind: Slot.Kind, _ obstacles: Obstacles) -> UInt {
        if kind.isComplete { return unique }
        return scope != .shared && scope.name == nil && kind.callsFactory
            && obstacles.areTolerated(by: .toleratedByFresh) ? fresh : slow
    }

    /// The word after an event; `nil` if it stays.
    static func next(after word: UInt, _ event: Slot.Event) -> UInt? {
        switch event {
        case .opened: return word == fresh ? opened : nil
        case .settled(let obstacles):
            guard word == opened else { return nil }
            // Only a build on the slow path leads to `completed`.
            return obstacles?.areTolerated(by: .toleratedByUnique) == true ? unique : slow
        case .refined: return word == fresh ? slow : nil
        case .built(let scope, let obstacles):
            guard word == slow else { return nil }
            let next = built(scope, obstacles)
            return next == slow ? nil : next
        case .obstructed:
            return word == opened || word == unique || word == shared ? slow : nil
        case .committed(let holder, let obstacles):
            guard isSlow(word) || isHolder(word) else { return nil }
            return obstacles.areTolerated(by: .toleratedByReading) && word != holder ? holder : nil
        case .dropped: return isHolder(word) ? slow : nil
        case .observed(let reuse):
            return word == slow || isSelection(word) || !reuse && isHolder(word) ? nil : slow
        case .closed: return word == slow || isSelection(word) ? nil : slow
        case .selected(let slot):
            let next = selecting(slot)
            return (word == slow || isSelection(word)) && word != next ? next : nil
        case .deselected: return isSelection(word) ? slow : nil
        }
    }

    /// The word after an instance was built on the slow path.
    private static func built(_ scope: EngineLifetime, _ obstacles: Obstacles) -> UInt {
        switch scope {
        case .unique where obstacles.areTolerated(by: .toleratedByUnique): unique
        case .unique where obstacles.areTolerated(by: .toleratedByCompleting): completed
        case .shared where obstacles.areTolerated(by: .toleratedByShared): shared
        default: slow
        }
    }
}
