// SPDX-License-Identifier: MIT

import CMortiseThread

/// Reads type metadata from Swift code; `Types.c` of `CMortiseThread` reads the rest.
///
/// The layout is part of Swift's stable ABI, with 64 bits and with 32. Metadata begins with a word
/// for the kind of the type. The metadata of a tuple goes on with the number of elements, their
/// labels, and the type and the offset of each element. That of an optional goes on with a
/// description, and with the type that it wraps.
@usableFromInline enum TypeLayout: Sendable {
    private static let tuple: UInt = 0x301
    private static let existential: UInt = 0x303

    /// Whether a type is an optional.
    @inlinable static func isOptional(_ type: Any.Type) -> Bool {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x202
    }

    /// What an optional type wraps; `nil` for any other type.
    static func wrapped(in type: Any.Type) -> Any.Type? {
        isOptional(type) ? unsafeBitCast(words(of: type)[2], to: Any.Type.self) : nil
    }

    /// Whether a type is an existential type.
    static func isExistential(_ type: Any.Type) -> Bool { words(of: type).pointee == existential }

    /// The element types of a tuple; `nil` if the type is no tuple.
    static func elements(of type: Any.Type) -> [Any.Type]? {
        let words = words(of: type)
        guard words[0] == tuple else { return nil }
        return (0..<Int(words[1])).map { unsafeBitCast(words[3 + 2 * $0], to: Any.Type.self) }
    }

    /// The offset in bytes at which the stored properties of a class end in its instances.
    static func size(ofInstancesOf type: AnyClass) -> Int {
        Int(mortise_instance_size(unsafeBitCast(type, to: UnsafeRawPointer.self)))
    }

    private static func words(of type: Any.Type) -> UnsafePointer<UInt> {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    }
}
