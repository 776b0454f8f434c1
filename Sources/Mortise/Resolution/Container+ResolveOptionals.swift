// SPDX-License-Identifier: MIT

public import MortiseGraph

// There is one function for each form of tag, as `resolve` has for types that are not optional: with a default
// for the tag a call without one is ambiguous between the two, and with `(any TagConvertible)?` a call with one
// prefers the function that throws, because passing the tag to that takes no conversion.

extension Container {
    /// Resolves an instance, or gives `nil` if nothing is registered for its type.
    ///
    /// Only an explicit optional type gives `nil`. An inferred one
    /// (`let api: (any API)? = try container.resolve()`) resolves the wrapped type, and throws if
    /// that is not registered.
    ///
    /// - Parameter type: An optional type, such as `(any API)?.self`.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure, such as a missing dependency.
    public func resolve<T>(_ type: T?.Type) throws -> T? {
        try resolve(type, tag: nil)
    }

    /// Resolves an instance of a tagged definition, or gives `nil` if nothing is registered for its
    /// type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag. A tag that nothing has gives `nil`.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure, such as a missing dependency.
    public func resolve<T>(_ type: T?.Type, tag: some TagConvertible) throws -> T? {
        try resolve(type, tag: tag.tag as DefinitionTag?)
    }

    /// Resolves an instance of a tagged definition, or of the untagged one if `tag` is `nil`, or
    /// gives `nil` if nothing is registered for its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: A tag, or `nil`.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure, such as a missing dependency.
    public func resolve<T>(_ type: T?.Type, tag: DefinitionTag?) throws -> T? {
        try ask(T?.self, tag: tag) { try $0.resolveIfKnown(T.self) }
    }

    /// Resolves an instance with run-time arguments, or gives `nil` if nothing is registered for
    /// its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag of the definition, if it has one.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure; with code `argument-mismatch` if the
    ///   type is registered with other arguments.
    public func resolve<T, each Argument>(
        _ type: T?.Type,
        tag: DefinitionTag? = nil,
        arguments: repeat each Argument
    ) throws -> T? {
        let values = { (frame: FramePointer) in try frame.values(of: repeat each arguments) }
        return try ask(T?.self, tag: tag, (repeat each arguments), values) {
            try $0.resolveIfKnown(T.self)
        }
    }

    /// Resolves an instance of a tagged definition with run-time arguments, or gives `nil` if
    /// nothing is registered for its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag. A tag that nothing has gives `nil`.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure; with code `argument-mismatch` if the
    ///   type is registered with other arguments.
    public func resolve<T, each Argument>(
        _ type: T?.Type,
        tag: some TagConvertible,
        arguments: repeat each Argument
    ) throws -> T? {
        try resolve(type, tag: tag.tag as DefinitionTag?, arguments: repeat each arguments)
    }
}

extension Resolver {
    /// Resolves an instance, or gives `nil` if nothing is registered for its type.
    ///
    /// - Parameter type: An optional type, such as `(any API)?.self`.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure, such as a missing dependency.
    public func resolve<T>(_ type: T?.Type) throws -> T? {
        try resolve(type, tag: nil)
    }

    /// Resolves an instance of a tagged definition, or gives `nil` if nothing is registered for its
    /// type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag, or ``RequestTag/inherited``. A tag that nothing has gives `nil`.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure, such as a missing dependency.
    public func resolve<T>(_ type: T?.Type, tag: some RequestTag) throws -> T? {
        let (tag, rule) = Optional(tag).asked(insteadOf: frame.requestedTag)
        let caller = Caller(frame).following(rule)
        return try Request(T?.self, tag: tag, caller).resolveIfKnown(T.self)
    }

    /// Resolves an instance of a tagged definition, or of the untagged one if `tag` is `nil`, or
    /// gives `nil` if nothing is registered for its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: A tag, or `nil`.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure, such as a missing dependency.
    public func resolve<T>(_ type: T?.Type, tag: DefinitionTag?) throws -> T? {
        try Request(T?.self, tag: tag, Caller(frame)).resolveIfKnown(T.self)
    }

    /// Resolves an instance with run-time arguments, or gives `nil` if nothing is registered for
    /// its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag of the definition, if it has one.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure; with code `argument-mismatch` if the
    ///   type is registered with other arguments.
    public func resolve<T, each Argument>(
        _ type: T?.Type,
        tag: DefinitionTag? = nil,
        arguments: repeat each Argument
    ) throws -> T? {
        try frame.request(T?.self, tag: tag, (repeat each arguments)) {
            try $0.values(of: repeat each arguments)
        }.resolveIfKnown(T.self)
    }

