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

    /// Resolves what is registered under a tag, without a fallback.
    ///
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``: with code `missing-binding` if nothing has the tag.
    package func resolveExactly<T>(_ type: T.Type, tag: Tag) throws -> T {
        try inSession { caller, view, thread in
            let request = Request(T.self, tag: tag, caller: caller, view: view, thread: thread)
            try request.requireOpen()
            let lookup = Lookup(view: view, thread: thread)
            guard let slot = lookup.search(request.key) else {
                throw lookup.missing(request.key, from: caller)
            }
            request.record()
            return try request.resolve(slot, isDirect: true)
        }
    }

    /// Whether anything answers a type here.
    func knows<T>(_ type: T.Type, tag: Tag?) throws -> Bool {
        try inSession { _, view, thread in
            Lookup(view: view, thread: thread)
                .isAnswered(KeyWords(type: KeyWords.word(of: T.self), tag: tag))
        }
    }

    /// The slot that keeps an instance of a definition that keeps none, and is sealed.
    fileprivate func keeper(of definition: Slot) -> Slot {
        var given: [Slot] = []
        // Released outside the locks.
        defer { withExtendedLifetime(given) {} }
        func known(_ extras: Extras) -> Slot? {
            ConstructionSite.locked {
                let gone = extras.keepers.filter { $0.original?.isPublished != true }
                guard !gone.isEmpty else { return }
                given += gone
                extras.keepers.removeAll { $0.original?.isPublished != true }
            }
            return extras.keepers.first { $0.original === definition }
        }
        if let keeper = state.withLock({ known($0.extras) }) { return keeper }
        definition.owner.markPublished(definition)
        return state.withLock { state in
            let extras = state.extras
            if let known = known(extras) { return known }
            let keeper = Slot(keeperOf: definition, owner: self)
            // What was removed meanwhile is kept for nobody else.
            keeper.isPublished = ConstructionSite.locked { definition.isPublished }
            if keeper.isPublished { extras.keepers.append(keeper) }
            return keeper
        }
    }

    /// Says of a definition that it is published, if it is: of what keeps nothing, nobody has said so.
    private func markPublished(_ definition: Slot) {
        state.withLock { state in
            guard state.slots.contains(where: { $0 === definition || $0.wired === definition })
            else { return }
            ConstructionSite.locked { definition.isPublished = true }
        }
    }
}

extension Request {
    fileprivate func resolveKept() throws -> Instance {
        let lookup = Lookup(view: view, thread: thread)
        if let found = lookup.find(key), found.view.word != view.word {
            // What a linked container has is kept there.
            let container = found.view.owner.takeUnretainedValue().lasting
            let table = thread.sessionWork.table(of: .passUnretained(container), thread: thread)
            return try seen(from: table).resolveKept()
        }
        guard let slot = definition(), !slot.scope.isCaching, slot.kind != .ambiguous,
            slot.lane == .sync
        else { return try resolve() }
        try requireOpen()
        record()
        _ = slot.sealed()
        let keeper = view.owner.takeUnretainedValue().keeper(of: slot)
        thread.sessionWork.slots.append(keeper)
        return try resolve(keeper)
    }

    /// The definition that answers the request.
    private func definition() -> Slot? {
        Lookup(view: view, thread: thread).definition(key)?.slot
    }
}

// For who keeps an instance as long as it would come from the same place.

/// Where an instance comes from: a definition, through the types that are forwarded to it.
struct Provenance {
    /// The definition that was found for the type.
    let slot: Slot
    /// All definitions on the way, and the instance that the last one keeps.
    let way: [AnyObject]

    /// Whether it is a way that was noted before.
    func isSame(as known: [WeakObject]) -> Bool {
        known.count == way.count && zip(known, way).allSatisfy { $0.value === $1 }
    }
}

extension Lookup {
    /// The definition that answers a key, and those that it leads to through forwarded types, each with
    /// what its factory sees.
    fileprivate func way(from key: KeyWords) -> [(slot: Slot, view: Table)] {
        var way: [(slot: Slot, view: Table)] = []
        var next = definition(key)
        while let found = next, !way.contains(where: { $0.slot === found.slot }) {
            way.append(found)
            guard found.slot.kind == .forwarding, let target = found.slot.details.target else {
                break
            }
            next = Lookup(view: found.view, thread: thread).definition(target)
        }
        return way
    }
}

extension Container {
    /// Where instances of a type come from that would be made anew each time.
    ///
    /// - Returns: `nil` if nothing answers the type, or if who asks gets what is kept in any case.
    func provenance(of type: UInt) throws -> Provenance? {
        try inSession { _, view, thread in
            let found = Lookup(view: view, thread: thread).way(from: KeyWords(type: type))
            // What a linked container makes is asked for there.
            guard let first = found.first?.slot, let slot = found.last?.slot,
                found.allSatisfy({ $0.view.word == view.word })
            else { return nil }
            var way: [AnyObject] = found.map(\.slot)
            guard slot.kind.callsFactory || slot.kind == .wired, slot.lane == .sync else {
                return nil
            }
            if slot.scope.isCaching {
                guard first !== slot else { return nil }
                guard let kept = ConstructionSite.locked({ slot.cell?.holder }) else { return nil }
                way.append(kept)
            }
            return Provenance(slot: first, way: way)
        }
    }

    /// Whether a definition answers a type itself.
    func answers(_ type: UInt) -> Bool {
        let isFound = try? inSession { _, view, thread in
            Lookup(view: view, thread: thread).definition(KeyWords(type: type)) != nil
        }
        return isFound == true
    }

    /// The types that a type is forwarded to, one after the other.
    func typesOnTheWay(of type: UInt) -> [UInt] {
        let types = try? inSession { _, view, thread in
            Lookup(view: view, thread: thread).way(from: KeyWords(type: type))
                .compactMap { $0.slot.kind == .forwarding ? $0.slot.details.target?.type : nil }
        }
        return types ?? []
    }

    /// Resolves a type with a definition that was found for it.
    func resolve<T>(_ type: T.Type, with slot: Slot) throws -> T {
        try inSession { caller, view, thread in
            // It may have been removed since.
            thread.sessionWork.slots.append(slot)
            let request = Request(T.self, tag: nil, caller: caller, view: view, thread: thread)
            try request.requireOpen()
            request.record()
            return try request.resolve(slot, isDirect: false, isUntagged: true)
        }
    }
}
