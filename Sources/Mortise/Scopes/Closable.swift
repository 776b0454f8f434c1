// SPDX-License-Identifier: MIT

/// Something that has to be closed, and can be at once.
///
/// Instances of caching scopes that conform are closed with the container that keeps them:
/// ``Container/close()``. A definition with `onClose` closes them its own way instead.
public protocol Closable {
    /// Gives back what the instance holds.
    ///
    /// Called once, after everything that was made from the instance was closed; no lock is held.
    func close() throws
}

/// Something that has to be closed, which takes a while.
///
/// Instances of caching scopes that conform are closed with the container that keeps them:
/// ``Container/close()``. An actor's `func close()` is enough.
public protocol AsyncClosable {
    /// Gives back what the instance holds.
    ///
    /// Called once, after everything that was made from the instance was closed; no lock is held.
    /// The task it runs in is not cancelled when the one that closes the container is.
    func close() async throws
}

extension Definition {
    /// Says how to dispose of an instance when the container that keeps it is closed.
    ///
    /// ```swift
    /// container.register(.scoped(.request)) { try Connection() }
    ///     .onClose { try $0.rollBack() }
    /// ```
    ///
    /// Several run in the order written; each runs once for each instance that was committed, also
    /// for one that was replaced meanwhile. Takes the place of ``Closable`` and ``AsyncClosable``.
    ///
    /// - Parameter dispose: Gets the instance. No lock is held.
    /// - Returns: The definition.
    /// - Precondition: The definition has a caching scope, and not `.weakSingleton`: others' instances
    ///   belong to who asked for them.
    @discardableResult
    public func onClose(_ dispose: @escaping @Sendable (Instance) throws -> Void) -> Self {
        onClose(.now { try dispose(unsafeDowncast($0, to: Holder<Instance>.self).instance) })
    }

    /// Says how to dispose of an instance when the container that keeps it is closed, if that takes
    /// a while.
    ///
    /// - Parameter dispose: Gets the instance. Runs in a task that is not cancelled when the one that
    ///   closes the container is.
    /// - Returns: The definition.
    /// - Precondition: The definition has a caching scope, and not `.weakSingleton`.
    @discardableResult @_disfavoredOverload
    public func onClose(_ dispose: @escaping @Sendable (Instance) async throws -> Void) -> Self {
        onClose(
            .later { try await dispose(unsafeDowncast($0, to: Holder<Instance>.self).instance) }
        )
    }

    private func onClose(_ disposal: Disposals.Way) -> Self {
        guard slot.scope.isCaching, slot.scope != .weakSingleton else {
            fatalError(
                """
                \(slot.key.key)\(slot.place) is .\(slot.scope.lifetime), so no container keeps its \
                instances; onClose is for what a container keeps
                """
            )
        }
        refine("onClose") { details in
            details.disposals = Disposals((details.disposals?.ways ?? []) + [disposal])
        }
        return self
    }
}

/// How to dispose of the instances of a definition, in the order written.
final class Disposals: Sendable {
    /// Gets the instance's holder.
    enum Way: Sendable {
        case now(@Sendable (AnyObject) throws -> Void)
        case later(@Sendable (AnyObject) async throws -> Void)

        var isAsync: Bool { if case .later = self { true } else { false } }
    }

    let ways: [Way]
    /// How many there are.
    let count: Int
    /// Whether one of them takes a while.
    let isAsync: Bool

    init(_ ways: [Way]) {
        self.ways = ways
        count = ways.count
        isAsync = ways.contains { $0.isAsync }
    }

    /// What an instance says itself: ``Closable``, ``AsyncClosable``.
    ///
    /// - Returns: `nil` if it says nothing.
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

/// An instance that was committed and has to be disposed of.
// @unchecked: containers keep `Sendable` instances only, and their holders never change.
struct Closer: @unchecked Sendable {
    let slot: Slot
    let holder: AnyObject
    let disposals: Disposals
}

extension Slot {
    /// How to dispose of an instance; `nil` if there is nothing to do.
    func closer<Instance>(for holder: Holder<Instance>) -> Closer? {
        // What only leads to a definition, as a property does, owns nothing.
        guard scope != .weakSingleton, kind != .forwarding else { return nil }
        let disposals =
            definitionDetails { $0?.disposals }
            ?? Disposals.own(of: holder.instance, madeIn: lane)
        return disposals.map { Closer(slot: self, holder: holder, disposals: $0) }
    }
}
