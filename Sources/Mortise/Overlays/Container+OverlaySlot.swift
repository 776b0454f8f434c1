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
        let asked = caller.asked
        let name = slot.scope.name
        guard name != nil || (asked.isLayered && slot.scope.isCaching) else { return slot }
        let way = asked.way(to: slot.owner)
        if let name, !asked.sees(name) {
            throw ResolutionError.noScope(
                name,
                askingFor: slot,
                from: caller.frame,
                container: asked
            )
        }
        guard !slot.kind.isExpected else { return slot }
        let home = way.first { $0.role == .overlay || name.map(Container.Role.scope) == $0.role }
        guard let home, home !== slot.owner else { return slot }
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

extension Container.State {
    /// Keeps overlay slots in a new table, or beside it.
    ///
    /// Beside it are those of definitions that coexist with others of their key, and of those that
    /// the container decorates, whose wrappers are found.
    ///
    /// - Parameters:
    ///   - overlaySlots: The overlay slots.
    ///   - led: The definitions to whose instances the table has led so far.
    ///   - next: The new table.
    /// - Returns: Those in whose place the container has a definition of its own, or one that hides
    ///   them.
    mutating func keep(_ overlaySlots: [Slot], ledTo led: Set<Slot>, in next: Table) -> [Slot] {
        var displaced: [Slot] = []
        for overlaySlot in overlaySlots {
            let definition = overlaySlot.definition
            if next.findHiding(overlaySlot.key) != nil {
                displaced.append(overlaySlot)
                continue
            }
            guard led.contains(definition) else { continue }
            let isAnswered = next.find(overlaySlot.key) != nil
            if isAnswered, !definition.undecorated.isContributing {
                displaced.append(overlaySlot)
                continue
            }
            let wrapper = wrapped(overlaySlot)
            if !isAnswered { next.insert(wrapper) }
            if isAnswered || wrapper !== overlaySlot {
                extras.routes[definition, .layer] = overlaySlot
            } else if hasExtras {
                extras.routes[definition, .layer] = nil
            }
        }
        return displaced
    }

    /// Forgets an overlay slot that the table does not lead to.
    mutating func forget(_ overlaySlot: Slot) {
        guard hasExtras, let original = overlaySlot.original else { return }
        extras.routes[original, .layer] = nil
    }
}

extension Slot {
    /// Whether it is an overlay slot.
    var isOverlaySlot: Bool { original != nil }

    /// The definition that it keeps instances of: itself, or one of another container.
    var definition: Slot { original ?? self }
}
