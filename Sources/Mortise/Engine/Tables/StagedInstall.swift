// SPDX-License-Identifier: MIT

// `Container.collect(into:_:)` fills it, and `Container.add(_:)` publishes it.

/// A change to a container that is collected first, and then published atomically.
struct StagedInstall {
    /// A definition, and the number of the module that registers it.
    struct Member {
        let slot: Slot
        let module: Int?
        /// Whether it is left out if its key is known when the install is published.
        var isFillingIn = false
    }

    var members: [Member] = []
    var modules: [InstalledModule] = []
    /// The modules that must be installed when this is published, as they were when requested.
    var wishes: [Wish] = []
    /// The numbers of the modules that are registering now, innermost last.
    var openModules: [Int] = []
    /// The published definitions to remove.
    var removed: [Slot] = []
    /// The tags to select, by type.
    var selected: [UInt: DefinitionTag] = [:]
    /// The types whose selection is cleared.
    var forgotten: Set<UInt> = []
    /// The types for which an existing selection stays.
    var keptSelections: Set<UInt> = []
    /// The types that share the selection of another type, with that type.
    var sharing: [UInt: UInt] = [:]
    /// The condition for publishing, on the implementations of a type.
    var condition: (type: UInt, condition: InstallCondition)?
    /// Whether everything that is published is removed.
    var startsOver = false

    /// A module that was installed already when it was requested.
    struct Wish {
        let module: any Module
        let identity: AnyHashable
        /// Whether it was requested itself, and not only for another module.
        let isWanted: Bool
        let place: InstalledModule.Place
        /// Whether it may differ from the installed value.
        let mayDiffer: Bool
    }

    mutating func add(_ slot: Slot) {
        members.append(Member(slot: slot, module: openModules.last))
    }

    /// Removes definitions, staged and published ones.
    mutating func remove(_ slots: [Slot]) {
        let gone = Set(slots)
        members.removeAll { gone.contains($0.slot) }
        removed += slots
    }

    /// Adds another staged install.
    mutating func add(_ other: StagedInstall) {
        if other.startsOver { startOver() }
        remove(other.removed)
        for type in other.forgotten { forget(type) }
        for (type, tag) in other.selected {
            guard other.keptSelections.contains(type) else {
                selected[type] = tag
                keptSelections.remove(type)
                continue
            }
            guard selected[type] == nil else { continue }
            selected[type] = tag
            keptSelections.insert(type)
        }
        sharing.merge(other.sharing) { $1 }
        let first = modules.count
        modules += other.modules
        wishes += other.wishes
        members += other.members.map { member in
            Member(
                slot: member.slot,
                module: member.module.map { $0 + first } ?? openModules.last,
                isFillingIn: member.isFillingIn
            )
        }
    }

    /// Clears the selection of a type, whatever it was.
    mutating func forget(_ type: UInt) {
        selected[type] = nil
        keptSelections.remove(type)
        forgotten.insert(type)
    }

    /// Removes everything, both staged and published.
    mutating func startOver() {
        members = []
        removed = []
        selected = [:]
        sharing = [:]
        // Modules that are registering keep their numbers.
        if openModules.isEmpty {
            modules = []
            wishes = []
        }
        startsOver = true
    }

    /// Whether it changes nothing except which modules are wanted.
    var isWithoutChange: Bool {
        members.isEmpty && modules.isEmpty && removed.isEmpty && selected.isEmpty
            && forgotten.isEmpty && condition == nil && !startsOver
    }

    /// Whether its condition is met, if it has one.
    ///
    /// Under the container's lock.
    func isWanted(in state: Container.State) -> Bool {
        condition.map { $0.condition.isMet(by: state, $0.type) } ?? true
    }

