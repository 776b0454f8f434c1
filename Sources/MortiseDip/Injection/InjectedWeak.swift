// SPDX-License-Identifier: MIT

package import Mortise

/// A property that is injected when its owner is resolved, and does not keep what it holds (D-67).
///
/// ```swift
/// final class ServerImp: Server {
///     @InjectedWeak var client: Client?
/// }
/// ```
///
/// Where `Mortise` is imported too, write `MortiseDip.InjectedWeak`.
@propertyWrapper public struct InjectedWeak<T>: AutoInjectedPropertyBox {
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
        box = InjectedBox(isWeak: true, isRequired: required, .ofOwner, didInject)
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
        box = InjectedBox(isWeak: true, isRequired: required, .own(tag?.dependencyTag), didInject)
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
    ///   - value: The value, which it does not keep. Nobody is called for it; the property is injected all the same.
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
            isWeak: true,
            isRequired: required,
            overrideTag ? .own(tag?.dependencyTag) : .ofOwner,
            didInject
        )
    }

    private init(_ box: InjectedBox<T>) { self.box = box }

    /// The instance; `nil` before the property is injected, and after nobody else keeps the instance.
    ///
    /// What is no object is `nil` at once.
    ///
    /// - Precondition: A required property is not set to `nil` (D-66).
    public var wrappedValue: T? {
        get { box.current }
        nonmutating set { box.current = newValue }
    }

    /// The same, for a property that is no wrapper: `let x = InjectedWeak<T>()`.
    public var value: T? {
        get { box.current }
        nonmutating set { box.current = newValue }
    }

    /// What 4.3 had to make a property like this one that has a value.
    ///
    /// - Parameter value: The value. Nobody is called for it.
    /// - Returns: The other property.
    /// - Precondition: A required property is not set to `nil` (D-66).
    @available(*, deprecated, message: "write property.value = …, or InjectedWeak(value: …)")
    public func setValue(_ value: T?) -> InjectedWeak<T> { InjectedWeak(box.withValue(value)) }

    /// The wrapper itself.
    public var projectedValue: InjectedWeak<T> { self }

    /// Resolves what the property holds; the container does that by itself.
    ///
    /// - Parameter container: The container.
    /// - Throws: ``DipError`` with `autoInjectionFailed`, if the property is required.
    public func resolve(_ container: DependencyContainer) throws { try box.resolve(container) }
}

extension InjectedWeak: PropertyHolder {
    package var property: any InjectableProperty { box }
}

// A property belongs to whoever has its owner.
@available(*, unavailable)
extension InjectedWeak: Sendable {}
