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

/// How to dispose of the instances of a definition.
protocol Disposing: AnyObject, Sendable {
    /// How many disposers there are.
    var count: Int { get }
    /// Whether one of them takes a while.
    var isAsync: Bool { get }

    /// Disposes of an instance, the way with a number.
    ///
    /// - Parameter holder: The `Holder` of the instance.
    /// - Returns: What is left to do, if that takes a while.
    /// - Throws: What the disposer throws.
    func dispose(of holder: Closer.Holder, by index: Int) throws -> Closer.Later?
}

/// What a definition says about it, in the order written.
final class DisposalList<Instance>: Disposing {
    enum Disposal: Sendable {
        case now(@Sendable (Instance) throws -> Void)
        case later(@Sendable (Instance) async throws -> Void)

        var isAsync: Bool { if case .later = self { true } else { false } }
    }

    let all: [Disposal]
    let isAsync: Bool

    init(_ all: [Disposal]) {
        self.all = all
        isAsync = all.contains(where: \.isAsync)
    }

    var count: Int { all.count }

    func dispose(of holder: Closer.Holder, by index: Int) throws -> Closer.Later? {
        let holder = unsafeDowncast(holder, to: Holder<Instance>.self)
        switch all[index] {
        case .now(let dispose):
            try dispose(holder.instance)
            return nil
        case .later(let dispose): return { try await dispose(holder.instance) }
        }
    }
}

/// What instances say themselves: ``Closable``, ``AsyncClosable``.
private final class OwnDisposal<Instance>: Disposing {
    private enum Way {
        case now
        case onMainActor
        case later
    }

    private let way: Way

    private init(_ way: Way) { self.way = way }

    /// - Returns: `nil` if the instance says nothing.
    static func of(_ instance: Instance, madeIn lane: Slot.Lane) -> OwnDisposal? {
        let capabilities = Capabilities.of(dynamicType(of: instance))
        if capabilities.contains(.closable), instance is any Closable {
            return OwnDisposal(lane.isMainActor ? .onMainActor : .now)
        }
        if capabilities.contains(.asyncClosable), instance is any AsyncClosable {
            return OwnDisposal(.later)
        }
        return nil
    }

    var count: Int { 1 }
    var isAsync: Bool { way != .now }

    func dispose(of holder: Closer.Holder, by _: Int) throws -> Closer.Later? {
        let holder = unsafeDowncast(holder, to: Holder<Instance>.self)
        switch way {
        case .now:
            try (holder.instance as? any Closable)?.close()
            return nil
        case .onMainActor:
            return {
                try await MainActor.run { try (holder.instance as? any Closable)?.close() }
            }
        case .later:
            return { try await (holder.instance as? any AsyncClosable)?.close() }
        }
    }
}

/// How to dispose of one instance that was committed.
struct Closer: Sendable {
    typealias Holder = any AnyObject & Sendable
    typealias Later = @Sendable () async throws -> Void

    let slot: Slot
    let holder: Holder
    let disposals: any Disposing

    /// Disposes of the instance, one way after the other.
    ///
    /// - Parameters:
    ///   - next: The number of the next way.
    ///   - note: Hears of what disposers throw.
    /// - Returns: What is left to do of one way before the next, if that takes a while.
    func dispose(from next: inout Int, _ note: (any Error) -> Void) -> Later? {
        while next < disposals.count {
            defer { next += 1 }
            do {
                if let later = try disposals.dispose(of: holder, by: next) { return later }
            } catch {
                note(error)
            }
        }
        return nil
    }
}

extension Slot {
    /// How to dispose of an instance; `nil` if there is nothing to do.
    func closer<Instance>(for holder: Holder<Instance>) -> Closer? {
        guard scope != .weakSingleton else { return nil }
        let disposals: (any Disposing)? =
            definition.existingDetails?.disposals
            ?? OwnDisposal.of(holder.instance, madeIn: lane)
        return disposals.map { Closer(slot: self, holder: holder, disposals: $0) }
    }
}
