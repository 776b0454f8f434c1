// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// The definitions in the order of registration, without the plain keys of wired ones.
    var registeredSlots: [Slot] {
        state.withLock { state in state.slots.filter { $0.kind != .decorator } }
    }

    // MARK: Adding

    /// Publishes a definition, or adds it to the staged install of this thread.
    func add(_ slot: Slot) {
        if !state.withLock({ addInPlace(slot, in: &$0) }) { addInGeneral(slot) }
    }

    /// Adds a definition in place, which is enough for most registrations.
    ///
    /// Under the container's lock.
    ///
    /// - Returns: `false` if the general path is needed.
    private func addInPlace(_ slot: Slot, in state: inout State) -> Bool {
        let table = Table(word: self.table.load(ordering: .relaxed))
        guard !state.hasExtras, !state.isFrozen, !isClosed, slot.keyExtra == nil,
            table.hasRoom(for: 1), slot.isAlone, table.find(slot.type) == nil
        else { return false }
        state.slots.append(slot)
        state.definitionsChange()
        if slot.scope.isCaching { instances.withLock { _ in slot.isPublished = true } }
        table.insert(slot)
        return true
    }

    @inline(never) private func addInGeneral(_ slot: Slot) {
        changing { state, unpublished in
            if state.stage({ $0.add(slot) }) { return }
            guard !isClosed else { return }
            requireThawed(state, slot.kind.verb, slot)
            guard let retired = extendTable(by: slot, in: &state) else {
                var change = TableChange(state)
                change.add(slot)
                return unpublished = publish(change, in: &state)
            }
            state.slots.append(slot)
            state.definitionsChange()
            unpublished.followers = state.followers(of: [slot])
            unpublished.retired = retired
        }
    }

    /// Lets the table lead to one more definition, or applies one more decorator, if nothing else of
    /// it has to change.
    ///
    /// Under the container's lock.
    ///
    /// - Returns: What is retired; `nil` if more has to change.
    private func extendTable(by slot: Slot, in state: inout State) -> [Reclaimer.Retired]? {
        let current = Table(word: table.load(ordering: .relaxed))
        if slot.kind == .decorator { return wrapAgain(current, by: slot, &state) }
        guard slot.isAlone, state.existingExtras?.decorators[slot.type] == nil,
            let others = otherNewKeys(of: slot, in: current),
            !state.hasSelections || current.hasRoom(for: 1 + others.count)
        else { return nil }
        markPublished([slot] + others)
        return insert(slot, others, into: current)
    }

    // MARK: Staged installs

    /// Publishes a staged install atomically, or adds it to the enclosing one.
    ///
    /// - Returns: Whether its condition is met.
    @discardableResult func add(_ group: StagedInstall) -> Bool {
        // Released outside the lock: the group may start over, and its definitions belong to users.
        var enclosing: StagedInstall?
        defer { withExtendedLifetime(enclosing) {} }
        let isStaged = state.withLock { state -> Bool? in
            enclosing = state.group
            guard enclosing != nil else { return nil }
            return group.isWanted(in: state) && state.stage { $0.add(group) }
        }
        if let isStaged { return isStaged }
        var group = group
        while true {
            switch publish(plan(&group)) {
            case .published: return true
            case .refused: return false
            case .outdated: continue
            }
        }
    }

    /// Plans a staged install beside the modules that are installed now.
    ///
    /// Comparing modules runs user code, outside the lock.
    ///
    /// - Parameter group: The install, which gets the modules that it needs and that were removed
    ///   since.
    /// - Returns: The plan.
    private func plan(_ group: inout StagedInstall) -> Plan {
        while true {
            let (installed, changes) = state.withLock {
                ($0.extras.modules, $0.extras.moduleChanges)
            }
            let missing = group.missing(among: group.startsOver ? [] : installed)
            guard !missing.isEmpty else {
                return Plan(group, beside: installed, changes)
            }
            group.wishes.removeAll { wish in missing.contains { $0.identity == wish.identity } }
            group = collect(into: group) { container in
                for wish in missing {
                    container.include(wish.module, isWanted: wish.isWanted, at: wish.place)
                }
            }
        }
    }

    private enum Outcome {
        case published
        /// The condition of the install is not met.
        case refused
        /// Modules were installed or removed since the plan was made.
        case outdated
    }

    private func publish(_ plan: Plan) -> Outcome {
        guard !plan.isEmpty else { return .published }
        let group = plan.group
        defer { withExtendedLifetime(plan) {} }
        return changing { state, unpublished in
            let extras = state.extras
            guard !plan.hasModules || extras.moduleChanges == plan.changes else {
                return .outdated
            }
            guard group.isWanted(in: state) else { return .refused }
            if plan.hasModules || group.startsOver { extras.moduleChanges += 1 }
            for module in plan.wanted { module.isWanted = true }
            for (module, place) in plan.leftOut { module.leftOut.append(place) }
            guard !group.isWithoutChange else { return .published }
            for member in group.members { requireThawed(state, member.slot.kind.verb, member.slot) }
            let going = group.startsOver ? state.removableSlots : group.removed
            for slot in going { requireThawed(state, "remove", slot) }
            var change = TableChange(state, without: going)
            extras.modules.forget(replaced: group.removed)
            for member in group.members
            where !member.isFillingIn || !change.knowsKey(of: member.slot) {
                let replaced = change.add(member.slot)
                if let number = member.module, !replaced.isEmpty {
                    group.modules[number].replaced[member.slot] = replaced
                }
                // What it replaces may be removed by the same install.
                let slot = member.slot
                if slot.existingDetails?.replacing != nil {
                    slot.take(over: going.filter(slot.replaces))
                }
            }
            extras.select(group)
            // The plan keeps the removed modules alive until the lock is released.
            extras.modules = (group.startsOver ? [] : extras.modules) + group.modules
            for member in group.members {
                guard let number = member.module else { continue }
                let slot = member.slot
                group.modules[number].registered.append(
                    (slot.key, WeakSlot(slot), slot.file, slot.line)
                )
            }
            let substitutes = group.startsOver ? [] : extras.substitutes
            unpublished = publish(change, in: &state, substitutes: substitutes)
            return .published
        }
    }

    // MARK: Tables

    /// The further slots of a definition that can be added in place; `nil` if it needs a new table.
    private func otherNewKeys(of slot: Slot, in table: Table) -> [Slot]? {
        guard table.find(slot.key) == nil else { return nil }
        guard let wired = slot.wired else { return [] }
        guard let plain = table.find(wired.key)?.takeUnretainedValue() else { return [wired] }
        let isTaken =
            plain.isPlainKeyOnly || plain.kind == .selection || plain.kind.isExpected
            || plain.isRouted
        return isTaken ? nil : []
    }

    /// Adds new keys in place, or in a larger table if there is no room.
    ///
    /// Under the container's lock.
    func insert(_ slot: Slot, _ others: [Slot] = [], into current: Table) -> [Reclaimer.Retired] {
        var next = current
        if !current.hasRoom(for: 1 + others.count) {
            let count = current.header.pointee.count + 1 + others.count
            // Twice as large, and no larger.
            next = Table.make(
                roomFor: max(count, current.capacity / 2 * 3),
                owner: self,
                substitutions: current.substitutions
            )
            current.forEachSlot { next.insert($0) }
        }
        next.insert(slot)
        for slot in others { next.insert(slot) }
        guard next.word != current.word else { return [] }
        table.store(next.word, ordering: .releasing)
        return [.table(current)]
    }

    /// Notes that the table leads to some definitions.
    ///
    /// Under the container's lock.
    func markPublished(_ slots: [Slot]) {
        instances.withLock { _ in
            for slot in slots {
                if !slot.isPublished { slot.forgetInstances() }
                slot.isPublished = true
                if isObserved.load(ordering: .relaxed) {
                    slot.transition(.observed(reuse: isReuseObserved.load(ordering: .relaxed)))
                }
            }
        }
    }

    /// Publishes a new table with the definitions of a change.
    ///
    /// Under the container's lock.
    ///
    /// - Returns: What goes.
    func publish(
        _ change: consuming TableChange,
        in state: inout State,
        substitutes: [Substitute]? = nil
    ) -> Unpublished {
        // Nothing can be resolved from a closed container.
        guard !isClosed else { return Unpublished() }
        let current = Table(word: table.load(ordering: .relaxed))
        var unpublished = settle(&change, in: &state)
        let next = Table.make(
            roomFor: change.tableCount,
            owner: self,
            substitutions: substitutions(substitutes, in: current)
        )
        fill(next, with: change, in: &state)
        unpublished.substitutes = endSubstitutes(substitutes, in: &state)
        unpublished.slots += unpublished.substitutes.flatMap { $0.end() }
        table.store(next.word, ordering: .releasing)
        unpublished.retired = [.table(current)]
        markPublished(change.found)
        instances.withLock { _ in unpublished.takeSlots() }
        return unpublished
    }

    /// Finds out what comes and what goes with a change.
    ///
    /// Under the container's lock.
    ///
    /// - Returns: What goes, with its instances.
    private func settle(_ change: inout TableChange, in state: inout State) -> Unpublished {
        let registered = Set(change.slots)
        let gone = state.slots.filter { !registered.contains($0) }
        var unpublished = Unpublished(slots: gone + gone.compactMap(\.wired))
        unpublished.followers = state.followers(of: change, without: gone)
        state.slots = SlotList(change.slots)
        state.definitionsChange()
        change.derive(for: self, in: &state)
        let found = Set(change.found)
        let led = layerSlots(of: state)
        change.layerSlots = led.filter { !change.displaces($0, isLed: true) }
        let displaced = Set(led).subtracting(change.layerSlots)
        let routes = takeRoutes(of: change, unpublished.slots, displaced, in: &state)
        unpublished.slots += change.slots.compactMap(\.wired).filter { !found.contains($0) }
        unpublished.slots += displaced.union(routes)
        return unpublished
    }

    /// Lets a new table lead to what comes or stays with a change.
    ///
    /// Under the container's lock.
    private func fill(_ next: Table, with change: TableChange, in state: inout State) {
        for slot in change.tableSlots {
            state.wrapMembers(of: slot)
            next.insert(state.wrapped(slot))
        }
        state.existingExtras?.selections.all.values.forEach { $0.point(into: next) }
        for overlaySlot in change.layerSlots { state.lead(next, to: overlaySlot) }
    }

    /// Publishes the registered definitions again, if changed ones are among them.
    ///
    /// Under the container's lock.
    func republish(_ changed: [Slot], in state: inout State) -> Unpublished {
        guard state.slots.contains(where: changed.contains) else { return Unpublished() }
        var unpublished = publish(TableChange(state), in: &state)
        unpublished.followers.formUnion(state.followers(of: changed))
        return unpublished
    }

    /// Changes the container under its lock, and then releases the unpublished items.
    ///
    /// - Parameter body: Gets the guarded state, and notes the items to release.
    /// - Returns: The result of the body.
    func changing<Result>(
        _ body: (inout State, inout Unpublished) throws -> Result
    ) rethrows -> Result {
        var unpublished = Unpublished()
        let result = try state.withLock { try body(&$0, &unpublished) }
        release(unpublished)
        return result
    }

    /// Retires the unpublished items with what wraps them, and notifies the followers of a change,
    /// outside all locks.
    func release(_ unpublished: consuming Unpublished) {
        for slot in unpublished.definitions { hasDropped(slot) }
        dropPins(of: unpublished.slots)
        for follower in unpublished.followers { follower.changed() }
        unpublished.followers = []
        Reclaimer.retire(unpublished.retired)
        withExtendedLifetime(unpublished) {}
    }

    // MARK: Removing

    /// Removes definitions from the container.
    ///
    /// A module does not bring them back.
    func drop(_ unwanted: [Slot]) {
        let going = Set(unwanted)
        drop { state in
            state.existingExtras?.modules.forget(replaced: unwanted)
            return state.slots.filter { going.contains($0) }
        }
    }

    /// Removes the definitions that a closure returns, which runs under the container's lock.
    func drop(_ unwanted: (inout State) -> [Slot]) {
        changing { state, unpublished in
            let going = unwanted(&state)
            for slot in going { requireThawed(state, "remove", slot) }
            guard !going.isEmpty else { return }
            unpublished = publish(TableChange(state, without: going), in: &state)
        }
    }

    /// Removes everything.
    func dropAll() {
        // Keeps users' values alive until the lock is released: modules, and what was only staged.
        var taken: (modules: [InstalledModule], group: StagedInstall?, names: [Names: Slot]) =
            ([], nil, [:])
        let isStaged = changing { state, unpublished in
            taken.group = state.group
            if state.stage({ $0.startOver() }) { return true }
            guard !isClosed else { return false }
            state.isFrozen = false
            if let extras = state.existingExtras {
                swap(&taken.modules, &extras.modules)
                extras.selections = Selections()
                extras.moduleChanges += 1
                swap(&taken.names, &extras.names)
            }
            var change = TableChange(state, without: state.removableSlots)
            change.keepsLayerSlots = false
            unpublished = publish(change, in: &state, substitutes: [])
            // A layer has dropped what descendants have wrapped.
            unpublished.followers = state.existingExtras?.followers.all ?? []
            return false
        }
        withExtendedLifetime(taken) {}
        // The counterparts are emptied, too.
        if !isStaged { for counterpart in counterparts { counterpart.dropAll() } }
    }
}

extension Container.State {
    /// The definitions that a reset removes: all but the inputs that were brought.
    fileprivate var removableSlots: [Slot] { slots.filter { $0.kind != .provided } }
}

extension Slot {
    /// Whether a table only has to lead to it: nothing is replaced, collected or selected anew.
    ///
    /// Under the owner's lock.
    fileprivate var isAlone: Bool {
        guard let details = existingDetails else { return true }
        return details.replacing == nil && !details.isContributing && !details.isSelectable
    }
}
