// SPDX-License-Identifier: MIT

import MortiseGraph
import Observation

/// A property that always reads the current instance of its type.
///
/// ```swift
/// @MainActor final class RepositoryModel {
///     @Observed var repository: any Repository
/// }
/// ```
///
/// The instance is resolved at the first read. It is resolved again after another implementation
/// was selected, the definition was replaced, or its kept instance was reset. In between it stays
/// the same, even for `.unique` definitions. If the new instance cannot be made, the last one
/// stays, and every read tries again.
///
/// It takes part in `Observation`: `withObservationTracking` and SwiftUI bodies track its reads,
/// and are notified after a change, outside all locks. The container keeps only a weak reference to
/// the property.
///
/// A property of an optional type is `nil` while nothing is registered. Any other property that was
/// never resolved stops the program with the error.
///
/// Copies share one instance. The property may be read from any thread, and is `Sendable` if its
/// type is. Definitions of other lanes can be read once they are finished: see
/// ``Container/values(of:)``.
@propertyWrapper public struct Observed<Value> {
    private let current: Current<Value>

    /// Makes a property that observes a type.
    ///
    /// - Parameters:
    ///   - container: The container. Defaults to ``Container/current`` where the property is made
    ///     or, if there is none, at the first read.
    ///   - file: Defaults to the place of the declaration, for the message if it fails.
    ///   - line: Like `file`.
    ///   - function: Defaults to the type that declares it, like `file`.
    public init(
        in container: Container? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        function: StaticString = #function
    ) {
        let declaration = PropertyDeclaration(file, line, function)
        let wrapped = TypeLayout.wrapped(in: Value.self)
        let types = [Value.self, wrapped].compactMap { $0.map(KeyWords.word) }
        current = Current(container, types, declaration) { container, slot in
            guard let slot else { return try container.resolveAsWritten(Value.self, tag: nil) }
            // The optional type itself may be registered.
            guard let wrapped, slot.type != types[0] else {
                return try container.resolve(Value.self, with: slot)
            }
            func open<Wrapped>(_: Wrapped.Type) throws -> Value {
                let made: Wrapped? = try container.resolve(Wrapped.self, with: slot)
                return unsafeBitCast(made, to: Value.self)
            }
            return try open(wrapped)
        }
    }

    /// Makes a property that follows another type and resolves itself with a closure.
    package init<Followed>(
        _ followed: Followed.Type,
        in container: Container,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        function: StaticString = #function,
        resolving resolve: @escaping (Container) throws -> Value
    ) {
        let declaration = PropertyDeclaration(file, line, function)
        current = Current(container, [KeyWords.word(of: Followed.self)], declaration) {
            container,
            _ in
            try resolve(container)
        }
    }

    /// The current instance.
    public var wrappedValue: Value {
        do {
            return try current.value()
        } catch {
            current.declaration.fail(Self.self, error)
        }
    }

    /// The property itself, to read it with ``get()``.
    public var projectedValue: Observed { self }

    /// Returns the current instance.
    ///
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError`` if there has never been an instance.
    public func get() throws -> Value { try current.value() }
}

extension Observed: Sendable where Value: Sendable {}

/// The current instance of a type, as an observable object.
// @unchecked: mutable state is behind a lock. Passing it to another thread takes a `Sendable`
// wrapper, and so a `Sendable` value.
final class Current<Value>: Observable, @unchecked Sendable {
    private struct State {
        var follower: Follower?
        var version = -1
        var value: Value?
        /// The provenance of the value, if each request would make a new one.
        var way: [WeakObject] = []
    }

    let declaration: PropertyDeclaration
    private let registrar = ObservationRegistrar()
    private let types: [UInt]
    private let resolve: (Container, Slot?) throws -> Value
    private let state = Locked(State())
    /// The key path to observe; it has no value.
    private var observed: Void { () }

    /// - Parameters:
    ///   - container: The container.
    ///   - types: The types to follow: the first registered one is used.
    ///   - declaration: Where the property is declared.
    ///   - resolve: Makes the instance. Gets the definition if it makes a new instance for each
    ///     request; then it does not run while the provenance stays the same.
    init(
        _ container: Container?,
        _ types: [UInt],
        _ declaration: PropertyDeclaration,
        _ resolve: @escaping (Container, Slot?) throws -> Value
    ) {
        self.types = types
        self.declaration = declaration
        self.resolve = resolve
        if let container = container ?? Container.currentIfAny { follow(container) }
    }

    private func follow(_ container: Container) {
        let follower = Follower(types[0], in: container)
        follower.onChange { [weak self] in self?.changed() }
        state.withLock { state in
            if state.follower == nil { state.follower = follower }
        }
    }

    private func changed() {
        registrar.withMutation(of: self, keyPath: \.observed) {}
    }

    func value() throws -> Value {
        registrar.access(self, keyPath: \.observed)
        guard let follower = state.withLock({ $0.follower }) else {
            follow(Container.current)
            return try value()
        }
        let (known, knownVersion, last) = state.withLock { ($0.value, $0.version, $0.way) }
        if let known, knownVersion >= follower.version { return known }
        follower.trace()
        let version = follower.version
        do {
            guard let container = follower.container.value else {
                throw ResolutionError.gone(KeyWords(type: types[0]))
            }
            let type = types.first { container.answers($0) }
            let origin = try type.flatMap { try container.provenance(of: $0) }
            if let known, let origin, origin.isSame(as: last) {
                guard container.isSeenAsPublished else { return known }
                return state.withLock { state in
                    // No other thread has recorded another provenance meanwhile.
                    if state.way.elementsEqual(last, by: ===) {
                        state.version = max(state.version, version)
                    }
                    return state.value ?? known
                }
            }
            let made = try resolve(container, origin?.slot)
            // The old value is released outside the lock.
            var old: Value? = made
            defer { withExtendedLifetime(old) {} }
            // A resolve that began before the change sees the earlier instance.
            let isCurrent = container.isSeenAsPublished
            return state.withLock { state in
                if let value = state.value, state.version >= version { return value }
                guard isCurrent || state.value == nil else { return made }
                swap(&state.value, &old)
                if isCurrent { state.version = version }
                state.way = origin?.way.map(WeakObject.init) ?? []
                return made
            }
        } catch {
            if let known { return known }
            throw error
        }
    }
}
