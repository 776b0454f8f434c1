// SPDX-License-Identifier: MIT

public import MortiseGraph

/// A key as the engine looks it up: the identities of its types, and its tag.
// @unchecked: the words are addresses of metatypes, which never change.
@usableFromInline package struct KeyWords: @unchecked Sendable {
    /// The word that a table lookup compares.
    ///
    /// The word of an untagged key without arguments is the address of its type, which is even. The
    /// word of any other key is a hash, made odd.
    @usableFromInline let word: UInt
    @usableFromInline let type: UInt
    /// The type of the tuple of run-time arguments, or 0.
    @usableFromInline let arguments: UInt
    @usableFromInline package let tag: DefinitionTag?

    /// Creates a key with the type of an argument tuple; `Void` means no arguments.
    package init(_ type: Any.Type, arguments: Any.Type, tag: DefinitionTag?) {
        self.init(
            type: Self.word(of: type),
            arguments: arguments == Void.self ? 0 : Self.word(of: arguments),
            tag: tag
        )
    }

    @inlinable @inline(__always) init(type: UInt, arguments: UInt = 0, tag: DefinitionTag? = nil) {
        self.type = type
        self.arguments = arguments
        self.tag = tag
        if case .member(let member) = tag {
            let plain = MemberKey.word(type, DefinitionTag.hash(of: member))
            word = arguments == 0 ? plain : Words.mix(plain, arguments) | 1
        } else if let tag {
            word = Words.mix(Words.mix(type, arguments), tag.lookupHash) | 1
        } else {
            word = arguments == 0 ? type : Words.mix(type, arguments) | 1
        }
    }

    /// Creates a key with at least one argument; that of an empty tuple finds nothing.
    @inlinable @inline(__always) init(
        _ type: Any.Type,
        passing arguments: Any.Type,
        tag: DefinitionTag?
    ) {
        self.init(type: Self.word(of: type), arguments: Self.word(of: arguments), tag: tag)
    }

    @inlinable @inline(__always) static func word(of type: Any.Type) -> UInt {
        UInt(bitPattern: ObjectIdentifier(type))
    }

    /// The word of a type, followed by those of its underlying types.
    static func withUnderlying(_ word: UInt) -> [UInt] {
        let type = unsafeBitCast(word, to: Any.Type.self)
        guard let derived = type as? any DerivedDependency.Type else { return [word] }
        return [word] + withUnderlying(Self.word(of: derived.underlyingType))
    }

    func replacingTag(_ tag: DefinitionTag) -> KeyWords {
        KeyWords(type: type, arguments: arguments, tag: tag)
    }

    var untagged: KeyWords { KeyWords(type: type, arguments: arguments, tag: nil) }

    var withoutArguments: KeyWords { KeyWords(type: type, tag: tag) }

    /// The key that stands for the type and the tag with any arguments: ``Slot/Kind/hiding``.
    ///
    /// No type has the address 1.
    var hiding: KeyWords { KeyWords(type: type, arguments: 1, tag: tag) }

    package var metatype: Any.Type { unsafeBitCast(type, to: Any.Type.self) }

    /// The type of the tuple of run-time arguments, if there are any.
    package var argumentsMetatype: Any.Type? {
        arguments == 0 ? nil : unsafeBitCast(arguments, to: Any.Type.self)
    }

    /// The element types of an argument tuple, or the type of the only argument.
    package static func elements(of arguments: Any.Type) -> [Any.Type] {
        TypeLayout.elements(of: arguments) ?? [arguments]
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

/// A requested tag that differs from the tag of the definition found.
@usableFromInline final class TagBox: Sendable {
    let tag: DefinitionTag

    /// The address of a word that refers to the box, aligned so that the bits of
    /// ``FrameFlags/flags`` are free.
    ///
    /// The address of an object leaves only four bits free, or three.
    let address: UInt
    // Written by the initializer alone, and only read from then on.
    private nonisolated(unsafe) let memory: UnsafeMutablePointer<UInt>

    init(_ tag: DefinitionTag) {
        self.tag = tag
        let alignment = Int(FrameFlags.flags) + 1
        memory = .allocate(capacity: alignment / MemoryLayout<UInt>.size + 1)
        let cell = UnsafeMutableRawPointer(memory).alignedUp(toMultipleOf: alignment)
        address = UInt(bitPattern: cell)
        cell.storeBytes(of: Unmanaged.passUnretained(self), as: Unmanaged<TagBox>.self)
    }

    deinit { memory.deallocate() }

    /// The box with this ``address``; `nil` for 0.
    static func at(_ address: UInt) -> TagBox? {
        UnsafeRawPointer(bitPattern: address)?.load(as: Unmanaged<TagBox>.self)
            .takeUnretainedValue()
    }
}

extension KeyWords: Hashable {
    @usableFromInline package static func == (lhs: KeyWords, rhs: KeyWords) -> Bool {
        lhs.type == rhs.type && lhs.arguments == rhs.arguments && lhs.tag == rhs.tag
    }

    @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

extension DefinitionTag {
    /// A hash that equal tags share, cheap for short texts.
    @inlinable @inline(__always) var lookupHash: UInt {
        switch self {
        case .text(let text): return Words.hash(of: text)
        case .number(let number): return Words.mix(UInt(bitPattern: number), 1)
        case .member(let member): return Self.hash(of: member)
        }
    }

    @usableFromInline @inline(never) static func hash(of member: Member) -> UInt {
        let hash =
            member.isNamed
            ? Words.mix(member.identity, Words.hash(of: member.name))
            : MemberKey.hash(
                member.identity,
                UInt32(member.site.line),
                UInt32(member.place)
            )
        return member.isSubstitute ? ~hash : hash
    }
}
