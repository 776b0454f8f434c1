// SPDX-License-Identifier: MIT

import MortiseGraph

/// A property that resolves itself, once.
///
/// ```swift
/// final class ViewModel {
///     @Resolved var repository: any Repository
///     @Resolved(tag: "local") var cache: any Repository
///     @Resolved var analytics: (any Analytics)?
/// }
/// ```
///
/// Lazy unless it says otherwise. A property of an optional type is `nil` if nothing is registered
/// for it; any other one that cannot be resolved stops the program with the error.
///
/// It costs what a `lazy var` costs, and like that it belongs to whoever owns it: reading it is a change
/// of the owner, so it goes into classes that are not `Sendable`, into actors, into types of a global
/// actor, and into variables. Nobody else can read it at the same time, so it resolves once at most. In a
/// `Sendable` class, or in what is shared in another way, use ``LazyResolved``.
@propertyWrapper public struct Resolved<Value> {
    /// When the property resolves itself.
    public enum Moment: Hashable, Sendable {
        /// When it is first read.
        case lazy
        /// When it is made.
        case eager
    }

    /// Which instance the property gets.
    public enum Sharing: Hashable, Sendable {
        /// What the definition's scope says.
        case asRegistered
        /// The one that the container keeps for every property that asks for it like this, also where the
        /// definition makes a new one each time.
        case singleton
    }

    @usableFromInline var value: Value?
    @usableFromInline var request: Request?

    /// What is not usual about a property.
    @usableFromInline struct Request {
        let container: Container?
        let tag: DefinitionTag?
        let resolve: ((Container, DefinitionTag?) throws -> Value)?
    }

    /// A property that is resolved from ``Container/current`` when it is first read.
    @_disfavoredOverload  // What is not an optional is no `Wrapped?`.
    @_alwaysEmitIntoClient public init() {}

    /// A property for whose type nothing may be registered, resolved from ``Container/current`` when it is
    /// first read.
    public init<Wrapped>() where Value == Wrapped? {
        self.init(nil, nil, .lazy) { try $0.resolve(Wrapped?.self, tag: $1) }
    }

    /// A property that resolves itself.
    ///
    /// - Parameters:
    ///   - container: Where to resolve. Without one, ``Container/current`` of whoever resolves it.
    ///   - tag: The tag, if a tagged definition is meant. An unknown one falls back.
    ///   - moment: When.
    @_disfavoredOverload
    public init(
        in container: Container? = nil,
        tag: (any TagConvertible)? = nil,
        _ moment: Moment = .lazy
    ) {
        self.init(container, tag, moment, nil)
    }

    /// A property that resolves itself, with an instance of one's choice.
    ///
    /// - Parameters:
    ///   - sharing: Which instance the property gets.
    ///   - container: Where to resolve. Without one, ``Container/current`` of whoever resolves it.
    ///   - tag: The tag, if a tagged definition is meant. An unknown one falls back.
    ///   - moment: When.
    @_disfavoredOverload
    public init(
        _ sharing: Sharing,
        in container: Container? = nil,
        tag: (any TagConvertible)? = nil,
        _ moment: Moment = .lazy
    ) where Value: Sendable {
        let isKept = sharing == .singleton
        self.init(
            container,
            tag,
            moment,
            isKept ? { try $0.resolveKept(Value.self, tag: $1) } : nil
        )
    }

    /// A property for whose type nothing may be registered, with an instance of one's choice.
    ///
    /// - Parameters:
    ///   - sharing: Which instance the property gets.
    ///   - container: Where to resolve. Without one, ``Container/current`` of whoever resolves it.
    ///   - tag: The tag, if a tagged definition is meant. An unknown one falls back.
    ///   - moment: When.
    public init<Wrapped: Sendable>(
        _ sharing: Sharing,
        in container: Container? = nil,
        tag: (any TagConvertible)? = nil,
        _ moment: Moment = .lazy
    ) where Value == Wrapped? {
        let isKept = sharing == .singleton
        self.init(container, tag, moment) { container, tag in
            // Nothing is registered: that is no error, and anything else is.
            guard isKept, try container.knows(Wrapped.self, tag: tag) else {
                return try container.resolve(Wrapped?.self, tag: tag)
            }
            return try container.resolveKept(Wrapped.self, tag: tag)
        }
    }

    /// A property for whose type nothing may be registered.
    ///
    /// - Parameters:
    ///   - container: Where to resolve. Without one, ``Container/current`` of whoever resolves it.
    ///   - tag: The tag, if a tagged definition is meant. An unknown one falls back.
    ///   - moment: When.
    public init<Wrapped>(
        in container: Container? = nil,
        tag: (any TagConvertible)? = nil,
        _ moment: Moment = .lazy
    ) where Value == Wrapped? {
        self.init(container, tag, moment) { try $0.resolve(Wrapped?.self, tag: $1) }
    }

    private init(
        _ container: Container?,
        _ tag: (any TagConvertible)?,
        _ moment: Moment,
        _ resolve: ((Container, DefinitionTag?) throws -> Value)?
    ) {
        let request = Request(container: container, tag: tag?.tag, resolve: resolve)
        if moment == .lazy { self.request = request } else { value = Self.resolve(request) }
    }

    /// The instance, resolved if need be.
    @_alwaysEmitIntoClient @inline(__always) public var wrappedValue: Value {
        mutating get {
            if let value { return value }
            return resolveFirst()
        }
    }

    /// Whether it was resolved.
    public var isResolved: Bool { value != nil }

    @_alwaysEmitIntoClient mutating func resolveFirst() -> Value {
        guard request == nil else { return resolveRequest() }
        do {
            let made = try Container.current.resolve(Value.self)
            value = made
            return made
        } catch {
            resolvedPropertyFailed(error)
        }
    }

    @usableFromInline mutating func resolveRequest() -> Value {
        guard let request else { preconditionFailure("there is no request") }
        let made = Self.resolve(request)
        value = made
        self.request = nil
        return made
    }

    private static func resolve(_ request: Request) -> Value {
        do {
            let container = request.container ?? Container.current
            if let resolve = request.resolve { return try resolve(container, request.tag) }
            return try container.resolve(Value.self, tag: request.tag)
        } catch {
            resolvedPropertyFailed(error)
        }
    }
}

/// A property that must be resolved could not be.
@usableFromInline func resolvedPropertyFailed(_ error: any Error) -> Never {
    fatalError("\(error)")
}

// Belongs to its owner, as a `lazy var` does.
@available(*, unavailable)
extension Resolved: Sendable {}

@available(*, unavailable)
extension Resolved.Request: Sendable {}
