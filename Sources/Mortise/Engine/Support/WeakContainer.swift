// SPDX-License-Identifier: MIT

/// A container that a provider or a token does not keep alive.
// @unchecked: written once, before anyone else sees it; weak references are read atomically.
final class WeakContainer: @unchecked Sendable {
    private weak var known: Container?
    /// What it is a counterpart of, if nobody but a resolve may keep it alive: then another one takes its
    /// place.
    private let origin: CounterpartOrigin?

    init(_ value: Container?) {
        known = value
        origin = value.flatMap { $0.role == .plain ? $0.counterpartOrigin : nil }
    }

    /// The same for a container that nothing takes the place of.
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
