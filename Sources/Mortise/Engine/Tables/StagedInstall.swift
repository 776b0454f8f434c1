// SPDX-License-Identifier: MIT

/// A change to a container that is put together before it is published at once.
struct StagedInstall {
    /// A definition, and the number of the module it came from.
    struct Member {
        let slot: Slot
        let module: Int?
        /// Whether it is left out if its key is known when the group is published.
        var isFillingIn = false
    }

    var members: [Member] = []
    var modules: [InstalledModule] = []
    /// The modules that must be installed when the group is published, as they were when they were asked
    /// for.
    var wishes: [Wish] = []
    /// The numbers of the modules that are registering just now, innermost last.
    var openModules: [Int] = []
    /// The published definitions to take out.
    var removed: [Slot] = []
    /// What is to be selected, by type.
    var selected: [UInt: DefinitionTag] = [:]
    /// The types of which nothing is selected any more.
    var forgotten: Set<UInt> = []
    /// Of which types what is selected already stays so.
    var keptSelections: Set<UInt> = []
    /// Types that share what is selected, each with the one it shares it with.
    var sharing: [UInt: UInt] = [:]
    /// What must be known of a type, or must not, for the group to be published.
    var condition: (type: UInt, condition: InstallCondition)?
    /// Whether everything that is published goes.
    var startsOver = false

    /// A module that was installed already when somebody asked for it.
    struct Wish {
        let module: any Module
        let identity: AnyHashable
        /// Whether it was asked for itself, and not only for another one.
        let isWanted: Bool
    }

    mutating func add(_ slot: Slot) {
        members.append(Member(slot: slot, module: openModules.last))
    }

    /// Takes definitions out: of what was put together, and of what is published.
    mutating func remove(_ slots: [Slot]) {
        let gone = Set(slots)
        members.removeAll { gone.contains($0.slot) }
        removed += slots
    }

    /// Adds what another group has put together.
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

    /// Has nothing selected of a type, whatever was.
    mutating func forget(_ type: UInt) {
        selected[type] = nil
        keptSelections.remove(type)
        forgotten.insert(type)
    }

    /// Takes everything out: what was put together, and what is published.
    mutating func startOver() {
        members = []
        removed = []
        selected = [:]
        sharing = [:]
        // The numbers of modules that are registering stay what they are.
        if openModules.isEmpty {
            modules = []
            wishes = []
        }
        startsOver = true
    }

    /// Whether it says nothing but which modules are wanted.
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
    /// - Returns: The known ones that are wanted for themselves from now on.
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

    /// What is wished for and not there.
    ///
    /// - Parameter known: The modules that are installed and stay so.
    /// - Returns: The wishes that neither those nor the group itself meet.
    func missing(among known: [InstalledModule]) -> [Wish] {
        guard !wishes.isEmpty else { return [] }
        let identities = Set((known + modules).map(\.identity))
        return wishes.filter { !identities.contains($0.identity) }
    }
}

/// A group, compared with the modules that were installed at some moment.
struct Plan {
    /// What is to be published: without the modules that are known.
    private(set) var group: StagedInstall
    /// The modules that are wanted for themselves from now on, and are known or part of the group.
    private(set) var wanted: [InstalledModule]
    /// How often the modules had changed by then.
    let changes: Int
    /// The modules that were installed: whoever has the plan keeps those that go.
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
    }

    /// Whether it depends on which modules are installed.
    var hasModules: Bool {
        !(group.modules.isEmpty && wanted.isEmpty && group.wishes.isEmpty)
    }

    var isEmpty: Bool { group.isWithoutChange && !hasModules }
}

extension Container.Extras {
    /// Has selected what a group says.
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
    /// The groups that the running thread is putting together, the innermost last.
    var groups: [StagedInstall] {
        guard let groups = existingExtras?.groups, !groups.isEmpty else { return [] }
        return groups[ThreadRecord.make().identity] ?? []
    }

    /// The group that the running thread is putting together, if it is.
    var group: StagedInstall? { groups.last }

    /// Changes the group that the running thread is putting together.
    ///
    /// - Returns: Whether there is one.
    func stage(_ change: (inout StagedInstall) -> Void) -> Bool {
        let depth = groups.count
        guard depth > 0, let extras = existingExtras else { return false }
        change(&extras.groups[ThreadRecord.make().identity, default: []][depth - 1])
        return true
    }

    /// The definitions that are registered, as the running thread sees it.
    var knownSlots: [Slot] {
        groups.reduce(into: Array(slots)) { known, group in
            if group.startsOver { known = [] }
            let removed = Set(group.removed)
            known.removeAll { removed.contains($0) }
            known += group.members.map(\.slot)
        }
    }

    /// The modules that are installed, as the running thread sees it.
    var knownModules: [InstalledModule] {
        var known: [InstalledModule] = []
        for group in groups.reversed() {
            known += group.modules
            if group.startsOver { return known }
        }
        return known + (existingExtras?.modules ?? [])
    }
}
