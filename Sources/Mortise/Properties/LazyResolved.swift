// SPDX-License-Identifier: MIT

import MortiseGraph
public import Synchronization

/// A property that resolves itself when it is first read, once, whoever reads it.
///
/// ```swift
/// final class Service: Sendable {
///     let repository = LazyResolved((any Repository).self)
///
///     func refresh() { repository.wrappedValue.refresh() }
/// }
/// ```
///
/// Any number of threads may read it: one resolves, the others wait and get the same instance; no lock is
/// held meanwhile. If that fails, everyone who waits gets the error and the next one tries again. A
/// factory that reads the very property it is being made for is a cycle, and reported as one.
///
/// `Sendable` if its type is. The compiler allows no wrapped property in a `Sendable` class, because
/// that would be a variable; there it is a constant, as above. With `@LazyResolved var` it goes where
/// ``Resolved`` does, and where a class is shared in another way. Copies are one and the same property.
@propertyWrapper public struct LazyResolved<Value> {
    @usableFromInline let once: Once<Value>

    /// A property that resolves itself when it is first read.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - container: Where to resolve; kept alive until then. Without one, ``Container/current`` of whoever
    ///     first reads it.
    ///   - tag: The tag, if a tagged definition is meant. An unknown one falls back.
    @_disfavoredOverload  // What is not an optional is no `Wrapped?`.
    public init(
        _ type: Value.Type = Value.self,
        in container: Container? = nil,
        tag: (any TagConvertible)? = nil
    ) {
        let tag = tag?.tag
        once = Once(container) { try $0.resolve(Value.self, tag: tag) }
    }

    /// The same for a type for which nothing may be registered.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - container: Where to resolve; kept alive until then.
    ///   - tag: The tag, if a tagged definition is meant. An unknown one falls back.
    public init<Wrapped>(
        _ type: Value.Type = Value.self,
        in container: Container? = nil,
        tag: (any TagConvertible)? = nil
    ) where Value == Wrapped? {
        let tag = tag?.tag
        once = Once(container) { try $0.resolve(Wrapped?.self, tag: tag) }
    }

    /// The same with a way of its own to resolve.
    package init(
        in container: Container,
        resolving resolve: @escaping @Sendable (inout Resolver) throws -> Value
    ) {
        once = Once(container, resolve)
    }

    /// Whether it was resolved.
    public var isResolved: Bool { once.isMade }

    /// The instance, resolved if need be; stops the program with the error if it cannot be.
    @inlinable public var wrappedValue: Value {
        if once.isMade, let value = once.value { return value }
        do {
            return try once.get()
        } catch {
            resolvedPropertyFailed(error)
        }
    }

    /// The property itself, to read it with ``get()``.
    public var projectedValue: LazyResolved { self }

    /// The instance, resolved if need be.
    ///
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``. The next call tries again.
    public func get() throws -> Value { try once.get() }
}

extension LazyResolved: Sendable where Value: Sendable {}

/// Resolves something once, for any number of threads.
///
/// It is a caching definition of its own, which nobody else can ask for: the engine does what it does for
/// singletons.
// @unchecked: the value is written once, under the lock, before it is said to be there. Whoever hands
// it to another thread needs a `Sendable` wrapper, and so a `Sendable` value.
@usableFromInline final class Once<Value>: @unchecked Sendable {
    fileprivate struct Pending {
        let container: Container?
        let resolve: @Sendable (inout Resolver) throws -> Value
        var asked: (container: Container, slot: Slot)?
    }

    @usableFromInline let isMadeWord = Atomic<Bool>(false)
    // Written before `isMadeWord` says so, and never again.
    @exclusivity(unchecked) @usableFromInline var value: Value?
    private let pending: Locked<Pending?>

    init(_ container: Container?, _ resolve: @escaping @Sendable (inout Resolver) throws -> Value) {
        pending = Locked(Pending(container: container, resolve: resolve))
    }

    @inlinable var isMade: Bool { isMadeWord.load(ordering: .acquiring) }

    @usableFromInline func get() throws -> Value {
        if isMade, let value { return value }
        return try make()
    }

    private func make() throws -> Value {
        let fallback = Container.currentIfAny
        let asked = pending.withLock { pending in
            pending?.slot(orIn: fallback)
        }
        guard let asked else {
            if isMade, let value { return value }
            // Traps, and says why.
            _ = Container.current
            return try make()
        }
        let made: Value = try asked.container.resolveOnce(asked.slot)
        // What a resolve that is running has not finished yet may still fail, and be dropped.
        guard asked.slot.keepsInstance else { return made }
        // Released outside the lock.
        var done: Pending?
        pending.withLock { pending in
            guard pending != nil else { return }
            swap(&done, &pending)
            value = made
            isMadeWord.store(true, ordering: .releasing)
        }
        done = nil
        return made
    }
}

extension Once.Pending {
    /// The definition, and the container that it belongs to.
    fileprivate mutating func slot(orIn fallback: Container?) -> (container: Container, slot: Slot)?
    {
        if let asked { return asked }
        guard let container = container ?? fallback else { return nil }
        let resolve = resolve
        let slot = Slot(
            KeyWords(type: KeyWords.word(of: Value.self)),
            .singleton,
            kind: .forwarding,
            owner: container,
            factory: ErasedFactory(Factory<Value> { try resolve(&$0) }),
            file: nil,
            line: 0
        )
        // Nobody else has it yet.
        slot.isPublished = true
        asked = (container, slot)
        return asked
    }
}

extension Slot {
    /// Whether its instance is there, and finished.
    fileprivate var keepsInstance: Bool { owner.instances.withLock { _ in holder != nil } }
}

extension Container {
    /// Resolves a caching definition that is not registered.
    fileprivate func resolveOnce<T>(_ slot: Slot) throws -> T {
        try inSession { caller in
            caller.thread.session.slots.append(slot)
            return try Request(T.self, caller).resolve(slot)
        }
    }
}
