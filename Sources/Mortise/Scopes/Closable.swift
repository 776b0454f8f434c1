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
        onClose(.now(dispose))
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
        onClose(.later(dispose))
    }

    private func onClose(_ disposal: DisposalList<Instance>.Disposal) -> Self {
        guard slot.scope.isCaching, slot.scope != .weakSingleton else {
            let place = slot.site.map { " at \($0)" } ?? ""
            fatalError(
                """
                \(slot.key.key)\(place) is .\(slot.scope.lifetime), so no container keeps its \
                instances; onClose is for what a container keeps
                """
            )
        }
        refine("onClose") { details in
            let earlier = (details.disposals as? DisposalList<Instance>)?.all ?? []
            details.disposals = DisposalList(earlier + [disposal])
        }
        return self
    }
}

/// How to dispose of the instances of a definition, in the order written.
final class DisposalList<Instance>: Sendable {
    enum Disposal: Sendable {
        case now(@Sendable (Instance) throws -> Void)
        case later(@Sendable (Instance) async throws -> Void)
    }

    let all: [Disposal]

    init(_ all: [Disposal]) { self.all = all }
}

/// How to dispose of one instance that was committed.
struct Closer: Sendable {
    enum Action: Sendable {
        case now(@Sendable () throws -> Void)
        case later(@Sendable () async throws -> Void)

        var isAsync: Bool { if case .later = self { true } else { false } }
    }

    let slot: Slot
    let actions: [Action]

    var isAsync: Bool { actions.contains(where: \.isAsync) }
}

extension Slot {
    /// How to dispose of an instance; `nil` if there is nothing to do.
    func closer<Instance>(for holder: Holder<Instance>) -> Closer? {
        guard scope != .weakSingleton else { return nil }
        if let disposals = details.disposals as? DisposalList<Instance> {
            let actions = disposals.all.map { disposal -> Closer.Action in
                switch disposal {
                case .now(let dispose): .now { try dispose(holder.instance) }
                case .later(let dispose): .later { try await dispose(holder.instance) }
                }
            }
            return Closer(slot: self, actions: actions)
        }
        let capabilities = Capabilities.of(dynamicType(of: holder.instance))
        if capabilities.contains(.closable), let closable = holder.instance as? any Closable {
            let box = Holder(closable)
            let isOnMainActor = lane == .mainActor || lane == .mainActorSendable
            return Closer(
                slot: self,
                actions: [
                    isOnMainActor
                        ? .later { try await MainActor.run { try box.instance.close() } }
                        : .now { try box.instance.close() }
                ]
            )
        }
        if capabilities.contains(.asyncClosable),
            let closable = holder.instance as? any AsyncClosable
        {
            let box = Holder(closable)
            return Closer(slot: self, actions: [.later { try await box.instance.close() }])
        }
        return nil
    }
}
