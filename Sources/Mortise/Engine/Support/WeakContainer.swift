// SPDX-License-Identifier: MIT

/// A weak reference to a container, for a provider or a token.
// @unchecked: written once, before anyone else sees it; weak references are read atomically.
final class WeakContainer: @unchecked Sendable {
    private weak var known: Container?
    /// The origin of a counterpart that only resolves keep alive: a new counterpart replaces it.
    private let origin: CounterpartOrigin?

    init(_ value: Container?) {
        known = value
        origin = value.flatMap { $0.role == .plain ? $0.counterpartOrigin : nil }
    }

    /// Refers to a container that no counterpart replaces.
    init(known value: Container) {
        known = value
        origin = nil
    }

    var value: Container? {
        if let known { return known }
        guard let origin, let layer = origin.layer.value, let peer = origin.peer.value else {
            return nil
        }
        return layer.counterpart(of: peer)
    }
}
