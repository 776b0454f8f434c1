// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// A layer is a container that keeps instances of definitions that its sources have: a scope those
// that name it, an overlay those of every caching definition. It does so with a slot of its own, a
// *overlaySlot*, which is made from the definition when it is first asked for, and from then on is like
// any singleton of the layer: found in the layer's table, built with the layer's view.

extension Request {
    /// The slot that keeps the instances of a definition, for who asks here: its own, or a overlaySlot.
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
        let home = way.first { $0.role == .overlay || name.map(Container.Role.scope) == $0.role }
        guard let home, home !== slot.owner else { return slot }
        let definition = slot.definition
        _ = definition.sealed()
        // What takes the place of members comes and goes.
        if slot.kind == .substitute { home.forgetSubstitutes() }
        return home.overlaySlot(
            of: definition,
            definition.key,
            isDirect: isDirect && slot.kind != .substitute
        )
    }
}

extension Container {
    /// Whether a scope of that name is open here or further out.
    func sees(_ name: ScopeName) -> Bool {
        role == .scope(name) || sourcesInOrder.contains { $0.role == .scope(name) }
    }

    /// What a container is to the one it was made from.
    enum Role: Hashable, Sendable {
        case plain
        case scope(ScopeName)
        case overlay
    }

    /// This container and those through which it reaches another, up to that one.
    func way(to other: Container) -> [Container] {
        if self === other { return [self] }
        for source in enclosing {
            let way = source.way(to: other)
            if !way.isEmpty { return [self] + way }
        }
        return []
    }

    /// All slots that keep instances of other containers' definitions.
    ///
    /// Under the container's lock.
    @inline(__always) func forEachResident(_ state: State, _ body: (Slot) -> Void) {
        guard role != .plain else { return }
        Table(word: table.load(ordering: .relaxed)).forEachSlot { if $0.isResident { body($0) } }
        guard let hidden = state.existingExtras?.hiddenOverlaySlots, !hidden.isEmpty else { return }
        for slot in hidden.values { body(slot) }
    }

    /// The overlaySlot of a definition, made if need be.
    ///
    /// - Parameters:
    ///   - original: The definition, which is sealed.
    ///   - key: Its key.
    ///   - isDirect: Whether it is what this container would find for its key, so that the overlaySlot
    ///     may be found by it from now on.
    /// - Returns: The overlaySlot.
    func overlaySlot(of original: Slot, _ key: KeyWords, isDirect: Bool) -> Slot {
        var retired: [Reclaimer.Retired] = []
        let overlaySlot = state.withLock { state in
            let current = Table(word: table.load(ordering: .relaxed))
            let found = current.find(key)
            if let found, found._withUnsafeGuaranteedRef({ $0.original === original }) {
                return found.takeUnretainedValue()
            }
            let identity = ObjectIdentifier(original)
            let isHidden = !isDirect || found != nil
            if isHidden || state.hasExtras, let known = state.extras.hiddenOverlaySlots[identity] {
                if !isHidden {
                    state.extras.hiddenOverlaySlots[identity] = nil
                    retired = insert(known, into: current)
                }
                return known
            }
            let overlaySlot = Slot(keeping: original, for: original.scope, owner: self)
            // Nobody else has it yet; and what is substituted may be so no longer.
            overlaySlot.isPublished =
                original.kind != .substitute
                || original.owner.instances.withLock { _ in original.isPublished }
            if isHidden {
                state.extras.hiddenOverlaySlots[identity] = overlaySlot
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
    /// Whether the table does not lead to a overlaySlot.
    func isHidden(_ overlaySlot: Slot) -> Bool {
        overlaySlot.original.map { existingExtras?.hiddenOverlaySlots[ObjectIdentifier($0)] != nil }
            == true
    }

    /// Forgets a overlaySlot that the table will not lead to.
    mutating func forget(_ overlaySlot: Slot) {
        guard hasExtras, let original = overlaySlot.original else { return }
        extras.hiddenOverlaySlots[ObjectIdentifier(original)] = nil
    }
}

extension Slot {
    /// Whether it keeps instances for a layer.
    var isResident: Bool { original != nil }

    /// What it keeps instances of: itself, or a definition of another container.
    var definition: Slot { original ?? self }
}
