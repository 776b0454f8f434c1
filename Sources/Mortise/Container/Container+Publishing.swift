// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// The definitions in the order they were registered; without the plain keys of wired ones.
    var registeredSlots: [Slot] {
        state.withLock { $0.slots }
    }

    // MARK: Adding

    /// Publishes a definition, or keeps it for the group that this thread is putting together.
    func add(_ slot: Slot) {
        var withdrawn = Withdrawn()
        state.withLock { state in
            if state.stage({ $0.add(slot) }) { return }
            requireThawed(state, "register", slot)
            let current = Table(word: table.load(ordering: .relaxed))
            if let new = newKeys(slot, in: current) {
                if !state.contributions.isEmpty { state.contributions = [:] }
                state.slots.append(slot)
                markPublished(new)
                return withdrawn.retired = insert(new, into: current)
            }
            var change = Change(state: state)
            change.add(slot)
            withdrawn = publish(change, in: &state)
        }
        release(withdrawn)
    }

    /// Publishes a group at once, or adds it to the one around it.
    func add(_ group: Group) {
        if state.withLock({ state in state.stage { $0.add(group) } }) { return }
        while !publish(group) {}
    }

    /// - Returns: `false` if modules were installed while those of the group were compared with
    ///   what is known: modules compare themselves in their own way, outside the lock.
    private func publish(_ group: Group) -> Bool {
        let (known, changes) = state.withLock { ($0.modules, $0.moduleChanges) }
        var group = group
        if !group.startsOver { group.leaveOut(known) }
        guard !group.isEmpty else { return true }
        var withdrawn = Withdrawn()
        let isDone = state.withLock { state in
            guard group.modules.isEmpty || state.moduleChanges == changes else { return false }
            for slot in group.members.map(\.slot) { requireThawed(state, "register", slot) }
            let going = group.startsOver ? state.slots : group.removed
            for slot in going { requireThawed(state, "remove", slot) }
            var change = Change(state: state)
            change.remove(going)
            for member in group.members { change.add(member.slot) }
            if group.startsOver || !group.modules.isEmpty { state.moduleChanges += 1 }
            state.modules = (group.startsOver ? [] : state.modules) + group.modules
            withdrawn = publish(change, in: &state)
            return true
        }
        release(withdrawn)
        return isDone
    }

    /// The slots to add for a definition none of whose keys is known; `nil` if one is.
    private func newKeys(_ slot: Slot, in table: Table) -> [Slot]? {
        guard table.find(slot.key) == nil else { return nil }
        guard let wired = slot.wired else { return [slot] }
        guard let plain = table.find(wired.key)?.takeUnretainedValue() else {
            return [slot, wired]
        }
        return plain.isPlainKeyOnly ? nil : [slot]
    }

    /// Adds new keys in place, in a larger table if need be.
    ///
    /// Under the container's lock.
    private func insert(_ slots: [Slot], into current: Table) -> [Reclaimer.Retired] {
        if current.hasRoom(for: slots.count) {
            for slot in slots { current.insert(slot) }
            return []
        }
        let count = current.header.pointee.count + slots.count
        // Twice as large, and no larger.
        let next = Table.make(roomFor: max(count, current.capacity / 2 * 3), owner: self)
        current.forEachSlot { next.insert($0) }
        for slot in slots { next.insert(slot) }
        table.store(next.word, ordering: .releasing)
        return [.table(current)]
    }

    private func markPublished(_ slots: [Slot]) {
        let caching = slots.filter { $0.scope.isCaching }
        guard !caching.isEmpty else { return }
        ConstructionSite.locked { for slot in caching { slot.isPublished = true } }
    }

    /// Makes a new table of what is registered from now on.
    ///
    /// Under the container's lock.
    private func publish(_ change: Change, in state: inout State) -> Withdrawn {
        let current = Table(word: table.load(ordering: .relaxed))
        let registered = Set(change.slots.map(ObjectIdentifier.init))
        let unregistered = state.slots.filter { !registered.contains(ObjectIdentifier($0)) }
        state.slots = change.slots
        state.contributions = [:]
        let plain = change.plainSlots(owner: self)
        let next = Table.make(roomFor: change.tableCount + plain.count, owner: self)
        for slot in change.tableSlots { next.insert(slot) }
        for slot in plain { next.insert(slot) }
        // `resolveAll` still leads to each contributing definition.
        let contributing = change.slots.filter { $0.existingDetails?.isContributing == true }
        let published = change.slots + plain + contributing.compactMap(\.wired)
        let kept = Set(published.map(ObjectIdentifier.init))
        var dropped = unregistered
        for slot in (unregistered + change.slots).compactMap(\.wired)
        where !kept.contains(ObjectIdentifier(slot)) { dropped.append(slot) }
        table.store(next.word, ordering: .releasing)
        var withdrawn = Withdrawn(retired: [.table(current)])
        ConstructionSite.locked {
            for slot in published { slot.isPublished = true }
            for slot in dropped {
                slot.isPublished = false
                let taken = slot.takeInstances()
                withdrawn.retired += taken.map { .object($0) }
                withdrawn.definitions += taken.map { _ in slot }
            }
        }
        return withdrawn
    }

    /// Lets go of what a change took out, outside all locks.
    private func release(_ withdrawn: consuming Withdrawn) {
        for slot in withdrawn.definitions { report(.dropped, slot, caller: nil) }
        let retired = withdrawn.retired
        withdrawn = Withdrawn()
        Reclaimer.retire(retired)
    }

    /// A definition is meant to live beside others of its key.
    func contributes(_ slot: Slot) {
        var withdrawn = Withdrawn()
        state.withLock { state in
            state.contributions = [:]
            // Which definition answers the plain key may be clear now.
            guard slot.wired != nil, state.slots.contains(where: { $0 === slot }) else { return }
            withdrawn = publish(Change(state: state), in: &state)
        }
        release(withdrawn)
    }

    func requireThawed(_ state: State, _ verb: String, _ slot: Slot) {
        guard state.isFrozen else { return }
        let place = slot.site.map { " at \($0)" } ?? ""
        preconditionFailure(
            """
            \(name) was bootstrapped, so it is too late to \(verb) \(slot.key.key)\(place). \
            Do it before bootstrap(), or call reset() first.
            """
        )
    }

    // MARK: Removing

    /// Takes definitions out of the container.
    func drop(_ unwanted: Set<ObjectIdentifier>, verb: String = "remove") {
        var withdrawn = Withdrawn()
        state.withLock { state in
            let going = state.slots.filter { unwanted.contains(ObjectIdentifier($0)) }
            for slot in going { requireThawed(state, verb, slot) }
            guard !going.isEmpty else { return }
            var change = Change(state: state)
            change.remove(going)
            withdrawn = publish(change, in: &state)
        }
        release(withdrawn)
    }

    /// Takes everything out.
    func dropAll() {
        var withdrawn = Withdrawn()
        state.withLock { state in
            if state.stage({ $0.startOver() }) { return }
            state.isFrozen = false
            state.modules = []
            state.moduleChanges += 1
            var change = Change(state: state)
            change.remove(state.slots)
            withdrawn = publish(change, in: &state)
        }
        release(withdrawn)
    }
}

/// What a change took out of a container.
private struct Withdrawn {
    var retired: [Reclaimer.Retired] = []
    /// The definition of each instance among it.
    var definitions: [Slot] = []
}
