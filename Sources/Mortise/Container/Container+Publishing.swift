// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// Definitions that are put together before they are published at once.
struct Group {
    var slots: [Slot] = []
    /// The modules they came from.
    var modules: [AnyHashable] = []
}

extension Container {
    /// The definitions in the order they were registered; without the plain keys of wired ones.
    var registeredSlots: [Slot] {
        state.withLock { $0.slots }
    }

    // MARK: Adding

    /// Who owns what is registered here: for a group, the container it will be published in.
    var owner: Container { target?.owner ?? self }

    /// Publishes definitions, or keeps them for the group that is being put together.
    func add(_ slots: [Slot], modules: [AnyHashable] = []) {
        let isStaged = state.withLock { state in
            state.group?.slots.append(contentsOf: slots)
            state.group?.modules += modules
            return state.group != nil
        }
        if isStaged { return }
        if let target { return target.add(slots, modules: modules) }
        publish(slots, modules: modules)
    }

    /// Publishes definitions at once.
    private func publish(_ slots: [Slot], modules: [AnyHashable]) {
        var withdrawn = Withdrawn()
        state.withLock { state in
            for slot in slots { requireThawed(state, "register", slot) }
            state.modules += modules
            let current = Table(word: table.load(ordering: .relaxed))
            if slots.count == 1, let new = newKeys(slots[0], in: current) {
                if !state.contributions.isEmpty { state.contributions = [:] }
                state.slots.append(slots[0])
                markPublished(new)
                return withdrawn.retired = insert(new, into: current)
            }
            var change = Change(state: state)
            for slot in slots { change.add(slot) }
            withdrawn = publish(change, in: &state, replacing: current)
        }
        release(withdrawn)
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
        let next = Table.make(roomFor: count * 2, owner: self)
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
    private func publish(
        _ change: Change,
        in state: inout State,
        replacing current: Table
    ) -> Withdrawn {
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
                withdrawn.retired += taken.holders.map { .object($0) }
                withdrawn.definitions += taken.holders.map { _ in slot }
                withdrawn.taken.append(taken)
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
            requireThawed(state, "change", slot)
            slot.details.isContributing = true
            state.contributions = [:]
            // Which definition answers the plain key may be clear now.
            guard slot.wired != nil, state.slots.contains(where: { $0 === slot }) else { return }
            let current = Table(word: table.load(ordering: .relaxed))
            withdrawn = publish(Change(state: state), in: &state, replacing: current)
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
            withdrawn = publish(
                change,
                in: &state,
                replacing: Table(word: table.load(ordering: .relaxed))
            )
        }
        release(withdrawn)
    }

    /// Takes everything out.
    func dropAll() {
        var withdrawn = Withdrawn()
        state.withLock { state in
            state.isFrozen = false
            state.modules = []
            var change = Change(state: state)
            change.remove(state.slots)
            withdrawn = publish(
                change,
                in: &state,
                replacing: Table(word: table.load(ordering: .relaxed))
            )
        }
        release(withdrawn)
    }
}

/// What a change took out of a container.
private struct Withdrawn {
    var retired: [Reclaimer.Retired] = []
    /// The definition of each instance among it.
    var definitions: [Slot] = []
    /// Kept until the locks are given up.
    var taken: [TakenInstances] = []
}
