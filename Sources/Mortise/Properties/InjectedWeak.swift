// SPDX-License-Identifier: MIT

import MortiseGraph

/// A weak property that the container fills when it makes or adopts the owner: the back reference
/// of a cycle.
///
/// ```swift
/// final class Server {
///     @InjectedWeak var client: (any Client)?
/// }
/// ```
///
/// If nothing else keeps the instance, the property becomes `nil` by the end of the outermost
/// resolve; with a `.unique` definition, immediately. Otherwise it works like ``Injected``, but its
/// type must be registered unless you pass `required: false`: the optional only means that the
/// instance may be gone.
@propertyWrapper public final class InjectedWeak<Value>: InjectableProperty {
    /// The object, behind a lock because of concurrent access.
    private let storage = Locked(Reference())
    private let resolve: @Sendable (inout Resolver) throws -> Value?
    private let didInject: (@Sendable (Value) -> Void)?

    private struct Reference {
        weak var object: AnyObject?
    }

    /// Makes a weak property.
    ///
    /// - Parameters:
    ///   - tag: The tag of a tagged definition, or ``RequestTag/inherited``.
    ///   - isRequired: Whether the type must be registered.
    ///   - didInject: Called each time the container fills the property with an instance, on the
    ///     thread that resolves.
    public convenience init(
        tag: (any RequestTag)? = nil,
        required isRequired: Bool = true,
        didInject: (@Sendable (Value) -> Void)? = nil
    ) {
        let asked = tag.asked(insteadOf: nil)
        self.init(didInject) { try $0.resolve(Value.self, for: asked, required: isRequired) }
    }

    private init(
        _ didInject: (@Sendable (Value) -> Void)?,
        _ resolve: @escaping @Sendable (inout Resolver) throws -> Value?
    ) {
        self.resolve = resolve
        self.didInject = didInject
        announce()
    }

    /// The instance, as long as something else keeps it.
    public var value: Value? {
        get { storage.withLock { $0.object } as? Value }
        set {
            let object = newValue.map { $0 as AnyObject }
            storage.withLock { $0.object = object }
        }
    }

    /// The instance, equal to ``value``.
    public var wrappedValue: Value? {
        get { value }
        set { value = newValue }
    }

    /// The property itself.
    public var projectedValue: InjectedWeak<Value> { self }

    /// Fills the property.
    ///
    /// - Parameter resolver: That of its owner.
    /// - Throws: ``ResolutionError``; with code `type-mismatch` if the instance is not an object.
    ///   The property then keeps its value.
    public func inject(from resolver: inout Resolver) throws {
        guard let value = try resolve(&resolver) else {
            self.value = nil
            return
        }
        guard dynamicType(of: value) is AnyClass else {
            throw ResolutionError.failed(
                .typeMismatch,
                in: resolver.frame,
                facts: [
                    "\(TypeName(of: dynamicType(of: value))) is no class, so nothing can be weak about it"
                ],
                hint: "use @Injected, or provide an object"
            )
        }
        self.value = value
        didInject?(value)
    }
}

// @unchecked: its reference is read and written under a lock.
extension InjectedWeak: @unchecked Sendable where Value: Sendable {}
