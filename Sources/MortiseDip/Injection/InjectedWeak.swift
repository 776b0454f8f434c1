// SPDX-License-Identifier: MIT

package import Mortise

/// A property that is injected when its owner is resolved, and holds its instance weakly, as in Dip.
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

    /// The type of the property's instance.
    public static var wrappedType: Any.Type { T.self }

    /// Creates a property that is resolved with the tag of its owner.
    ///
    /// - Parameters:
    ///   - wrappedValue: Discarded.
    ///   - required: Whether resolving the owner fails without it.
    ///   - didInject: Called each time the property is set to an instance, on the setting thread.
    public init(
        wrappedValue: T? = nil,
        required: Bool = true,
        didInject: @escaping (T) -> Void = { _ in }
    ) {
        box = InjectedBox(isWeak: true, isRequired: required, .ofOwner, didInject)
    }

    /// Creates a property that is resolved with its own tag, or without one.
    ///
    /// - Parameters:
    ///   - wrappedValue: Discarded.
    ///   - required: Whether resolving the owner fails without it.
    ///   - tag: The tag; an unknown one falls back. `nil` for none.
    ///   - didInject: Called each time the property is set to an instance, on the setting thread.
    public init(
        wrappedValue: T? = nil,
        required: Bool = true,
        tag: (any DependencyTagConvertible)?,
        didInject: @escaping (T) -> Void = { _ in }
    ) {
        box = InjectedBox(isWeak: true, isRequired: required, .own(tag?.dependencyTag), didInject)
    }

    /// Creates a property that is resolved with its own tag or its owner's.
    ///
    /// - Parameters:
    ///   - required: Whether resolving the owner fails without it.
    ///   - tag: The tag; an unknown one falls back. `nil` for none.
    ///   - overrideTag: Whether to use `tag` instead of the owner's tag.
    ///   - didInject: Called each time the property is set to an instance, on the setting thread.
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

    /// Creates a property with an initial value.
    ///
    /// - Parameters:
    ///   - value: The value, held weakly. `didInject` is not called for it; the property is injected
    ///     nevertheless.
    ///   - required: Whether resolving the owner fails without it.
    ///   - tag: The tag; an unknown one falls back. `nil` for none.
    ///   - overrideTag: Whether to use `tag` instead of the owner's tag.
    ///   - didInject: Called each time the property is set to an instance, on the setting thread.
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

    /// The instance; `nil` before the injection, and after the last strong reference is released.
    ///
    /// A value that is not an object is `nil` immediately.
    ///
    /// - Precondition: A required property is not set to `nil`.
    public var wrappedValue: T? {
        get { box.current }
        nonmutating set { box.current = newValue }
    }

    /// The instance, for a property that is not a wrapper: `let x = InjectedWeak<T>()`.
    public var value: T? {
        get { box.current }
        nonmutating set { box.current = newValue }
    }

    /// Dip 4.3's method for copying this property with a value.
    ///
    /// - Parameter value: The value. `didInject` is not called for it.
    /// - Returns: The new property.
    /// - Precondition: A required property is not set to `nil`.
    @available(*, deprecated, message: "write property.value = …, or InjectedWeak(value: …)")
    public func setValue(_ value: T?) -> InjectedWeak<T> { InjectedWeak(box.withValue(value)) }

    /// The wrapper itself.
    public var projectedValue: InjectedWeak<T> { self }

    /// Resolves the property's instance; the container calls this itself.
    ///
    /// - Parameter container: The container.
    /// - Throws: ``DipError`` with `autoInjectionFailed`, if the property is required.
    public func resolve(_ container: DependencyContainer) throws { try box.resolve(container) }
}

extension InjectedWeak: PropertyHolder {
    package var property: any InjectableProperty { box }
}

// A property belongs to the code that holds its owner.
@available(*, unavailable)
extension InjectedWeak: Sendable {}
