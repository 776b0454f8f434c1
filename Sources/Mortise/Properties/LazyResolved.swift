// SPDX-License-Identifier: MIT

import MortiseGraph
public import Synchronization

/// A property that resolves itself once, when any thread first reads it.
///
/// ```swift
/// final class Service: Sendable {
///     let repository = LazyResolved((any Repository).self)
///
///     func refresh() { repository.wrappedValue.refresh() }
/// }
/// ```
///
/// Any number of threads may read it: one resolves, the others wait and get the same instance. No
/// lock is held meanwhile. An error reaches all waiting threads, and the next read tries again. A
/// factory that reads the property it is being made for is a cycle, and is reported as one.
///
/// The property is `Sendable` if its type is. The compiler allows no wrapped property in a
/// `Sendable` class, because it would be a variable: store a constant there, as above. Use
/// `@LazyResolved var` wherever ``Resolved`` works, and in classes that are shared by other means.
/// Copies share one instance.
@propertyWrapper public struct LazyResolved<Value> {
    @usableFromInline let once: Once<Value>

    /// Makes a property that resolves itself when it is first read.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - container: The container, kept alive until then. Defaults to ``Container/current`` of
    ///     the first reader.
    ///   - tag: The tag of a tagged definition.
    ///   - file: Defaults to the place of the declaration, for the message if it fails.
    ///   - line: Like `file`.
    ///   - function: Defaults to the type that declares it, like `file`.
    public init(
        _ type: Value.Type = Value.self,
        in container: Container? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        function: StaticString = #function
    ) {
        let tag = tag?.tag
        let wrapped = TypeLayout.wrapped(in: Value.self)
        once = Once(
            container,
            KeyWords(type: KeyWords.word(of: wrapped ?? Value.self), tag: tag),
            PropertyDeclaration(file, line, function),
            heldBy: container?.holder(ofLazy: Value.self, tag: tag)
        ) { resolver in
            guard wrapped != nil else { return try resolver.resolve(Value.self, tag: tag) }
            return try Request(Value.self, tag: tag, Caller(resolver.frame)).resolveAsWritten()
        }
    }

    /// Makes a property that resolves itself with a closure.
    package init(
        in container: Container,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        function: StaticString = #function,
        resolving resolve: @escaping @Sendable (inout Resolver) throws -> Value
    ) {
        once = Once(
            container,
            KeyWords(type: KeyWords.word(of: Value.self)),
            PropertyDeclaration(file, line, function),
            heldBy: nil,
            resolve
        )
    }

    /// Whether the property has its instance.
    public var isResolved: Bool { once.isMade }

    /// The instance, resolved if necessary.
    ///
    /// Stops the program with the error if that fails.
    @inlinable public var wrappedValue: Value {
        if once.isMade, let value = once.value { return value }
        do {
            return try once.get()
        } catch {
            once.fail(error)
        }
    }

    /// The property itself, to read it with ``get()``.
    public var projectedValue: LazyResolved { self }

    /// Returns the instance, and resolves it if necessary.
    ///
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``. The next call tries again.
    public func get() throws -> Value { try once.get() }
}

extension LazyResolved: Sendable where Value: Sendable {}

/// Resolves an instance once, for any number of threads.
///
/// It is a private caching definition: the engine handles it like a singleton.
// @unchecked: the value is written once, under the lock, before `isMadeWord` is set. Passing it to
// another thread takes a `Sendable` wrapper, and so a `Sendable` value.
@usableFromInline final class Once<Value>: @unchecked Sendable {
    fileprivate struct Pending {
        let container: Container?
        let key: KeyWords
        let declaration: PropertyDeclaration
        let holder: ProviderHolder?
        let resolve: @Sendable (inout Resolver) throws -> Value
        var asked: (container: Container, slot: Slot)?
    }

    @usableFromInline let isMadeWord = Atomic<Bool>(false)
    // Written before `isMadeWord` is set, and never again.
    @exclusivity(unchecked) @usableFromInline var value: Value?
    private let pending: Locked<Pending?>
    private let declaration: PropertyDeclaration

    init(
        _ container: Container?,
        _ key: KeyWords,
        _ declaration: PropertyDeclaration,
        heldBy holder: ProviderHolder?,
        _ resolve: @escaping @Sendable (inout Resolver) throws -> Value
    ) {
        self.declaration = declaration
        pending = Locked(
            Pending(
                container: container,
                key: key,
                declaration: declaration,
                holder: holder,
                resolve: resolve
            )
        )
    }

    @inlinable var isMade: Bool { isMadeWord.load(ordering: .acquiring) }

    @usableFromInline func fail(_ error: any Error) -> Never {
        declaration.fail(LazyResolved<Value>.self, error)
    }

    @usableFromInline func get() throws -> Value {
        if isMade, let value { return value }
        return try make()
    }

    private func make() throws -> Value {
        let fallback = Container.currentIfAny
        let asked = pending.withLock { pending in
            pending?.slot(orIn: fallback).map {
                (container: $0.container, slot: $0.slot, holder: pending?.holder)
            }
        }
        guard let asked else {
            if isMade, let value { return value }
            // Traps with the reason.
            _ = Container.current
            return try make()
        }
        let made: Value
        do {
            made = try asked.container.resolveOnce(asked.slot)
        } catch {
            throw asked.holder.map {
                ProviderHolder.advised(error, about: asked.slot.key.key, by: $0)
            } ?? error
        }
        // The running resolve may still fail and drop an unfinished instance.
        guard asked.slot.keepsInstance else { return made }
        // Released outside the lock.
        var done: Pending?
        pending.withLock { pending in
            guard pending != nil else { return }
            swap(&done, &pending)
            value = made
            isMadeWord.store(true, ordering: .releasing)
        }
        withExtendedLifetime(done) {}
        return made
    }
}

extension Once.Pending {
    /// The definition and the container that it belongs to.
    fileprivate mutating func slot(orIn fallback: Container?) -> (container: Container, slot: Slot)?
    {
        if let asked { return asked }
        guard let container = container ?? fallback else { return nil }
        let resolve = resolve
        let slot = Slot(
            key,
            .singleton,
            kind: .forwarding,
            owner: container,
            factory: ErasedFactory(Factory<Value> { try resolve(&$0) }),
            file: declaration.place.file,
            line: declaration.place.line
        )
        // No other thread has it yet.
        slot.isPublished = true
        asked = (container, slot)
        return asked
    }
}

extension Slot {
    /// Whether the slot has a finished instance.
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
