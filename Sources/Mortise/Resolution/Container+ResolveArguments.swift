// SPDX-License-Identifier: MIT

public import MortiseGraph

extension Container {
    /// Resolves an instance with run-time arguments.
    ///
    /// The *static* types of the arguments select the definition: pass `url as URL?` where the
    /// factory takes an optional. Arguments are part of an instance's identity: a caching lifetime
    /// keeps one instance for each value, so they must be `Hashable` there.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: The tag of the definition, if it has one.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``; with code `argument-mismatch` if the
    ///   type is registered with other arguments.
    @_alwaysEmitIntoClient @inline(__always)
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: DefinitionTag? = nil,
        arguments: repeat each Argument
    ) throws -> T {
        let key = KeyWords(T.self, passing: (repeat each Argument).self, tag: tag)
        if let found = HotPath.open(self, { $0.find(key) }) {
            return try HotPath.enter(found, (repeat each arguments), T.self)
        }
        return try resolveOutermost(T.self, tag: tag, arguments: repeat each arguments)
    }

    /// Resolves an instance of a tagged definition with run-time arguments.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: A string, a number, or any ``TagConvertible`` of your own.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``; with code `argument-mismatch` if the
    ///   type is registered with other arguments.
    @_alwaysEmitIntoClient @inline(__always)
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: some TagConvertible,
        arguments: repeat each Argument
    ) throws -> T {
        try resolve(T.self, tag: tag.tag as DefinitionTag?, arguments: repeat each arguments)
    }

    /// Resolves an instance with run-time arguments on the slow path.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - tag: The tag.
    ///   - tagRule: How the tag is looked up.
    ///   - isIdentifying: Whether objects that are not `Hashable` are compared by identity.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: The instance.
    /// - Throws: What resolving throws.
    // Takes no closure: Swift 6.3.1 crashes where a closure has a pack whose elements are generic.
    @usableFromInline @inline(never)
    func resolveOutermost<T, each Argument>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        identifying isIdentifying: Bool = false,
        arguments: repeat each Argument
    ) throws -> T {
        try resolveOutermost(type, tag: tag, by: tagRule, (repeat each arguments)) {
            try $0.values(of: repeat each arguments, identifying: isIdentifying)
        }
    }

    func resolveOutermost<T, Arguments>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        _ arguments: Arguments,
        _ values: ((FramePointer) throws -> [AnyHashable])? = nil
    ) throws -> T {
        try ask(type, tag: tag, by: tagRule, arguments, values) { try $0.resolve() }
    }
}

extension Resolver {
    /// Resolves an instance with run-time arguments.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: The tag of the definition, if it has one.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``; with code `argument-mismatch` if the
    ///   type is registered with other arguments.
    @_alwaysEmitIntoClient @inline(__always)
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: DefinitionTag? = nil,
        arguments: repeat each Argument
    ) throws -> T {
        let key = KeyWords(T.self, passing: (repeat each Argument).self, tag: tag)
        if let found = HotPath.open(from: frame, { $0.find(key) }), HotPath.callsFactory(found.hot)
        {
            return try HotPath.enter(found, (repeat each arguments), T.self)
        }
        return try frame.resolve(T.self, tag: tag, arguments: repeat each arguments)
    }

    /// Resolves an instance of a tagged definition with run-time arguments.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: A string, a number, any ``TagConvertible`` of your own, or ``RequestTag/inherited``.
    ///   - arguments: The factory's parameters after the resolver, in order.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``; with code `argument-mismatch` if the
    ///   type is registered with other arguments.
    @_alwaysEmitIntoClient @inline(__always)
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: some RequestTag,
        arguments: repeat each Argument
    ) throws -> T {
        guard let tag = tag.requestedTag else {
            return try resolveInherited(T.self, arguments: repeat each arguments)
        }
        return try resolve(T.self, tag: tag as DefinitionTag?, arguments: repeat each arguments)
    }

    @usableFromInline @inline(never)
    func resolveInherited<T, each Argument>(
        _ type: T.Type,
        arguments: repeat each Argument
    ) throws -> T {
        let own = frame.requestedTag
        return try frame.resolve(T.self, tag: own, by: .inherited, arguments: repeat each arguments)
    }
}

extension UnsafeMutablePointer<Frame> {
    @usableFromInline @inline(never)
    func resolve<T, each Argument>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        arguments: repeat each Argument
    ) throws -> T {
        try request(type, tag: tag, by: tagRule, (repeat each arguments)) {
            try $0.values(of: repeat each arguments)
        }.resolve()
    }

    func request<T, Arguments>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        _ arguments: Arguments,
        _ values: @escaping (FramePointer) throws -> [AnyHashable]
    ) -> Request<T> {
        Request(type, tag: tag, Caller(self).following(tagRule), .passing(arguments, values))
    }

    /// The hashable values of arguments, for a lifetime that keeps one instance per value.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - isIdentifying: Whether objects that are not `Hashable` are compared by identity.
    /// - Returns: The values.
    /// - Throws: ``ResolutionError`` with code `argument-not-hashable`.
    func values<each Argument>(
        of arguments: repeat each Argument,
        identifying isIdentifying: Bool = false
    ) throws -> [AnyHashable] {
        var values: [AnyHashable] = []
        for argument in repeat each arguments {
            values.append(
                isIdentifying ? try identity(of: argument) : try self.value(of: argument)
            )
        }
        return values
    }

    /// The hashable value of an argument.
    func value<Argument>(of argument: Argument) throws -> AnyHashable {
        if let value = argument as? any Hashable { return AnyHashable(value) }
        if slotObject.definition.owner.conventions.contains(.keepsByRequest) {
            return type(of: argument as Any) is AnyClass
                ? AnyHashable(Identity(object: argument as AnyObject))
                : AnyHashable(IncomparableArgument())
        }
        throw ResolutionError.failed(
            .argumentNotHashable,
            in: self,
            facts: [TypeName(of: type(of: argument)).description]
        )
    }

    /// The hashable values of a tuple of arguments, or of the only argument.
    func hashableElements<Arguments>(of arguments: Arguments) throws -> [AnyHashable] {
        if let value = arguments as? any Hashable { return [AnyHashable(value)] }
        let mirror = Mirror(reflecting: arguments)
        guard mirror.displayStyle == .tuple else { return [try value(of: arguments)] }
        return try mirror.children.map { try value(of: $0.value) }
    }
}
