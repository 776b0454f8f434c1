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
    fileprivate func pinnedSlot(of definition: Slot) -> Slot {
        if let known = state.withLock({ $0.routes[definition, .pin] }) { return known }
        definition.owner.markPublished(definition)
        let pinnedSlot = state.withLock { state in
            if let known = state.routes[definition, .pin] { return known }
            let pinnedSlot = Slot(keeping: definition, for: .singleton, owner: self)
            // The instance of a removed definition is not shared with later requests.
            pinnedSlot.isPublished = definition.isPublishedNow
            if pinnedSlot.isPublished { state.extras.routes[definition, .pin] = pinnedSlot }
            return pinnedSlot
        }
        for slot in sequence(first: definition, next: { $0.existingDetails?.decorated })
        where slot.owner !== self {
            slot.add(dependent: pinnedSlot)
        }
        // The definition, or what it wraps, may have gone before that was noted.
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
        guard let slot = caller.definition(key)?.slot, !slot.scope.isCaching,
            slot.kind != .ambiguous,
            slot.lane == .sync
        else { return try resolve() }
        try requireOpen()
        record()
        _ = slot.sealed()
        let pinnedSlot = caller.asked.pinnedSlot(of: slot)
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
            return try request.resolve(slot, isDirect: false, isUntagged: true)
        }
    }
}
