// SPDX-License-Identifier: MIT

import Synchronization

// Substitutions are published with the table, as definitions are.

extension Container {
    /// Adds a substitution, even if registration has ended.
    func add(_ substitute: Substitute) {
        changeSubstitutes { known in
            known.filter { !substitute.replaces($0) } + [substitute]
        }
    }

    /// Removes the substitution with a number.
    func withdraw(_ number: Int) {
        changeSubstitutes { known in known.filter { $0.number != number } }
    }

    /// Removes the substitutions of a target.
    func withdraw(_ target: Substitute.Target) {
        changeSubstitutes { known in known.filter { $0.target != target } }
    }

    private func changeSubstitutes(_ change: ([Substitute]) -> [Substitute]) {
        changing { state, unpublished in
            guard !isClosed else { return }
            let known = state.extras.substitutes
            let changed = change(known)
            guard changed.map(\.number) != known.map(\.number) else { return }
            unpublished = publish(TableChange(state), in: &state, substitutes: changed)
        }
        for child in openChildren { child.forgetSubstitutes() }
    }

    /// Drops all substitutions and their closures when the container is closed.
    func dropSubstitutes() {
        var retired: [Reclaimer.Retired] = []
        var dropped: [Substitute] = []
        state.withLock { state in
            guard let extras = state.existingExtras, !extras.substitutes.isEmpty else { return }
            dropped = extras.substitutes
            extras.substitutes = []
            hasSubstitutes.store(false, ordering: .releasing)
            let current = Table(word: table.load(ordering: .relaxed))
            let next = Table.make(roomFor: current.header.pointee.count, owner: self)
            current.forEachSlot { next.insert($0) }
            table.store(next.word, ordering: .releasing)
            retired = [.table(current)]
        }
        Reclaimer.retire(retired)
        withExtendedLifetime(dropped) {}
    }

    /// The substitutions for the next table: the changed ones, or those of the current table.
    func substitutions(
        _ changed: [Substitute]?,
        in current: Table
    ) -> Substitutions? {
        guard let changed else { return current.substitutions }
        return changed.isEmpty ? nil : Substitutions(changed)
    }

    /// - Returns: The removed substitutions.
    func endSubstitutes(_ changed: [Substitute]?, in state: inout State) -> [Substitute] {
        guard let changed, state.hasExtras else { return [] }
        let kept = Set(changed.map(\.number))
        let ended = state.extras.substitutes.filter { !kept.contains($0.number) }
        state.extras.substitutes = changed
        hasSubstitutes.store(!changed.isEmpty, ordering: .releasing)
        return ended
    }

    /// Drops the instances of removed substitutions in this layer and its descendants.
    func forgetSubstitutes() {
        changing { dropLost(&$0, &$1) }
        for child in openChildren { child.forgetSubstitutes() }
    }
}
