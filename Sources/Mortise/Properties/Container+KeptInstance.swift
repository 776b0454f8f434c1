// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Resolves the instance that the container keeps of a definition, even of one that makes a new
    /// instance for each request.
    ///
    /// The instance is dropped with the definition, by ``dropInstances(of:)``, and with the
    /// container.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - tag: The tag of a tagged definition.
    /// - Returns: The instance. Unless the type is `Sendable`, the caller must keep it to one
    ///   thread at a time.
    /// - Throws: ``ResolutionError``.
    package func resolveKept<T>(_ type: T.Type, tag: DefinitionTag?) throws -> T {
        try inSession { try Request(T.self, tag: tag, $0).resolveKept() }
    }

    /// Resolves the definition under a tag, without a fallback.
    ///
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``: with code `missing-binding` if nothing has the tag.
    package func resolveExactly<T>(_ type: T.Type, tag: DefinitionTag) throws -> T {
        try inSession { caller in
            let request = Request(T.self, tag: tag, caller)
            try request.requireOpen()
            guard let slot = caller.search(request.key) else { throw caller.missing(request.key) }
            request.record()
            return try request.resolve(slot, isDirect: true)
        }
    }

    /// Resolves the instance that the container keeps of a definition, or gives `nil` if nothing is
    /// registered for its type.
    ///
    /// - Returns: The instance, as ``resolveKept(_:tag:)`` returns it.
    /// - Throws: ``ResolutionError`` for every other failure.
    func resolveKept<T>(_ type: T?.Type, tag: DefinitionTag?) throws -> T? {
        // In one session: between two of them, another thread could remove the definition.
        try inSession { caller in
            let request = Request(T.self, tag: tag, caller)
            guard caller.isAnswered(request.key) else {
                return try Request(T?.self, tag: tag, caller).resolveIfKnown(T.self)
            }
            return try request.resolveKept()
        }
    }

    /// The slot that keeps an instance of a sealed definition which itself keeps none.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - source: The definition that makes the instance: another one, if the type is forwarded.
    /// - Returns: The slot.
    fileprivate func pinnedSlot(of definition: Slot, madeBy source: Slot) -> Slot {
        func pinned(_ state: inout State) -> Slot? {
            state.routes[definition, .pin].flatMap { $0.source === source ? $0 : nil }
        }
        if let known = state.withLock({ pinned(&$0) }) { return known }
        let made = [definition] + (source === definition ? [] : [source])
        for slot in made { slot.owner.markPublished(slot) }
        let pinnedSlot = changing { state, unpublished in
            if let known = pinned(&state) { return known }
            let pinnedSlot = Slot(keeping: definition, for: .singleton, owner: self)
            if source !== definition { pinnedSlot.details.source = source }
            // The instance of what is gone, or was not decorated yet, is not shared with later requests.
            let newest = state.routes[definition, .pin]?.source
            pinnedSlot.isPublished =
                !made.contains(where: \.hasGone)
                && (newest?.hasGone != false || newest?.layers.contains(source) != true)
            guard pinnedSlot.isPublished else { return pinnedSlot }
            unpublished.slots = definition.layers.compactMap {
                state.extras.routes.remove($0, .pin)
            }
            state.extras.routes[definition, .pin] = pinnedSlot
            instances.withLock { _ in unpublished.takeSlots() }
            return pinnedSlot
        }
        for slot in made.flatMap(\.layers) where slot.owner !== self || slot.scope.isCaching {
            slot.add(dependent: pinnedSlot)
        }
        // A definition, or what it wraps, may have gone before that was noted.
        changing(dropLost)
        return pinnedSlot
    }

    /// Marks a definition as published, if it is: definitions without kept instances are not
    /// marked.
    func markPublished(_ definition: Slot) {
        state.withLock { state in
            guard state.slots.contains(where: { $0 === definition || $0.wired === definition })
            else { return }
            instances.withLock { _ in definition.isPublished = true }
        }
    }
}

extension Request {
    fileprivate func resolveKept() throws -> Instance {
        if let found = caller.find(key), found.view.word != view.word {
            // An instance of a linked container is kept there.
            let container = found.view.owner.takeUnretainedValue().lasting
            let table = thread.session.table(of: .passUnretained(container), thread: thread)
            return try asking(table).resolveKept()
        }
        let way = caller.way(from: key)
        guard let slot = way.first?.slot, let source = way.last?.slot, !slot.scope.isCaching,
            slot.kind != .ambiguous,
            slot.lane == .sync
        else { return try resolve() }
        try requireOpen()
        record()
        _ = slot.sealed()
        let pinnedSlot = caller.asked.pinnedSlot(of: slot, madeBy: source)
        thread.session.slots.append(pinnedSlot)
        return try resolve(pinnedSlot)
    }
}

// For properties that keep an instance as long as its provenance stays the same.

/// The provenance of an instance: a definition, through the types that are forwarded to it.
struct Provenance {
    /// The definition that was found for the type.
    let slot: Slot
    /// All definitions on the path, and the instance that the last one keeps.
    let way: [AnyObject]

    /// Whether the path is equal to a recorded one.
    func isSame(as known: [WeakObject]) -> Bool {
        known.count == way.count && zip(known, way).allSatisfy { $0.value === $1 }
    }
}

extension Caller {
    /// The definition of a key and those that it forwards to, each with the table that its factory
    /// sees.
    func way(from key: KeyWords) -> [(slot: Slot, view: Table)] {
        var way: [(slot: Slot, view: Table)] = []
        var next = definition(key)
        while let found = next, !way.contains(where: { $0.slot === found.slot }) {
            way.append(found)
            guard found.slot.kind == .forwarding, let target = found.slot.details.target else {
                break
            }
            next = asking(found.view).definition(target)
        }
        return way
    }
}

extension Container {
    /// The provenance of a type's instances, if each request would make a new one.
    ///
    /// - Returns: `nil` if nothing answers the type, or if a request returns a kept instance
    ///   anyway.
    func provenance(of type: UInt) throws -> Provenance? {
        try inSession { caller in
            let found = caller.way(from: KeyWords(type: type))
            // Instances of a linked container are requested there.
            guard let first = found.first?.slot, let slot = found.last?.slot,
                found.allSatisfy({ $0.view.word == caller.view.word })
            else { return nil }
            var way: [AnyObject] = found.map(\.slot)
            guard slot.kind.callsFactory || slot.kind == .wired, slot.lane == .sync else {
                return nil
            }
            if slot.scope.isCaching {
                guard first !== slot else { return nil }
                guard let kept = slot.owner.instances.withLock({ _ in slot.holder }) else {
                    return nil
                }
                way.append(kept)
            }
            return Provenance(slot: first, way: way)
        }
    }

    /// Whether a definition answers a type.
    func answers(_ type: UInt) -> Bool {
        let isFound = try? inSession { $0.definition(KeyWords(type: type)) != nil }
        return isFound == true
    }

    /// The types that a type is forwarded to, one after the other.
    func typesOnTheWay(of type: UInt) -> [UInt] {
        let types = try? inSession { caller in
            caller.way(from: KeyWords(type: type))
                .compactMap { $0.slot.kind == .forwarding ? $0.slot.details.target?.type : nil }
        }
        return types ?? []
    }

    /// Resolves a type with the definition that was found for it.
    func resolve<T>(_ type: T.Type, with slot: Slot) throws -> T {
        try inSession { caller in
            // Retained here, because it may have been removed since.
            caller.thread.session.slots.append(slot)
            let request = Request(T.self, caller)
            try request.requireOpen()
            request.record()
            return try request.resolve(slot, isSelected: true)
        }
    }
}