    /// Resolves an instance of a tagged definition with run-time arguments, or gives `nil` if
    /// nothing is registered for its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag, or ``RequestTag/inherited``. A tag that nothing has gives `nil`.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure; with code `argument-mismatch` if the
    ///   type is registered with other arguments.
    public func resolve<T, each Argument>(
        _ type: T?.Type,
        tag: some RequestTag,
        arguments: repeat each Argument
    ) throws -> T? {
        let (tag, rule) = Optional(tag).asked(insteadOf: frame.requestedTag)
        return try frame.request(T?.self, tag: tag, by: rule, (repeat each arguments)) {
            try $0.values(of: repeat each arguments)
        }.resolveIfKnown(T.self)
    }
}

extension Container {
    /// Resolves a type that is known at run time only: an optional may be missing.
    func resolveAsWritten<T>(_ type: T.Type, tag: DefinitionTag?, kept: Bool = false) throws -> T {
        guard let wrapped = TypeLayout.wrapped(in: type) else {
            return try kept ? resolveKept(type, tag: tag) : resolve(type, tag: tag)
        }
        func open<Wrapped>(_: Wrapped.Type) throws -> T {
            let type = Wrapped?.self
            let found = try kept ? resolveKept(type, tag: tag) : resolve(type, tag: tag)
            return unsafeBitCast(found, to: T.self)
        }
        return try open(wrapped)
    }
}

extension Request {
    /// Resolves a type that is known at run time only: an optional may be missing.
    func resolveAsWritten() throws -> Instance {
        guard let wrapped = TypeLayout.wrapped(in: Instance.self) else { return try resolve() }
        func open<Wrapped>(_: Wrapped.Type) throws -> Instance {
            let request = unsafeBitCast(self, to: Request<Wrapped?>.self)
            return unsafeBitCast(try request.resolveIfKnown(Wrapped.self), to: Instance.self)
        }
        return try open(wrapped)
    }

    /// Resolves an explicit optional: the instance, or `nil` if nothing is registered.
    ///
    /// - Parameters:
    ///   - type: The wrapped type.
    ///   - asking: An asynchronous factory that asks, and whose definition records the dependency.
    /// - Returns: The instance, or `nil`.
    /// - Throws: What resolving throws.
    func resolveIfKnown<Wrapped>(_ type: Wrapped.Type, for asking: AsyncFrame? = nil) throws
        -> Instance
    where Instance == Wrapped? {
        var request = self
        request.isOptional = true
        if isRegistered {
            asking?.recordOptional(key, by: caller)
            return try request.resolve()
        }
        let wrapped = request.asked(for: type)
        asking?.recordOptional(wrapped.key, by: caller)
        wrapped.record()
        if wrapped.isKnown { return try wrapped.resolve() }
        // An optional that is registered with other arguments is a mistake as well.
        let error = caller.missing(key)
        guard error.code == .argumentMismatch else { return nil }
        throw error
    }
}

extension AsyncFrame {
    fileprivate func recordOptional(_ key: KeyWords, by caller: Caller) {
        slot.record(key, seeing: caller.asked, isOptional: true, tagRule: caller.tagRule)
    }
}

// MARK: - Types that are resolved through other types

/// A type that is resolved through another one, unless it is registered itself.
protocol DerivedDependency {
    /// The type it is resolved through.
    static var underlyingType: Any.Type { get }
    /// Whether the underlying type is resolved later, if at all.
    static var isDeferred: Bool { get }
    /// The lane in which it resolves that later; `nil` if it does not.
    static var lane: Graph.Lane? { get }

    /// A value that resolves the underlying type later; `nil` if it needs an instance of that.
    static func deferred(by caller: Caller, tag: DefinitionTag?) -> Self?
    /// The value without an instance of the underlying type, if there is one.
    static var nothing: Self? { get }
    /// A value made from an instance of the underlying type; `nil` if it needs none.
    static func made<Underlying>(of underlying: Underlying) -> Self?
}

extension DerivedDependency {
    /// The value as what it is; `nil` if it is of another type.
    ///
    /// A cast would wrap an `Any?` once more.
    func exactly<Value>() -> Value? {
        Self.self == Value.self ? unsafeBitCast(self, to: Value.self) : self as? Value
    }
}

extension Optional: DerivedDependency {
    static var underlyingType: Any.Type { Wrapped.self }
    static var isDeferred: Bool { false }
    static var lane: Graph.Lane? { nil }
    static var nothing: Wrapped?? { .some(.none) }

    static func deferred(by caller: Caller, tag: DefinitionTag?) -> Wrapped?? { nil }

    /// An inferred optional resolves the wrapped type and throws like it: `nil` would hide a
    /// missing definition.
    static func made<Underlying>(of underlying: Underlying) -> Wrapped?? {
        (underlying as? Wrapped).map { .some($0) }
    }
}
