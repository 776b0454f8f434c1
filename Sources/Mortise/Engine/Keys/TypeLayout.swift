// SPDX-License-Identifier: MIT

import CMortiseThread

/// All that is read from the records of types in Swift code; the rest is in `Types.c` of `CMortiseThread`.
///
/// Part of Swift's stable ABI, with 64 bits and with 32: a record begins with a word that says what kind
/// of type it is. A tuple's goes on with the number of elements, their labels, and for each its type and
/// its offset.
enum TypeLayout {
    private static let tuple: UInt = 0x301
    private static let existential: UInt = 0x303

    /// Whether a type is that of values of any type that conforms to some protocols.
    static func isExistential(_ type: Any.Type) -> Bool { words(of: type).pointee == existential }

    /// The types of a tuple's elements; `nil` if it is no tuple.
    static func elements(of type: Any.Type) -> [Any.Type]? {
        let words = words(of: type)
        guard words[0] == tuple else { return nil }
        return (0..<Int(words[1])).map { unsafeBitCast(words[3 + 2 * $0], to: Any.Type.self) }
    }

    /// Up to where the stored properties of a class reach in its instances, in bytes.
    static func size(ofInstancesOf type: AnyClass) -> Int {
        Int(mortise_instance_size(unsafeBitCast(type, to: UnsafeRawPointer.self)))
    }

    private static func words(of type: Any.Type) -> UnsafePointer<UInt> {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    }
}
