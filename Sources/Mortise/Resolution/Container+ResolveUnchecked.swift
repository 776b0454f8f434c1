// SPDX-License-Identifier: MIT

public import MortiseGraph

// For vocabularies that do not require run-time arguments to be `Hashable`.

extension Container {
    /// Resolves an instance with run-time arguments of any type.
    ///
    /// A tag that nothing has falls back to the definition without one. Where there is one instance
    /// for each value, objects that are not `Hashable` are compared by identity. Other values that
    /// are not `Hashable` count as equal under ``Conventions/keepsByRequest``, and fail with code
    /// `argument-not-hashable` elsewhere.
    @_alwaysEmitIntoClient @inline(__always)
    package func resolveUnchecked<T, each Argument>(
        _ type: T.Type,
        tag: DefinitionTag?,
        arguments: repeat each Argument
    ) throws -> T {
        let key = KeyWords(T.self, passing: (repeat each Argument).self, tag: tag)
        if let found = HotPath.open(self, { $0.find(key) }) {
            return try HotPath.enter(found, (repeat each arguments), T.self)
        }
        return try resolveOutermost(
            T.self,
            tag: tag,
            by: .fallingBack,
            identifying: true,
            arguments: repeat each arguments
        )
    }

    /// Resolves an instance of a type known only at run time, with run-time arguments of any type.
    package func resolveUnchecked<each Argument>(
        dynamically type: Any.Type,
        tag: DefinitionTag?,
        arguments: repeat each Argument
    ) throws -> Any {
        func open<T>(_: T.Type) throws -> Any {
            try resolveUnchecked(T.self, tag: tag, arguments: repeat each arguments)
        }
        return try open(type)
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The hashable value of an argument, or its identity.
    func identity<Argument>(of argument: Argument) throws -> AnyHashable {
        if let value = argument as? any Hashable { return AnyHashable(value) }
        if type(of: argument as Any) is AnyClass {
            return AnyHashable(Identity(object: argument as AnyObject))
        }
        return try value(of: argument)
    }
}

/// An object that is compared by identity.
struct Identity: Hashable {
    // Kept alive, so that no other object gets its address.
    let object: AnyObject

    static func == (lhs: Identity, rhs: Identity) -> Bool { lhs.object === rhs.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}
