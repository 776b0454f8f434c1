// SPDX-License-Identifier: MIT

import MortiseGraph
import Observation
import Synchronization

/// A property that always reads the current instance of its type.
///
/// ```swift
/// @MainActor final class RepositoryModel {
///     @Observed var repository: any Repository
/// }
/// ```
///
/// The instance is resolved when it is first read, and again when something else is current: another
/// implementation was selected, the definition was replaced, or what it keeps was reset. In
/// between it stays the same, also for `.unique` definitions. If the new one cannot be made, the last one
/// stays, and every read tries again until one can.
///
/// It takes part in `Observation`: reading it inside `withObservationTracking` or a SwiftUI body is noticed,
/// and whoever noticed is told after a change, outside all locks. The container knows the
/// property weakly.
///
/// A property of an optional type is `nil` while nothing is registered; any other one that was never
/// resolved stops the program with the error.
///
/// Copies are one and the same property. It may be read from any thread, and is `Sendable` if its
/// type is. Definitions of other lanes are read once they are finished: see ``Container/values(of:)``.
@propertyWrapper public struct Observed<Value> {
    private let current: Current<Value>

    /// Observes a type.
    ///
    /// - Parameter container: Where to resolve. Without one, ``Container/current``: that of whoever makes
    ///   the property, or if there was none, of whoever first reads it.
    @_disfavoredOverload  // What is not an optional is no `Wrapped?`.
    public init(in container: Container? = nil) {
        current = Current(container, [KeyWords.word(of: Value.self)]) { container, slot in
            guard let slot else { return try container.resolve(Value.self) }
            return try container.resolve(Value.self, with: slot)
        }
    }

    /// Observes a type for which nothing may be registered.
    ///
    /// - Parameter container: Where to resolve. Without one, ``Container/current``.
    public init<Wrapped>(in container: Container? = nil) where Value == Wrapped? {
        let optional = KeyWords.word(of: Value.self)
        current = Current(container, [optional, KeyWords.word(of: Wrapped.self)]) {
            container,
            slot in
            guard let slot else { return try container.resolve(Wrapped?.self) }
            // An optional may be registered as such.
            guard slot.type != optional else {
                return try container.resolve(Wrapped?.self, with: slot)
            }
            return try container.resolve(Wrapped.self, with: slot)
        }
    }

    /// Follows another type than its own, with a way of its own to resolve.
    package init<Followed>(
        _ followed: Followed.Type,
        in container: Container,
        resolving resolve: @escaping (Container) throws -> Value
    ) {
        current = Current(container, [KeyWords.word(of: Followed.self)]) { container, _ in
            try resolve(container)
        }
    }

    /// The current instance.
    public var wrappedValue: Value {
        do {
            return try current.value()
        } catch {
            fatalError("\(error)")
        }
    }

    /// The property itself, to read it with ``get()``.
    public var projectedValue: Observed { self }

    /// Reads the current instance.
    ///
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError`` if there never was one.
    public func get() throws -> Value { try current.value() }
}

extension Observed: Sendable where Value: Sendable {}

/// The current instance of a type, for those who observe it.
// @unchecked: what changes is behind a lock. Whoever hands it to another thread needs a `Sendable`
// wrapper, and so a `Sendable` value.
final class Current<Value>: Observable, @unchecked Sendable {
    private struct State {
        var follower: Follower?
        var version = -1
        var value: Value?
        /// Where the value came from, if a new one would be made each time.
        var way: [WeakObject] = []
    }

    private let registrar = ObservationRegistrar()
    private let types: [UInt]
    private let resolve: (Container, Slot?) throws -> Value
    private let state = Locked(State())
    /// What is read; only a name.
    private var observed: Void { () }

    /// - Parameters:
    ///   - container: Where to resolve.
    ///   - types: What to follow: the first that is registered counts.
    ///   - resolve: Gets the definition, if that makes a new instance each time. Then it does not run as long
    ///     as that is the same.
    init(
        _ container: Container?,
        _ types: [UInt],
        _ resolve: @escaping (Container, Slot?) throws -> Value
    ) {
        self.types = types
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
                throw ResolutionError.gone(types[0])
            }
            let type = types.first { container.answers($0) }
            let origin = try type.flatMap { try container.provenance(of: $0) }
            if let known, let origin, origin.isSame(as: last) {
                guard container.isSeenAsPublished else { return known }
                return state.withLock { state in
                    // Nobody has noted another one meanwhile.
                    if state.way.elementsEqual(last, by: ===) {
                        state.version = max(state.version, version)
                    }
                    return state.value ?? known
                }
            }
            let made = try resolve(container, origin?.slot)
            // What was read before is released outside the lock.
            var old: Value? = made
            // Inside a resolve that began before a change, there is what was current then.
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

extension ResolutionError {
    /// The container of a property is gone.
    static func gone(_ type: UInt, tag: DefinitionTag? = nil) -> ResolutionError {
        let key = KeyWords(type: type, tag: tag)
        return ResolutionError(
            .containerGone,
            [Entry(key: key, site: nil, relation: .needs)],
            container: nil
        )
    }
}
