// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// The definitions in the order they were registered; without the plain keys of wired ones.
    var registeredSlots: [Slot] {
        state.withLock { Array($0.slots) }
    }

    // MARK: Adding

    /// Publishes a definition, or keeps it for the group that this thread is putting together.
    func add(_ slot: Slot) {
        if !state.withLock({ addInPlace(slot, in: &$0) }) { addInGeneral(slot) }
    }

    /// What most registrations come down to.
    ///
    /// Under the container's lock.
    ///
    /// - Returns: `false` if there is more to it.
    private func addInPlace(_ slot: Slot, in state: inout State) -> Bool {
        let table = Table(word: self.table.load(ordering: .relaxed))
        guard !state.hasExtras, !state.isFrozen, !isClosed, slot.keyExtra == nil,
            table.hasRoom(for: 1),
            table.find(slot.type) == nil
        else { return false }
        state.slots.append(slot)
        if slot.scope.isCaching { ConstructionSite.locked { slot.isPublished = true } }
        table.insert(slot)
        return true
    }

    private func addInGeneral(_ slot: Slot) {
        var withdrawn = Withdrawn()
        state.withLock { state in
            if state.stage({ $0.add(slot) }) { return }
            requireThawed(state, "register", slot)
            guard !isClosed else { return }
            let current = Table(word: table.load(ordering: .relaxed))
            if slot.existingDetails?.isSelectable != true,
                let others = otherNewKeys(of: slot, in: current),
                !state.hasSelections || current.hasRoom(for: 1 + others.count)
            {
                if state.hasExtras { state.extras.contributions = [:] }
                state.slots.append(slot)
                markPublished(slot, others)
                withdrawn.followers = state.followers(of: [slot])
                return withdrawn.retired = insert(slot, others, into: current)
            }
            var change = Change(state: state)
            change.add(slot)
            withdrawn = publish(change, in: &state)
        }
        release(withdrawn)
    }

    /// Publishes a group at once, or adds it to the one around it.
    ///
    /// - Returns: Whether its condition is met.
    @discardableResult func add(_ group: Group) -> Bool {
        let isStaged = state.withLock { state -> Bool? in
            guard state.group != nil else { return nil }
            if let (type, condition) = group.condition, !condition.isMet(by: &state, type) {
                return false
            }
            return state.stage { $0.add(group) }
        }
        if let isStaged { return isStaged }
        var group = group
        while true {
            if let isPublished = publish(&group) { return isPublished }
        }
    }

    /// - Parameter whole: The group, which gets what was taken out since it was put together.
    /// - Returns: Whether its condition is met; `nil` if modules were installed or taken out while
    ///   those of the group were compared with what is known: modules compare themselves in their own
    ///   way, outside the lock.
    private func publish(_ whole: inout Group) -> Bool? {
        let (installed, changes) = state.withLock { ($0.extras.modules, $0.extras.moduleChanges) }
        let known = whole.startsOver ? [] : installed
        let missing = whole.missing(among: known)
        guard missing.isEmpty else {
            whole.wishes.removeAll { wish in missing.contains { $0.identity == wish.identity } }
            whole = collect(into: whole) { container in
                for wish in missing { container.include(wish.module, isWanted: wish.isWanted) }
            }
            return nil
        }
        var group = whole
        var wanted = group.leaveOut(known)
        let wishes = Set(group.wishes.lazy.filter(\.isWanted).map(\.identity))
        if !wishes.isEmpty {
            wanted += (known + group.modules).filter { wishes.contains($0.identity) }
        }
        guard !group.isEmpty || !wanted.isEmpty else { return true }
        var withdrawn = Withdrawn()
        let hasModules = !(group.modules.isEmpty && wanted.isEmpty && group.wishes.isEmpty)
        let isDone = state.withLock { state -> Bool? in
            guard !hasModules || state.extras.moduleChanges == changes else { return nil }
            if let (type, condition) = group.condition, !condition.isMet(by: &state, type) {
                return false
            }
            if hasModules || group.startsOver { state.extras.moduleChanges += 1 }
            for module in wanted { module.isWanted = true }
            guard !group.isWithoutChange else { return true }
            for slot in group.members.map(\.slot) { requireThawed(state, "register", slot) }
            let going = group.startsOver ? Array(state.slots) : group.removed
            for slot in going { requireThawed(state, "remove", slot) }
            var change = Change(state: state)
            change.remove(going)
            for member in group.members
            where !member.isFillingIn || !change.knowsKey(of: member.slot) {
                change.add(member.slot)
            }
            let extras = state.extras
            if group.startsOver { extras.selections = Selections() }
            for type in group.forgotten { extras.selections[type] = nil }
            for (type, other) in group.sharing { extras.selections.share(type, with: other) }
            for (type, tag) in group.selected
            where !group.keptSelections.contains(type) || extras.selections[type] == nil {
                extras.select(tag, for: type)
            }
            // Those that go are released outside the lock.
            extras.modules = (group.startsOver ? [] : extras.modules) + group.modules
            for member in group.members {
                if let number = member.module {
                    group.modules[number].slots.append(WeakSlot(member.slot))
                }
            }
            withdrawn = publish(
                change,
                in: &state,
                substitutes: group.startsOver ? [] : extras.substitutes
            )
            return true
        }
        release(withdrawn)
        withExtendedLifetime(installed) {}
        return isDone
    }

    /// The slots to add with a definition none of whose keys is known; `nil` if one is.
    private func otherNewKeys(of slot: Slot, in table: Table) -> [Slot]? {
        guard table.find(slot.key) == nil else { return nil }
        guard let wired = slot.wired else { return [] }
        guard let plain = table.find(wired.key)?.takeUnretainedValue() else { return [wired] }
        return plain.isPlainKeyOnly || plain.kind == .selection ? nil : []
    }

    /// Adds new keys in place, in a larger table if need be.
    ///
    /// Under the container's lock.
    func insert(
        _ slot: Slot,
        _ others: [Slot],
        into current: Table
    ) -> [Reclaimer.Retired] {
        if current.hasRoom(for: 1 + others.count) {
            current.insert(slot)
            for slot in others { current.insert(slot) }
            return []
        }
        let count = current.header.pointee.count + 1 + others.count
        // Twice as large, and no larger.
        let next = Table.make(
            roomFor: max(count, current.capacity / 2 * 3),
            owner: self,
            substitutions: current.substitutions
        )
        current.forEachSlot { next.insert($0) }
        next.insert(slot)
        for slot in others { next.insert(slot) }
        table.store(next.word, ordering: .releasing)
        return [.table(current)]
    }

    /// Under the container's lock.
    private func markPublished(_ slot: Slot, _ others: [Slot]) {
        if isObserved.load(ordering: .relaxed) { slot.stopBeingFresh() }
        guard slot.scope.isCaching else { return }
        ConstructionSite.locked {
            slot.isPublished = true
            for slot in others { slot.isPublished = true }
        }
    }

    /// Makes a new table of what is registered from now on.
    ///
    /// Under the container's lock.
    func publish(
        _ change: Change,
        in state: inout State,
        substitutes: [Substitute]? = nil,
        keepingResidents: Bool = true
    ) -> Withdrawn {
        // Nobody can resolve it any more.
        guard !isClosed else { return Withdrawn() }
        let current = Table(word: table.load(ordering: .relaxed))
        let registered = Set(change.slots.map(ObjectIdentifier.init))
        let unregistered = state.slots.filter { !registered.contains(ObjectIdentifier($0)) }
        var withdrawn = Withdrawn(retired: [.table(current)])
        withdrawn.unregistered = unregistered
        withdrawn.followers = state.followers(of: change, without: unregistered)
        state.slots = SlotList(change.slots)
        if state.hasExtras { state.extras.contributions = [:] }
        let plain = change.plainSlots(owner: self)
        var residents: [Slot] = []
        forEachResident(state) { residents.append($0) }
        let next = Table.make(
            roomFor: change.tableCount + plain.count + state.selectorCount(change.slots)
                + residents.count,
            owner: self,
            substitutions: substitutions(substitutes, in: current)
        )
        for slot in change.tableSlots { next.insert(slot) }
        for slot in plain { next.insert(slot) }
        state.addSelectors(of: change.slots, to: next, owner: self)
        // What a layer has begun to keep stays with it, unless it gets a definition of its own.
        var displaced: [Slot] = []
        var staying: [Slot] = []
        for resident in residents {
            let isDisplaced = !keepingResidents || next.find(resident.key) != nil
            if isDisplaced { displaced.append(resident) } else { staying.append(resident) }
        }
        for resident in staying where !state.isHidden(resident) { next.insert(resident) }
        for resident in displaced { state.forget(resident) }
        // `resolveAll` still leads to each contributing definition.
        let contributing = change.slots.filter { $0.existingDetails?.isContributing == true }
        let published = change.slots + plain + contributing.compactMap(\.wired)
        let kept = Set(published.map(ObjectIdentifier.init))
        var dropped = unregistered + displaced
        for slot in (unregistered + change.slots).compactMap(\.wired)
        where !kept.contains(ObjectIdentifier(slot)) { dropped.append(slot) }
        dropped += endSubstitutes(substitutes, in: &state)
        let keepers = state.takeKeepers(of: unregistered)
        dropped += keepers
        table.store(next.word, ordering: .releasing)
        ConstructionSite.locked {
            for slot in published {
                slot.isPublished = true
                if isObserved.load(ordering: .relaxed) { slot.stopBeingFresh() }
            }
            for slot in dropped { withdrawn.take(slot) }
        }
        return withdrawn
    }

    /// Lets go of what a change took out, and tells who follows it, outside all locks.
    func release(_ withdrawn: consuming Withdrawn) {
        for follower in withdrawn.followers { follower.changed() }
        withdrawn.followers = []
        for slot in withdrawn.definitions { report(.dropped, slot, caller: nil) }
        let retired = withdrawn.retired
        withdrawn = Withdrawn()
        Reclaimer.retire(retired)
    }

    /// A definition is meant to live beside others of its key.
    func contributes(_ slot: Slot) {
        var withdrawn = Withdrawn()
        state.withLock { state in
            if state.hasExtras { state.extras.contributions = [:] }
            // Which definition answers the plain key may be clear now.
            guard slot.wired != nil, state.slots.contains(where: { $0 === slot }) else { return }
            withdrawn = publish(Change(state: state), in: &state)
            withdrawn.followers += state.followers(of: [slot])
        }
        release(withdrawn)
    }

    func requireThawed(_ state: State, _ verb: String, _ slot: Slot) {
        guard state.isFrozen else { return }
        // Not a precondition: optimised code would leave the text out.
        fatalError(
            """
            \(name) was bootstrapped, so it is too late to \(verb) \(slot.key.key)\(slot.place). \
            Do it before bootstrap(), or call reset() first.
            """
        )
    }

    // MARK: Removing

    /// Takes definitions out of the container.
    func drop(_ unwanted: Set<ObjectIdentifier>, verb: String = "remove") {
        drop(verb: verb) { state in
            state.slots.filter { unwanted.contains(ObjectIdentifier($0)) }
        }
    }

    /// Takes those definitions out that a closure gives, under the container's lock.
    func drop(verb: String = "remove", _ unwanted: (inout State) -> [Slot]) {
        var withdrawn = Withdrawn()
        state.withLock { state in
            let going = unwanted(&state)
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
        // A module is a value of a user's.
        var modules: [InstalledModule] = []
        // What a group lets go of is staged and no more.
        var group: Group?
        let isStaged = state.withLock { state in
            group = state.group
            if state.stage({ $0.startOver() }) { return true }
            guard !isClosed else { return false }
            state.isFrozen = false
            if state.hasExtras {
                modules = state.extras.modules
                state.extras.modules = []
                state.extras.selections = Selections()
                state.extras.moduleChanges += 1
            }
            var change = Change(state: state)
            change.remove(Array(state.slots))
            withdrawn = publish(change, in: &state, substitutes: [], keepingResidents: false)
            return false
        }
        release(withdrawn)
        withExtendedLifetime((modules, group)) {}
        // What it keeps across links goes, too.
        if !isStaged { for counterpart in counterparts { counterpart.dropAll() } }
    }
}

