// SPDX-License-Identifier: MIT

// A container has slots that nobody registered, each around a slot of its own or of another
// container: wrappers, overlay slots and pinned slots. A route says around which one, and why.

/// Why a container has a slot of its own for another slot, its base.
struct Route: Hashable {
    enum Reason: Hashable {
        /// The decorator wraps the instances of the base.
        case wrapping(ObjectIdentifier)
        /// A scope or an overlay keeps instances of the base, and its table leads elsewhere.
        case layer
        /// The container keeps an instance of the base, which itself keeps none.
        case pin

        static func wrapping(_ decorator: Slot) -> Reason { .wrapping(ObjectIdentifier(decorator)) }
    }

    /// The identity of the base, which the slot keeps alive.
    fileprivate let base: ObjectIdentifier
    let reason: Reason
}

/// The slots of a container that nobody registered, but for those that its table alone leads to.
///
/// Guarded by the container's lock. What is taken out is released outside it.
struct Routes {
    private var slots = [Route: Slot]()

    var isEmpty: Bool { slots.isEmpty }
    var count: Int { slots.count }
    var all: some Sequence<Slot> { slots.values }

    /// The wrappers of definitions, made so far.
    var wrappers: [Slot] {
        slots.compactMap { if case .wrapping = $0.reason { $1 } else { nil } }
    }

    /// The slot around a base.
    subscript(base: Slot, reason: Route.Reason) -> Slot? {
        get { slots.isEmpty ? nil : slots[Route(base: ObjectIdentifier(base), reason: reason)] }
        set { slots[Route(base: ObjectIdentifier(base), reason: reason)] = newValue }
    }

    mutating func remove(_ base: Slot, _ reason: Route.Reason) -> Slot? {
        slots.removeValue(forKey: Route(base: ObjectIdentifier(base), reason: reason))
    }

    /// Takes out what goes.
    ///
    /// Whatever else a change says, a pinned slot goes with its base. An overlay slot outlives that,
    /// unless it is a substitute, which is withdrawn.
    ///
    /// - Parameter isGone: Gets each slot and the reason for it.
    /// - Returns: The slots taken out.
    mutating func takeGone(_ isGone: (Slot, Route.Reason) -> Bool = { _, _ in false }) -> [Slot] {
        guard !slots.isEmpty else { return [] }
        var gone = slots.filter { route, slot in
            let outlives = route.reason == .layer && slot.kind != .substitute
            return isGone(slot, route.reason) || !outlives && slot.hasLostOriginal
        }
        let bases = Set(gone.values)
        for (route, slot) in slots
        where route.reason == .pin && !bases.isDisjoint(with: [slot.definition, slot.source]) {
            gone[route] = slot
        }
        for route in gone.keys { slots[route] = nil }
        return Array(gone.values)
    }
}

extension Slot {
    /// The definition that makes what a pinned slot keeps: for a forwarded type another one than the
    /// slot keeps instances of.
    var source: Slot { existingDetails?.source ?? definition }

    /// Whether what it keeps instances of is gone, or is made by something that is gone.
    fileprivate var hasLostOriginal: Bool {
        guard let original else { return false }
        // What wraps a kept instance is told by what keeps that.
        guard !original.scope.isCaching else { return !original.isPublishedNow }
        return original.hasGone || source.hasGone
    }
}

extension Container.State {
    /// The routes of the container, if it has any.
    var routes: Routes { existingExtras?.routes ?? Routes() }

    /// Whether there are twice as many routes as were needed when it was last looked: definitions of
    /// other containers may be gone, of which nothing tells the container.
    var isCrowded: Bool { existingExtras.map { $0.routes.count >= $0.routeLimit } ?? false }
}

extension Container {
    /// Takes over the decorators of a change, and takes out the slots that go with it.
    ///
    /// Under the container's lock.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - gone: The definitions that the container loses.
    ///   - displaced: The overlay slots in whose place it has a definition of its own.
    ///   - state: The container's state.
    /// - Returns: The slots taken out.
    func takeRoutes(
        of change: TableChange,
        _ gone: [Slot],
        _ displaced: Set<Slot>,
        in state: inout State
    ) -> [Slot] {
        state.takeDecorators(of: change)
        guard let extras = state.existingExtras, !extras.routes.isEmpty else { return [] }
        let new = instances.withLock { _ in change.slots.filter { !$0.isPublished } }
        let wrappers = state.foundWrappers(of: change.found, without: gone + new)
        let gone = Set(gone)
        return extras.routes.takeGone { slot, reason in
            switch reason {
            case .wrapping: !wrappers.contains(slot)
            case .layer: displaced.contains(slot) || change.displaces(slot, isLed: false)
            case .pin: !gone.isDisjoint(with: [slot.definition, slot.source])
            }
        }
    }

    /// Drops what goes with its base, where that is gone.
    ///
    /// Under the container's lock.
    func dropLost(_ state: inout State, _ unpublished: inout Unpublished) {
        unpublished.slots += state.existingExtras?.routes.takeGone() ?? []
        if !unpublished.slots.isEmpty { instances.withLock { _ in unpublished.takeSlots() } }
    }
}
