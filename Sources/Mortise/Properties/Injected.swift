// SPDX-License-Identifier: MIT

import MortiseGraph

/// A property that the container fills which makes its owner, or adopts it.
///
/// ```swift
/// final class ServerScreen {
///     @Injected var client: any Client
///     @Injected(tag: "local") var cache: any Cache
///     @Injected var analytics: (any Analytics)?
///     @InjectedWeak var delegate: (any ScreenDelegate)?
/// }
/// ```
///
/// A property of an optional type is `nil` if nothing is registered for it, unless it is `required`.
/// Any other one must be provided: otherwise resolving the owner fails, and reading the property
/// of an owner that no container made or adopted stops the program. An initial value cannot be
/// given.
///
/// Properties are filled after the factory and before the steps of the definition, so cycles may go
/// through them. ``InjectableProperty`` says in which order. In a struct all copies share the
/// property.
///
/// In a class that is `Sendable` Swift takes no wrappers. Store the property itself there: it is
/// `Sendable` if its value is.
///
/// ```swift
/// final class Server: Sendable {
///     let client = Injected<any Client>()
///     func start() { client.value.connect() }
/// }
/// ```
///
/// It is filled from outside. One that asks for its value itself is ``Resolved``, or ``LazyResolved``.
@propertyWrapper public final class Injected<Value>: InjectableProperty {
    private let storage = Locked(ValueRoom())
    private let resolve: @Sendable (inout Resolver) throws -> Value
    private let didInject: (@Sendable (Value) -> Void)?

    /// A property that is filled.
    ///
    /// - Parameters:
    ///   - tag: A tag, if a tagged definition is meant. An unknown one falls back.
    ///   - didInject: Called each time when it is set, on the thread that resolves.
    @_disfavoredOverload  // What is not an optional is no `Wrapped?`.
    public convenience init(
        tag: (any TagConvertible)? = nil,
        didInject: (@Sendable (Value) -> Void)? = nil
    ) {
        let tag = tag?.tag
        self.init(didInject) { try $0.resolve(Value.self, tag: tag) }
    }

    /// A property that is filled for the tag that its owner was asked for with.
    ///
    /// - Parameters:
    ///   - tag: ``InheritedTag/inherited``.
    ///   - didInject: Called each time when it is set, on the thread that resolves.
    @_disfavoredOverload
    public convenience init(
        tag: InheritedTag,
        didInject: (@Sendable (Value) -> Void)? = nil
    ) {
        self.init(didInject) { try $0.resolve(Value.self, tag: tag) }
    }

    /// A property of an optional type.
    ///
    /// - Parameters:
    ///   - tag: A tag, if a tagged definition is meant. An unknown one falls back.
    ///   - isRequired: Whether it must be provided.
    ///   - didInject: Called each time when it is set, on the thread that resolves.
    public convenience init<Wrapped>(
        tag: (any TagConvertible)? = nil,
        required isRequired: Bool = false,
        didInject: (@Sendable (Value) -> Void)? = nil
    ) where Value == Wrapped? {
        let tag = tag?.tag
        self.init(didInject) { resolver in
            isRequired
                ? try resolver.resolve(Wrapped.self, tag: tag)
                : try resolver.resolve(Wrapped?.self, tag: tag)
        }
    }

    /// A property of an optional type, for the tag that its owner was asked for with.
    ///
    /// - Parameters:
    ///   - tag: ``InheritedTag/inherited``.
    ///   - isRequired: Whether it must be provided.
    ///   - didInject: Called each time when it is set, on the thread that resolves.
    public convenience init<Wrapped>(
        tag: InheritedTag,
        required isRequired: Bool = false,
        didInject: (@Sendable (Value) -> Void)? = nil
    ) where Value == Wrapped? {
        self.init(didInject) { resolver in
            isRequired
                ? try resolver.resolve(Wrapped.self, tag: tag)
                : try resolver.resolve(Wrapped?.self, tag: tag)
        }
    }

    private init(
        _ didInject: (@Sendable (Value) -> Void)?,
        _ resolve: @escaping @Sendable (inout Resolver) throws -> Value
    ) {
        self.resolve = resolve
        self.didInject = didInject
        announce()
    }

    /// The instance.
    ///
    /// - Precondition: It was set, or its type is optional.
    public var value: Value {
        get {
            if let value = storage.withLock({ $0.value(of: Value.self) }) { return value }
            guard let value = Self.none else { propertyIsEmpty(Value.self) }
            return value
        }
        set {
            if !storage.withLock({ $0.fill(newValue) }) { replace(by: newValue) }
        }
    }

    /// The same.
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// The property itself.
    public var projectedValue: Injected<Value> { self }

    /// Whether it was set.
    public var isInjected: Bool { storage.withLock { $0.isFull } }

    /// Fills the property.
    ///
    /// - Parameter resolver: That of its owner.
    /// - Throws: ``ResolutionError``. Then it stays what it was.
    public func inject(from resolver: inout Resolver) throws {
        let value = try resolve(&resolver)
        self.value = value
        didInject?(value)
    }

    /// Nothing, if the type has that.
    @inline(never) private func replace(by newValue: Value) {
        // What it replaces is released outside the lock.
        let old = storage.withLock { room in
            defer { _ = room.fill(newValue) }
            return room.take(Value.self)
        }
        withExtendedLifetime(old) {}
    }

    // Nobody else can look any more.
    deinit { storage.withLock { $0.empty(Value.self) } }

    private static var none: Value? { (Value.self as? any Emptiable.Type)?.empty as? Value }
}

// @unchecked: its value is read and written under a lock.
extension Injected: @unchecked Sendable where Value: Sendable {}

/// A type with a value that says there is none.
private protocol Emptiable {
    static var empty: Self { get }
}

extension Optional: Emptiable {
    fileprivate static var empty: Wrapped? { nil }
}

/// A property was read that must be filled and was not.
private func propertyIsEmpty(_ type: Any.Type) -> Never {
    fatalError(
        """
        A property of type \(TypeName(of: type)) was read before it was injected. Have its owner made \
        by a container, or adopt(_:) it; read the property in a step or later, not in the initializer.
        """
    )
}
