// SPDX-License-Identifier: MIT

public import MortiseGraph

// For vocabularies whose run-time arguments were never asked to be `Hashable`.

extension Container {
    /// Resolves an instance with run-time arguments of any type.
    ///
    /// Where there is one instance for each value, objects that are not `Hashable` are told apart by their
    /// identity. Other values that are not are all alike where the container keeps by request
    /// (``Conventions/keepsByRequest``), and error `argument-not-hashable` elsewhere.
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
            identifying: true,
            arguments: repeat each arguments
        )
    }

    /// The same for a type that is known at run time only.
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
    /// The value of an argument, or what else tells it from others.
    func identity<Argument>(of argument: Argument) throws -> AnyHashable {
        if let value = argument as? any Hashable { return AnyHashable(value) }
        if type(of: argument as Any) is AnyClass {
            return AnyHashable(Identity(object: argument as AnyObject))
        }
        return try value(of: argument)
    }
}

/// An object, which is only equal to itself.
struct Identity: Hashable {
    // Kept: nothing else may get its address.
    let object: AnyObject

    static func == (lhs: Identity, rhs: Identity) -> Bool { lhs.object === rhs.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}
