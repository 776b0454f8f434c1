// SPDX-License-Identifier: MIT

extension Container {
    /// The number of the scope that this container is, or is an overlay of.
    ///
    /// The events of the scope have it: ``ResolutionEvent/scopeNumber``. `nil` in all other containers,
    /// for a scope that was opened while nobody observed what it was opened from, and after its end.
    /// Thread-safe.
    public var scopeNumber: UInt64? {
        guard role != .plain else { return nil }
        if let origin = counterpartOrigin { return origin.layer.value?.scopeNumber }
        if case .scope = role { return instances.withLock { $0.observedScope?.number } }
        return parent?.takeUnretainedValue().scopeNumber
    }
}

extension Slot {
    /// The number of the scope that events of an instance belong to: the one that keeps it, or else
    /// the one that was asked for it.
    func scopeNumber(askedThrough asked: Container) -> UInt64? {
        owner.scopeNumber ?? (asked === owner ? nil : asked.scopeNumber)
    }
}
