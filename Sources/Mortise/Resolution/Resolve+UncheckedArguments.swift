// SPDX-License-Identifier: MIT

public import MortiseGraph

// For vocabularies whose run-time arguments were never asked to be `Hashable`.

extension Container {
    /// Resolves an instance with run-time arguments of any type.
    ///
    /// Where one instance is kept for each value, objects that are not `Hashable` are told apart by
    /// their identity. Other values that are not make an instance of a session new each time; what a
    /// container would keep for them is error `argument-not-hashable`.
    @inlinable @inline(__always)
    package func resolveUnchecked<T, each Argument>(
        _ type: T.Type,
        tag: Tag?,
        arguments: repeat each Argument
    ) throws -> T {
        let tuple = (repeat each arguments)
        let key = KeyWords(
            type: KeyWords.word(of: T.self),
            arguments: Hot.word(of: tuple),
            tag: tag
        )
        if let found = Hot.open(self, { $0.find(key) }) {
            return try Hot.begin(found.slot, found.table, found.thread, tuple, T.self)
        }
        return try resolveOutermost(T.self, tag: tag, tuple) {
            try $0.identified(repeat each arguments)
        }
    }

    /// The same, never inlined: Swift 6.3.1 crashes if that is done where the arguments are generic, but no
    /// pack.
    @inline(never)
    package func resolveUncheckedOutlined<T, each Argument>(
        _ type: T.Type,
        tag: Tag?,
        arguments: repeat each Argument
    ) throws -> T {
        try resolveUnchecked(T.self, tag: tag, arguments: repeat each arguments)
    }

    /// The same for a type that is known at run time only.
    package func resolveUnchecked<each Argument>(
        dynamically type: Any.Type,
        tag: Tag?,
        arguments: repeat each Argument
    ) throws -> Any {
        func open<T>(_: T.Type) throws -> Any {
            try resolveUnchecked(T.self, tag: tag, arguments: repeat each arguments)
        }
        return try open(type)
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The values of arguments, or what else tells them apart.
    @usableFromInline
    func identified<each Argument>(_ arguments: repeat each Argument) throws -> [AnyHashable] {
        var values: [AnyHashable] = []
        for argument in repeat each arguments { values.append(try identity(of: argument)) }
        return values
    }

    private func identity<Argument>(of argument: Argument) throws -> AnyHashable {
        if let value = argument as? any Hashable { return AnyHashable(value) }
        if type(of: argument as Any) is AnyClass {
            return AnyHashable(Identity(object: argument as AnyObject))
        }
        guard slotObject.scope.isCaching else {
            return AnyHashable(Identity(object: Unrepeatable()))
        }
        return try hashable(argument)[0]
    }
}

/// An object, which is only equal to itself.
private struct Identity: Hashable {
    // Kept: nothing else may get its address.
    let object: AnyObject

    static func == (lhs: Identity, rhs: Identity) -> Bool { lhs.object === rhs.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

/// Stands for a value that equals no other.
private final class Unrepeatable {}
