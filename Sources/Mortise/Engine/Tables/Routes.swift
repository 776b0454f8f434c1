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

    /// All slots for one reason.
    func all(where isMeant: (Route.Reason) -> Bool) -> [Slot] {
        slots.compactMap { isMeant($0.reason) ? $1 : nil }
    }

    /// The slot around a base.
    subscript(base: Slot, reason: Route.Reason) -> Slot? {
        get { slots.isEmpty ? nil : slots[Route(base: ObjectIdentifier(base), reason: reason)] }
        set { slots[Route(base: ObjectIdentifier(base), reason: reason)] = newValue }
    }

    /// Takes out what goes.
    ///
    /// - Parameter isGone: Gets each slot and the reason for it.
    /// - Returns: The slots taken out.
    mutating func take(where isGone: (Slot, Route.Reason) -> Bool) -> [Slot] {
        let gone = slots.filter { isGone($1, $0.reason) }
        for route in gone.keys { slots[route] = nil }
        return Array(gone.values)
    }
}

extension Container.State {
    /// The routes of the container, if it has any.
    var routes: Routes { existingExtras?.routes ?? Routes() }

    /// Whether there are twice as many routes as were needed when it was last looked: definitions of
    /// other containers may be gone, of which nothing tells the container.
    var isCrowded: Bool { existingExtras.map { $0.routes.count >= $0.routeLimit } ?? false }

    /// Takes out the pinned slots whose definitions are gone.
    ///
    /// Under the container's lock.
    ///
    /// - Parameters:
    ///   - going: The definitions that the container loses now.
    ///   - owner: The container.
    /// - Returns: The slots taken out.
    func takePins(of going: Set<Slot>, in owner: Container) -> [Slot] {
        guard let extras = existingExtras, !extras.routes.isEmpty else { return [] }
        return extras.routes.take { slot, reason in
            guard reason == .pin, let base = slot.original else { return false }
            return going.contains(base) || (base.owner !== owner && !base.isPublishedNow)
        }
    }
}
