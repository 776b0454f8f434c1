// SPDX-License-Identifier: MIT

import MortiseGraph

/// A property that the container fills which makes its owner, or adopts it, and that does not keep its
/// value alive: for the way back in a cycle.
///
/// ```swift
/// final class Server {
///     @InjectedWeak var client: (any Client)?
/// }
/// ```
///
/// If nothing else keeps the instance it is `nil` at the latest when the outermost resolve is over; one of
/// a `.unique` definition, which nobody shares, at once. In all else it is like ``Injected``, except that it must be provided unless it says otherwise: that its
/// type is an optional only means that the instance may be gone.
@propertyWrapper public final class InjectedWeak<Value>: InjectableProperty {
    /// What it holds: an object, in a place that is not read and written at the same time.
    private let storage = Locked(Reference())
    private let resolve: @Sendable (inout Resolver) throws -> Value?
    private let didInject: (@Sendable (Value) -> Void)?

    private struct Reference {
        weak var object: AnyObject?
    }

    /// A property that is filled.
    ///
    /// - Parameters:
    ///   - tag: A tag, if a tagged definition is meant. An unknown one falls back.
    ///   - isRequired: Whether it must be provided.
    ///   - didInject: Called each time when it is set, on the thread that resolves.
    public convenience init(
        tag: (any TagConvertible)? = nil,
        required isRequired: Bool = true,
        didInject: (@Sendable (Value) -> Void)? = nil
    ) {
        let tag = tag?.tag
        self.init(didInject) { resolver in
            isRequired
                ? try resolver.resolve(Value.self, tag: tag)
                : try resolver.resolve(Value?.self, tag: tag)
        }
    }

    /// A property that is filled for the tag that its owner was asked for with.
    ///
    /// - Parameters:
    ///   - tag: ``InheritedTag/inherited``.
    ///   - isRequired: Whether it must be provided.
    ///   - didInject: Called each time when it is set, on the thread that resolves.
    public convenience init(
        tag: InheritedTag,
        required isRequired: Bool = true,
        didInject: (@Sendable (Value) -> Void)? = nil
    ) {
        self.init(didInject) { resolver in
            isRequired
                ? try resolver.resolve(Value.self, tag: tag)
                : try resolver.resolve(Value?.self, tag: tag)
        }
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

    /// The same.
    public var wrappedValue: Value? {
        get { value }
        set { value = newValue }
    }

    /// The property itself.
    public var projectedValue: InjectedWeak<Value> { self }

    /// Fills the property.
    ///
    /// - Parameter resolver: That of its owner.
    /// - Throws: ``ResolutionError``; with code `type-mismatch` if what is provided is not an object.
    ///   Then it stays what it was.
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
