// SPDX-License-Identifier: MIT

public import MortiseGraph

/// A key as the engine looks it up: the identities of its types, and its tag.
// @unchecked: the words are addresses of metatypes, which never change.
@usableFromInline struct KeyWords: @unchecked Sendable {
    /// What a table is searched for.
    ///
    /// A plain key's word is its type's address, which is even; the others are hashes, made odd.
    @usableFromInline let word: UInt
    @usableFromInline let type: UInt
    /// The type of the tuple of run-time arguments, or 0.
    @usableFromInline let arguments: UInt
    @usableFromInline let tag: Tag?

    @inlinable @inline(__always) init(type: UInt, arguments: UInt = 0, tag: Tag? = nil) {
        self.type = type
        self.arguments = arguments
        self.tag = tag
        if case .member(let member) = tag {
            let plain = MemberKey.word(type, Tag.hash(of: member))
            word = arguments == 0 ? plain : Self.mix(plain, arguments) | 1
        } else if let tag {
            word = Self.mix(Self.mix(type, arguments), tag.lookupHash) | 1
        } else {
            word = arguments == 0 ? type : Self.mix(type, arguments) | 1
        }
    }

    @inlinable @inline(__always) static func word(of type: Any.Type) -> UInt {
        UInt(bitPattern: ObjectIdentifier(type))
    }

    /// A type, and those that it is resolved through.
    static func withUnderlying(_ word: UInt) -> [UInt] {
        let type = unsafeBitCast(word, to: Any.Type.self)
        guard let derived = type as? any DerivedDependency.Type else { return [word] }
        return [word] + withUnderlying(Self.word(of: derived.underlyingType))
    }

    @inlinable @inline(__always) static func mix(_ first: UInt, _ second: UInt) -> UInt {
        let product = (first ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(
            by: second ^ 0xD6E8_FEB8_6659_FD93
        )
        return product.high ^ product.low
    }

    func replacingTag(_ tag: Tag) -> KeyWords {
        KeyWords(type: type, arguments: arguments, tag: tag)
    }

    var untagged: KeyWords { KeyWords(type: type, arguments: arguments, tag: nil) }

    var metatype: Any.Type { unsafeBitCast(type, to: Any.Type.self) }

    var argumentsMetatype: Any.Type? {
        arguments == 0 ? nil : unsafeBitCast(arguments, to: Any.Type.self)
    }

    /// The key as errors, graphs and events show it.
    var key: Key {
        Key(
            TypeName(of: metatype),
            arguments: argumentsMetatype.map(TypeName.elements) ?? [],
            tag: tag
        )
    }
}

/// A requested tag that is not the tag of the definition that was found.
@usableFromInline final class TagBox: Sendable {
    let tag: Tag

    init(_ tag: Tag) { self.tag = tag }
}

extension KeyWords: Hashable {
    @usableFromInline static func == (lhs: KeyWords, rhs: KeyWords) -> Bool { lhs.isSame(rhs) }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

extension Tag {
    /// A hash that equal tags share, cheap for the short texts that tags usually are.
    @inlinable @inline(__always) var lookupHash: UInt {
        switch self {
        case .text(let text):
            // A small ASCII string's two words are its content.
            let (first, second) = unsafeBitCast(text, to: (UInt, UInt).self)
            return second >> 60 == 0xE ? KeyWords.mix(first, second) : Self.hash(ofLarge: text)
        case .number(let number): return KeyWords.mix(UInt(bitPattern: number), 1)
        case .member(let member): return Self.hash(of: member)
        }
    }

    @usableFromInline @inline(never) static func hash(of member: Member) -> UInt {
        let hash =
            member.isNamed
            ? KeyWords.mix(member.identity, Tag.text(member.name).lookupHash)
            : MemberKey.hash(
                member.identity,
                UInt32(member.site.line),
                UInt32(member.column)
            )
        return member.isSubstitute ? ~hash : hash
    }

    /// Equal strings must hash alike whatever their representation: short ASCII is brought to the
    /// small form first.
    @usableFromInline @inline(never) static func hash(ofLarge text: String) -> UInt {
        if text.utf8.count <= 15, text.utf8.allSatisfy({ $0 < 128 }) {
            let (first, second) = unsafeBitCast(
                String(decoding: Array(text.utf8), as: UTF8.self),
                to: (UInt, UInt).self
            )
            if second >> 60 == 0xE { return KeyWords.mix(first, second) }
        }
        return UInt(bitPattern: text.hashValue)
    }
}

extension TypeName {
    /// The name of a type at run time, as one would write it.
    package init(of type: Any.Type) {
        let name = String(reflecting: type)
        self.init(Self.isExistential(type) && name != "Any" ? "any \(name)" : name)
    }

    /// Whether a type is that of values of any type that conforms to some protocols.
    private static func isExistential(_ type: Any.Type) -> Bool {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x303
    }

    /// The names of a tuple's elements; of the type itself if it is no tuple.
    static func elements(of type: Any.Type) -> [TypeName] {
        // Part of Swift's stable ABI: the kind, the number of elements, their labels, and for each
        // its type and its offset.
        let words = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
        guard words[0] == 0x301 else { return [TypeName(of: type)] }
        return (0..<Int(words[1])).map { index in
            TypeName(of: unsafeBitCast(words[3 + 2 * index], to: Any.Type.self))
        }
    }
}
