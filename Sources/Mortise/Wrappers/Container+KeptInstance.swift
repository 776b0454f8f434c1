// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// The one instance of a definition that the container keeps for all who ask like this, also where the
    /// definition makes a new one each time.
    ///
    /// It goes with the definition, with ``resetSingletons(of:)``, and with the container.
    ///
    /// - Parameters:
    ///   - type: What to resolve.
    ///   - tag: The tag, if a tagged definition is meant. An unknown one falls back.
    /// - Returns: The instance. Unless the type is `Sendable`, who asks sees to it that no two threads use it.
    /// - Throws: ``ResolutionError``.
    package func resolveKept<T>(_ type: T.Type, tag: Tag?) throws -> T {
        try inSession { caller, view, thread in
            try Request(T.self, tag: tag, caller: caller, view: view, thread: thread).resolveKept()
        }
    }

    /// The slot that keeps an instance of a definition that keeps none, and is sealed.
    fileprivate func keeper(of definition: Slot) -> Slot {
        var given: [Slot] = []
        let keeper = state.withLock { state in
            let extras = state.extras
            if let known = extras.keepers.first(where: { $0.original === definition }) {
                return known
            }
            ConstructionSite.locked {
                given = extras.keepers.filter { $0.original?.isPublished != true }
                extras.keepers.removeAll { $0.original?.isPublished != true }
            }
            let keeper = Slot(keeperOf: definition, owner: self)
            // Nobody else has it yet.
            keeper.isPublished = true
            extras.keepers.append(keeper)
            return keeper
        }
        withExtendedLifetime(given) {}
        return keeper
    }
}

extension Request {
    fileprivate func resolveKept() throws -> Instance {
        let lookup = Lookup(view: view, thread: thread)
        if let found = lookup.find(key), found.view.word != view.word {
            // What a linked container has is kept there.
            return try seen(from: found.view).resolveKept()
        }
        guard let slot = try definition(), !slot.scope.isCaching, slot.kind != .ambiguous,
            slot.lane == .sync
        else { return try resolve() }
        _ = slot.sealed()
        let keeper = view.owner.takeUnretainedValue().keeper(of: slot)
        thread.sessionWork.slots.append(keeper)
        return try resolve(keeper)
    }

    /// The definition that answers the request.
    private func definition() throws -> Slot? {
        let lookup = Lookup(view: view, thread: thread)
        guard var slot = lookup.find(key)?.slot else { return nil }
        while slot.kind == .selection {
            guard let tag = slot.owner.selectedTag(of: slot.type),
                let selected = lookup.search(
                    KeyWords(type: slot.type, arguments: slot.arguments, tag: tag)
                ) ?? lookup.searchSources(of: slot.owner, slot.key)
            else { return nil }
            slot = selected
        }
        return slot
    }
}