    /// Leaves out the modules that are known already, with their definitions.
    ///
    /// - Returns: The known modules that are wanted for themselves from now on.
    mutating func leaveOut(_ known: [InstalledModule]) -> [InstalledModule] {
        let kept = modules.indices.filter { index in
            !known.contains { $0.identity == modules[index].identity }
        }
        guard kept.count < modules.count else { return [] }
        let wanted = Set(modules.filter(\.isWanted).map(\.identity))
        members = members.compactMap { member in
            guard let module = member.module else { return member }
            return kept.firstIndex(of: module).map { Member(slot: member.slot, module: $0) }
        }
        modules = kept.map { modules[$0] }
        return known.filter { wanted.contains($0.identity) }
    }

    /// The requested modules that are missing.
    ///
    /// - Parameter known: The modules that are installed and stay so.
    /// - Returns: The wishes that neither those nor the install itself meet.
    func missing(among known: [InstalledModule]) -> [Wish] {
        guard !wishes.isEmpty else { return [] }
        let identities = Set((known + modules).map(\.identity))
        return wishes.filter { !identities.contains($0.identity) }
    }
}

/// A staged install, compared with the modules that were installed at some moment.
struct Plan {
    /// The install to publish, without the modules that are known.
    private(set) var group: StagedInstall
    /// The modules that are wanted for themselves from now on: known ones, and those of the
    /// install.
    private(set) var wanted: [InstalledModule]
    /// The modules of which a further value was left out, and where.
    private(set) var leftOut: [(module: InstalledModule, place: InstalledModule.Place)] = []
    /// The number of changes to the modules by then.
    let changes: Int
    /// The modules that were installed: the plan keeps the removed ones alive.
    private let installed: [InstalledModule]

    init(_ whole: StagedInstall, beside installed: [InstalledModule], _ changes: Int) {
        let known = whole.startsOver ? [] : installed
        self.installed = installed
        self.changes = changes
        group = whole
        wanted = group.leaveOut(known)
        let wishes = Set(group.wishes.lazy.filter(\.isWanted).map(\.identity))
        if !wishes.isEmpty {
            wanted += (known + group.modules).filter { wishes.contains($0.identity) }
        }
        leftOut = group.wishes.filter(\.mayDiffer).compactMap { wish in
            let module = (known + group.modules).first { $0.identity == wish.identity }
            return module.map { ($0, wish.place) }
        }
    }

    /// Whether it depends on the installed modules.
    var hasModules: Bool {
        !(group.modules.isEmpty && wanted.isEmpty && group.wishes.isEmpty)
    }

    var isEmpty: Bool { group.isWithoutChange && !hasModules }
}

extension Container.Extras {
    /// Applies the selections of a staged install.
    func select(_ group: StagedInstall) {
        if group.startsOver { selections = Selections() }
        for type in group.forgotten { selections[type] = nil }
        for (type, other) in group.sharing { selections.share(type, with: other) }
        for (type, tag) in group.selected
        where !group.keptSelections.contains(type) || selections[type] == nil {
            select(tag, for: type)
        }
    }
}

extension Container.State {
    /// The staged installs of the running thread, innermost last.
    var groups: [StagedInstall] {
        guard let groups = existingExtras?.groups, !groups.isEmpty else { return [] }
        return groups[ThreadRecord.make().identity] ?? []
    }

    /// The innermost staged install of the running thread, if there is one.
    var group: StagedInstall? { groups.last }

    /// Changes the innermost staged install of the running thread.
    ///
    /// - Returns: Whether there is one.
    func stage(_ change: (inout StagedInstall) -> Void) -> Bool {
        let depth = groups.count
        guard depth > 0, let extras = existingExtras else { return false }
        change(&extras.groups[ThreadRecord.make().identity, default: []][depth - 1])
        return true
    }

    /// The registered definitions, as the running thread sees them.
    var knownSlots: [Slot] {
        groups.reduce(into: Array(slots)) { known, group in
            if group.startsOver { known = [] }
            let removed = Set(group.removed)
            known.removeAll { removed.contains($0) }
            known += group.members.map(\.slot)
        }
    }

    /// The installed modules, as the running thread sees them.
    var knownModules: [InstalledModule] {
        var known: [InstalledModule] = []
        for group in groups.reversed() {
            known += group.modules
            if group.startsOver { return known }
        }
        return known + (existingExtras?.modules ?? [])
    }
}
