// SPDX-License-Identifier: MIT

import MortiseGraph

/// A property that the container fills when it makes or adopts the owner.
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
/// A property of an optional type is `nil` if nothing is registered for it, unless it is
/// `required`. Every other type must be registered: otherwise resolving the owner fails. Reading
/// the property of an owner that no container made or adopted stops the program. An initial value
/// is not possible.
///
/// Properties are filled after the factory and before the steps of the definition, so cycles may go
/// through them. ``InjectableProperty`` documents the order. In a struct, all copies share the
/// property.
///
/// Swift allows no wrappers in a `Sendable` class. Store the property itself there: it is
/// `Sendable` if its value is.
///
/// ```swift
/// final class Server: Sendable {
///     let client = Injected<any Client>()
///     func start() { client.value.connect() }
/// }
/// ```
///
/// The container fills this property. A property that resolves itself is ``Resolved`` or
/// ``LazyResolved``.
@propertyWrapper public final class Injected<Value>: InjectableProperty {
    private let storage = Locked(ValueRoom())
    private let declaration: PropertyDeclaration
    private let resolve: @Sendable (inout Resolver) throws -> Value
    private let didInject: (@Sendable (Value) -> Void)?

    /// Makes a property of a type that must be registered.
    ///
    /// - Parameters:
    ///   - tag: The tag of a tagged definition, or ``RequestTag/inherited``.
    ///   - file: Defaults to the place of the declaration, for the message if it is read too early.
    ///   - line: Like `file`.
    ///   - function: Defaults to the type that declares it, like `file`.
    ///   - didInject: Called each time the container fills the property, on the thread that
    ///     resolves.
    @_disfavoredOverload  // Only for types that are not optional.
    public convenience init(
        tag: (any RequestTag)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        function: StaticString = #function,
        didInject: (@Sendable (Value) -> Void)? = nil
    ) {
        let asked = tag.asked(insteadOf: nil)
        self.init(PropertyDeclaration(file, line, function), didInject) {
            try $0.resolve(Value.self, for: asked)
        }
    }

    /// Makes a property of an optional type.
    ///
    /// - Parameters:
    ///   - tag: The tag of a tagged definition, or ``RequestTag/inherited``.
    ///   - isRequired: Whether the type must be registered.
    ///   - file: Defaults to the place of the declaration, for the message if it is read too early.
    ///   - line: Like `file`.
    ///   - function: Defaults to the type that declares it, like `file`.
    ///   - didInject: Called each time the container fills the property, on the thread that
    ///     resolves.
    public convenience init<Wrapped>(
        tag: (any RequestTag)? = nil,
        required isRequired: Bool = false,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        function: StaticString = #function,
        didInject: (@Sendable (Value) -> Void)? = nil
    ) where Value == Wrapped? {
        let asked = tag.asked(insteadOf: nil)
        self.init(PropertyDeclaration(file, line, function), didInject) {
            try $0.resolve(Wrapped.self, for: asked, required: isRequired)
        }
    }

    private init(
        _ declaration: PropertyDeclaration,
        _ didInject: (@Sendable (Value) -> Void)?,
        _ resolve: @escaping @Sendable (inout Resolver) throws -> Value
    ) {
        self.declaration = declaration
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
            guard let value = Self.none else {
                declaration.failUnfilled(Self.self, of: Value.self)
            }
            return value
        }
        set {
            if !storage.withLock({ $0.fill(newValue) }) { replace(by: newValue) }
        }
    }

    /// The instance, equal to ``value``.
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// The property itself.
    public var projectedValue: Injected<Value> { self }

    /// Whether the property was set.
    public var isInjected: Bool { storage.withLock { $0.isFull } }

    /// Fills the property.
    ///
    /// - Parameter resolver: The resolver of its owner.
    /// - Throws: ``ResolutionError``. The property then keeps its value.
    public func inject(from resolver: inout Resolver) throws {
        let value = try resolve(&resolver)
        self.value = value
        didInject?(value)
    }

    /// Replaces a value that is set.
    @inline(never) private func replace(by newValue: Value) {
        // The old value is released outside the lock.
        let old = storage.withLock { room in
            defer { _ = room.fill(newValue) }
            return room.take(Value.self)
        }
        withExtendedLifetime(old) {}
    }

    deinit {
        // No other thread can use the property any more.
        storage.withoutLock { $0.empty(Value.self) }
    }

    private static var none: Value? { (Value.self as? any Emptiable.Type)?.empty as? Value }
}

extension Resolver {
    /// Resolves the instance of a property, which keeps what it asks for.
    fileprivate func resolve<T>(
        _ type: T.Type,
        for asked: (tag: DefinitionTag?, rule: Dependency.TagRule)
    ) throws -> T {
        guard asked.rule == .exact else { return try resolveInherited(T.self) }
        return try resolve(T.self, tag: asked.tag)
    }

    /// Resolves the instance of a property that may be empty, unless its type must be registered.
    func resolve<T>(
        _ type: T.Type,
        for asked: (tag: DefinitionTag?, rule: Dependency.TagRule),
        required isRequired: Bool
    ) throws -> T? {
        guard !isRequired else { return try resolve(T.self, for: asked) }
        guard asked.rule == .exact else { return try resolve(T?.self, tag: .inherited) }
        return try resolve(T?.self, tag: asked.tag)
    }
}

// @unchecked: its value is read and written under a lock.
extension Injected: @unchecked Sendable where Value: Sendable {}

/// A type with an empty value.
private protocol Emptiable {
    static var empty: Self { get }
}

extension Optional: Emptiable {
    fileprivate static var empty: Wrapped? { nil }
}
