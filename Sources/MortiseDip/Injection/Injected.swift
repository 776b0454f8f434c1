// SPDX-License-Identifier: MIT

package import Mortise

/// A property that is injected when its owner is resolved (D-60).
///
/// ```swift
/// final class ClientImp: Client {
///     @Injected var server: Server?
///     @Injected(tag: "local") var cache: Cache?
///     private let log = Injected<Log>(required: false)
/// }
/// ```
///
/// In classes and in structs, whose copies share it. It is injected after the factory and before the blocks
/// of the definition: so it may close a cycle. Where `Mortise` is imported too, write `MortiseDip.Injected`.
@propertyWrapper public struct Injected<T>: AutoInjectedPropertyBox {
    private let box: InjectedBox<T>

    /// The type that the property holds.
    public static var wrappedType: Any.Type { T.self }

    /// A property that is resolved with the tag of its owner (D-63).
    ///
    /// - Parameters:
    ///   - wrappedValue: Has no meaning: it is discarded (D-62).
    ///   - required: Whether the owner cannot be resolved without it (D-65).
    ///   - didInject: Called each time the property is set, on the thread that does.
    public init(
        wrappedValue: T? = nil,
        required: Bool = true,
        didInject: @escaping (T) -> Void = { _ in }
    ) {
        box = InjectedBox(isWeak: false, isRequired: required, .ofOwner, didInject)
    }

    /// A property that is resolved with a tag of its own, or with none (D-63).
    ///
    /// - Parameters:
    ///   - wrappedValue: Has no meaning: it is discarded (D-62).
    ///   - required: Whether the owner cannot be resolved without it (D-65).
    ///   - tag: The tag; an unknown one falls back. `nil` for none.
    ///   - didInject: Called each time the property is set, on the thread that does.
    public init(
        wrappedValue: T? = nil,
        required: Bool = true,
        tag: (any DependencyTagConvertible)?,
        didInject: @escaping (T) -> Void = { _ in }
    ) {
        box = InjectedBox(isWeak: false, isRequired: required, .own(tag?.dependencyTag), didInject)
    }

    /// A property that is resolved with a tag of its own if that is said.
    ///
    /// - Parameters:
    ///   - required: Whether the owner cannot be resolved without it (D-65).
    ///   - tag: The tag; an unknown one falls back. `nil` for none.
    ///   - overrideTag: Whether `tag` counts; if not it is that of the owner (D-63).
    ///   - didInject: Called each time the property is set, on the thread that does.
    public init(
        required: Bool = true,
        tag: (any DependencyTagConvertible)?,
        overrideTag: Bool,
        didInject: @escaping (T) -> Void = { _ in }
    ) {
        self.init(
            value: nil,
            required: required,
            tag: tag,
            overrideTag: overrideTag,
            didInject: didInject
        )
    }

    /// A property that has a value before it is injected.
    ///
    /// - Parameters:
    ///   - value: The value. Nobody is called for it; the property is injected all the same.
    ///   - required: Whether the owner cannot be resolved without it (D-65).
    ///   - tag: The tag; an unknown one falls back. `nil` for none.
    ///   - overrideTag: Whether `tag` counts; if not it is that of the owner (D-63).
    ///   - didInject: Called each time the property is set, on the thread that does.
    public init(
        value: T?,
        required: Bool = true,
        tag: (any DependencyTagConvertible)? = nil,
        overrideTag: Bool = false,
        didInject: @escaping (T) -> Void = { _ in }
    ) {
        box = InjectedBox(
            value: value,
            isWeak: false,
            isRequired: required,
            overrideTag ? .own(tag?.dependencyTag) : .ofOwner,
            didInject
        )
    }

    private init(_ box: InjectedBox<T>) { self.box = box }

    /// The instance; `nil` before the property is injected.
    ///
    /// - Precondition: A required property is not set to `nil` (D-66).
    public var wrappedValue: T? {
        get { box.current }
        nonmutating set { box.current = newValue }
    }

    /// The same, for a property that is no wrapper: `let x = Injected<T>()`.
    public var value: T? {
        get { box.current }
        nonmutating set { box.current = newValue }
    }

    /// What 4.3 had to make a property like this one that has a value.
    ///
    /// - Parameter value: The value. Nobody is called for it.
    /// - Returns: The other property.
    /// - Precondition: A required property is not set to `nil` (D-66).
    @available(*, deprecated, message: "write property.value = …, or Injected(value: …)")
    public func setValue(_ value: T?) -> Injected<T> { Injected(box.withValue(value)) }

    /// The wrapper itself.
    public var projectedValue: Injected<T> { self }

    /// Resolves what the property holds; the container does that by itself.
    ///
    /// - Parameter container: The container.
    /// - Throws: ``DipError`` with `autoInjectionFailed`, if the property is required.
    public func resolve(_ container: DependencyContainer) throws { try box.resolve(container) }
}

extension Injected: PropertyHolder {
    package var property: any InjectableProperty { box }
}

// A property belongs to whoever has its owner.
@available(*, unavailable)
extension Injected: Sendable {}
