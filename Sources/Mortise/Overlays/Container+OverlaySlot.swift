// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// A layer is a container that keeps instances of its ancestors' definitions: a scope those of
// definitions with its name, an overlay those of every caching definition. For each it has a slot
// of its own, the *overlay slot*, which is made on the first request. From then on that is like a
// singleton of the layer: found in the layer's table, with dependencies from the layer.

extension Request {
    /// The slot that keeps the instances of a definition for this request: its own, or an overlay
    /// slot.
    ///
    /// - Throws: ``ResolutionError`` with code `missing-scope` or `captive-dependency` if the
    ///   definition belongs to a scope and none is open.
    func home(of slot: Slot, isDirect: Bool) throws -> Slot {
        guard slot.scope.isCaching else { return slot }
        let home = caller.home(of: slot)
        if home == nil, let name = slot.scope.name {
            throw ResolutionError.noScope(
                name,
                askingFor: slot,
                from: caller.frame,
                container: caller.asked
            )
        }
        guard let home = home?.takeUnretainedValue(), home !== slot.owner, !slot.kind.isExpected
        else { return slot }
        let definition = slot.definition
        _ = definition.sealed()
        // Substitutes of members come and go.
        if slot.kind == .substitute { home.forgetSubstitutes() }
        return home.overlaySlot(
            of: definition,
            definition.key,
            isDirect: slot.kind != .substitute && (isDirect || isFound(definition, by: home))
        )
    }

    /// Whether a layer would find the definition that a decorator of one of its children wraps.
    private func isFound(_ definition: Slot, by layer: Container) -> Bool {
        guard let frame = caller.frame, frame.slotObject.isWrapper, layer !== caller.asked
        else { return false }
        let view = caller.table(of: .passUnretained(layer))
        return caller.asking(view).search(definition.key) === definition
    }
}

extension Caller {
    /// The container that keeps the instance of a caching definition: the nearest layer on the way
    /// to it that keeps such instances, or its own container.
    ///
    /// Counts no references along a chain of single sources.
    ///
    /// - Returns: `nil` if the definition belongs to a scope and none is open.
    func home(of slot: Slot) -> Unmanaged<Container>? {
        let (owner, name) = (slot.unretainedOwner, slot.scope.name)
        guard name != nil || view.owner._withUnsafeGuaranteedRef({ $0.isLayered }) else {
            return owner
        }
        func keeps(_ role: Container.Role) -> Bool {
            role == .overlay || name.map(Container.Role.scope) == role
        }
        var home: Unmanaged<Container>?
        var container = view.owner
        while !container.owns(slot) {
            if home == nil, keeps(container.role) { home = container }
            guard let next = container.onlySource else {
                let found = asked.way(to: slot.owner).first { keeps($0.role) }
                home = found.map { .passUnretained($0) }
                break
            }
            container = next
        }
        if let name, home?.role != .scope(name), !asked.sees(name) { return nil }
        return home ?? owner
    }
}

extension Container {
    /// Whether this container or an ancestor is a scope of that name.
    func sees(_ name: ScopeName) -> Bool {
        role == .scope(name) || sourcesInOrder.contains { $0.role == .scope(name) }
    }

    /// The role of a container towards its first source.
    enum Role: Hashable, Sendable {
        case plain
        case scope(ScopeName)
        case overlay

        /// The role as the graph shows it.
        var inGraph: Graph.Container.Role {
            switch self {
            case .plain: .plain
            case .scope(let name): .scope(name.description)
            case .overlay: .overlay
            }
        }
    }

    /// The path of containers from this one to another, both included; empty if there is none.
    func way(to other: Container) -> [Container] {
        if self === other { return [self] }
        for source in enclosing {
            let way = source.way(to: other)
            if !way.isEmpty { return [self] + way }
        }
        return []
    }

    /// Calls a body with each overlay slot that the table leads to.
    ///
    /// Under the container's lock.
    @inline(__always) func forEachLayerSlot(_ body: (Slot) -> Void) {
        guard role != .plain else { return }
        Table(word: table.load(ordering: .relaxed)).forEachSlot { if $0.isOverlaySlot { body($0) } }
    }

    /// The overlay slot of a definition, which is made if need be.
    ///
    /// - Parameters:
    ///   - original: The definition, which is sealed.
    ///   - key: Its key.
    ///   - isDirect: Whether this container finds the definition by its key, so that the table may
    ///     lead to the overlay slot.
    /// - Returns: The overlay slot.
    func overlaySlot(of original: Slot, _ key: KeyWords, isDirect: Bool) -> Slot {
        var retired: [Reclaimer.Retired] = []
        let overlaySlot = state.withLock { state in
            let current = Table(word: table.load(ordering: .relaxed))
            let found = current.find(key)
            if let found, found._withUnsafeGuaranteedRef({ $0.original === original }) {
                return found.takeUnretainedValue()
            }
            let isHidden = !isDirect || found != nil
            if isHidden || state.hasExtras, let known = state.extras.routes[original, .layer] {
                if !isHidden {
                    state.extras.routes[original, .layer] = nil
                    retired = insert(known, into: current)
                }
                return known
            }
            let overlaySlot = Slot(keeping: original, for: original.scope, owner: self)
            // No other thread has it yet. A substitute may have been unpublished meanwhile.
            overlaySlot.isPublished =
                original.kind != .substitute
                || original.owner.instances.withLock { _ in original.isPublished }
            if isHidden {
                state.extras.routes[original, .layer] = overlaySlot
            } else {
                retired = insert(overlaySlot, into: current)
            }
            return overlaySlot
        }
        Reclaimer.retire(retired)
        return overlaySlot
    }
}

extension Container {
    /// The overlay slots that the table leads to, through wrappers or not.
    ///
    /// Under the container's lock.
    func layerSlots(of state: State) -> [Slot] {
        guard role != .plain else { return [] }
        var led: [Slot] = []
        Table(word: table.load(ordering: .relaxed)).forEachSlot { slot in
            let inner = slot.undecorated(by: self)
            if let kept = slot.isOverlaySlot ? slot : state.routes[inner, .layer] {
                led.append(kept)
            }
        }
        return led
    }
}

extension Container.State {
    /// Lets a new table lead to an overlay slot, unless it has another answer.
    ///
    /// The slot is kept beside the table if that leads elsewhere: to a definition that coexists with
    /// others of its key, or to a wrapper, where the container decorates.
    mutating func lead(_ table: Table, to overlaySlot: Slot) {
        let isAnswered = table.find(overlaySlot.key) != nil
        let wrapper = wrapped(overlaySlot)
        if !isAnswered { table.insert(wrapper) }
        let isBeside = isAnswered || wrapper !== overlaySlot
        guard isBeside || hasExtras else { return }
        extras.routes[overlaySlot.definition, .layer] = isBeside ? overlaySlot : nil
    }
}

extension Slot {
    /// Whether it is an overlay slot.
    var isOverlaySlot: Bool { original != nil }

    /// The definition that it keeps instances of: itself, or one of another container.
    var definition: Slot { original ?? self }
}
