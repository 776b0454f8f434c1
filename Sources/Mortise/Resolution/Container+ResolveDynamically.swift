// SPDX-License-Identifier: MIT

package import MortiseGraph

extension Container {
    /// Resolves an instance of a type known only at run time.
    ///
    /// - Parameters:
    ///   - type: The type's metatype, such as `(any API).self as Any.Type`.
    ///   - tag: The tag of the definition, if it has one.
    /// - Returns: What ``resolve(_:)->T`` returns for the static type.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``.
    public func resolve(dynamically type: Any.Type, tag: (any TagConvertible)? = nil) throws -> Any
    {
        try resolveAny(type, tag: tag?.tag, slot: nil)
    }

    /// Resolves an instance of a type known only at run time, with a rule for tags.
    package func resolve(
        dynamically type: Any.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule
    ) throws -> Any {
        try resolveAny(type, tag: tag, by: tagRule, slot: nil)
    }

    func resolveAny(
        _ type: Any.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        slot: Slot?
    ) throws -> Any {
        func open<T>(_: T.Type) throws -> Any {
            try ask(T.self, tag: tag, by: tagRule) { request in
                try slot.map { try request.resolve($0) } ?? request.resolve()
            }
        }
        return try open(type)
    }
}

extension Resolver {
    /// Resolves an instance of a type known only at run time.
    ///
    /// - Parameters:
    ///   - type: The type's metatype, such as `(any API).self as Any.Type`.
    ///   - tag: The tag of the definition, if it has one.
    /// - Returns: What ``resolve(_:)->T`` returns for the static type.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``.
    public func resolve(dynamically type: Any.Type, tag: (any TagConvertible)? = nil) throws -> Any
    {
        func open<T>(_: T.Type) throws -> Any {
            try Request(T.self, tag: tag?.tag, Caller(frame)).resolve()
        }
        return try open(type)
    }
}