extension Container.State {
    /// Takes out what keeps instances of definitions that go.
    fileprivate mutating func takeKeepers(of going: [Slot]) -> [Slot] {
        guard hasExtras, !extras.keepers.isEmpty else { return [] }
        let identities = Set(going.map(ObjectIdentifier.init))
        let all = Set(going.compactMap(\.wired).map(ObjectIdentifier.init)).union(identities)
        func goes(_ keeper: Slot) -> Bool {
            keeper.original.map { all.contains(ObjectIdentifier($0)) } == true
        }
        defer { extras.keepers.removeAll(where: goes) }
        return extras.keepers.filter(goes)
    }
}

/// What a change took out of a container.
struct Withdrawn {
    var retired: [Reclaimer.Retired] = []
    /// The definition of each instance among it.
    var definitions: [Slot] = []
    /// The definitions themselves: not all of them are in a table that is retired, and their factories
    /// are a user's.
    var unregistered: [Slot] = []

    /// Takes what a slot keeps.
    ///
    /// Under the construction site's lock.
    mutating func take(_ slot: Slot) {
        slot.isPublished = false
        var taken: [AnyObject] = []
        slot.takeInstances(into: &taken)
        retired += taken.map { .object($0) }
        definitions += taken.map { _ in slot }
    }
    /// Who follows what has changed.
    var followers: [Follower] = []
}
