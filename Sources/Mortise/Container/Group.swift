// SPDX-License-Identifier: MIT

/// A change to a container that is put together before it is published at once.
struct Group {
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
    var selected: [UInt: Tag] = [:]
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
        let gone = Set(slots.map(ObjectIdentifier.init))
        members.removeAll { gone.contains(ObjectIdentifier($0.slot)) }
        removed += slots
    }

    /// Adds what another group has put together.
    mutating func add(_ other: Group) {
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

    var isEmpty: Bool {
        isWithoutChange && wishes.isEmpty
    }

    /// Whether it says nothing but which modules are wanted.
    var isWithoutChange: Bool {
        members.isEmpty && modules.isEmpty && removed.isEmpty && selected.isEmpty
            && forgotten.isEmpty && condition == nil && !startsOver
    }

    /// Leaves out the modules that are known already, with their definitions.
    ///
    /// - Returns: The known ones that are wanted for themselves from now on.
    mutating func leaveOut(_ known: [InstalledModule]) -> [InstalledModule] {
        let numbers = Set(
            modules.indices.filter { index in
                known.contains { $0.identity == modules[index].identity }
            }
        )
        guard !numbers.isEmpty else { return [] }
        let wanted = numbers.filter { modules[$0].isWanted }.map { modules[$0].identity }
        let kept = modules.indices.filter { !numbers.contains($0) }
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

extension Container.State {
    /// The group that the running thread is putting together, if it is.
    var group: Group? {
        mutating get {
            guard hasExtras, !extras.groups.isEmpty else { return nil }
            return extras.groups[ThreadRecord.make().session]?.last
        }
    }

    /// Changes the group that the running thread is putting together.
    ///
    /// - Returns: Whether there is one.
    mutating func stage(_ change: (inout Group) -> Void) -> Bool {
        guard hasExtras, !extras.groups.isEmpty else { return false }
        let thread = ThreadRecord.make().session
        guard let depth = extras.groups[thread]?.count else { return false }
        change(&extras.groups[thread, default: []][depth - 1])
        return true
    }

    /// The definitions that are registered, as the running thread sees it.
    var knownSlots: [Slot] {
        mutating get {
            var known = Array(slots)
            guard hasExtras else { return known }
            for group in extras.groups[ThreadRecord.make().session] ?? [] {
                if group.startsOver { known = [] }
                let removed = Set(group.removed.map(ObjectIdentifier.init))
                known.removeAll { removed.contains(ObjectIdentifier($0)) }
                known += group.members.map(\.slot)
            }
            return known
        }
    }

    /// The modules that are installed, as the running thread sees it.
    var knownModules: [InstalledModule] {
        mutating get {
            var known: [InstalledModule] = []
            for group in (extras.groups[ThreadRecord.make().session] ?? []).reversed() {
                known += group.modules
                if group.startsOver { return known }
            }
            return known + extras.modules
        }
    }
}
