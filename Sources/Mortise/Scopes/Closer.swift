// SPDX-License-Identifier: MIT

/// The disposers of a definition, in the order written.
///
/// `Closing.next` says in which order instances are disposed of.
final class Disposals: Sendable {
    /// A disposer, which gets the instance's holder.
    enum Way: Sendable {
        case now(@Sendable (AnyObject) throws -> Void)
        case later(@Sendable (AnyObject) async throws -> Void)

        var isAsync: Bool { if case .later = self { true } else { false } }
    }

    let ways: [Way]
    let count: Int
    /// Whether one of them is asynchronous.
    let isAsync: Bool

    init(_ ways: [Way]) {
        self.ways = ways
        count = ways.count
        isAsync = ways.contains { $0.isAsync }
    }

    /// The disposer of an instance that is ``Closable`` or ``AsyncClosable``.
    ///
    /// - Returns: `nil` if it is neither.
    static func own<Instance>(of instance: Instance, madeIn lane: Slot.Lane) -> Disposals? {
        typealias Kept = Holder<Instance>
        let capabilities = Capabilities.of(dynamicType(of: instance))
        if capabilities.contains(.closable), instance is any Closable {
            let close: @Sendable (AnyObject) throws -> Void = {
                try (unsafeDowncast($0, to: Kept.self).instance as? any Closable)?.close()
            }
            guard lane.isMainActor else { return Disposals([.now(close)]) }
            return Disposals([
                .later {
                    let kept = unsafeDowncast($0, to: Kept.self)
                    try await MainActor.run { try close(kept) }
                }
            ])
        }
        if capabilities.contains(.asyncClosable), instance is any AsyncClosable {
            return Disposals([
                .later {
                    let kept = unsafeDowncast($0, to: Kept.self)
                    try await (kept.instance as? any AsyncClosable)?.close()
                }
            ])
        }
        return nil
    }
}

/// An instance, and its disposers.
// @unchecked: containers keep `Sendable` instances only, and their holders never change.
struct Closer: @unchecked Sendable {
    let slot: Slot
    let holder: AnyObject
    let disposals: Disposals
}

extension Slot {
    /// Whether its container keeps committed instances, and so disposes of them.
    var keepsInstances: Bool { scope.isCaching && scope != .weakSingleton }

    /// The closer for an instance; `nil` if there is nothing to dispose of.
    func closer<Instance>(for holder: Holder<Instance>, madeIn session: Session?) -> Closer? {
        // A slot that only leads to a definition, such as a property's, owns nothing.
        guard !kind.handsOn, session?.hasHandedOn(holder, self) != true else { return nil }
        let disposals =
            definitionDetails { $0?.disposals }
            ?? Disposals.own(of: holder.instance, madeIn: lane)
        return disposals.map { Closer(slot: self, holder: holder, disposals: $0) }
    }
}
