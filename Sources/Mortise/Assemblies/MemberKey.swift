// SPDX-License-Identifier: MIT

import MortiseGraph

/// Identifies a member of an assembly by the instance's type, the declaring type and the source
/// location of its `define`.
///
/// That of an object, which a class declares for all its instances, is composed by ``ClassMember``.
// @unchecked: the name of a file never changes.
@usableFromInline struct MemberKey: @unchecked Sendable {
    /// The hash word for a table search.
    @usableFromInline let word: UInt
    @usableFromInline let type: UInt
    @usableFromInline let assembly: UInt
    /// The line and the column.
    @usableFromInline let place: UInt64
    /// The address of the file's name: one file may have several addresses, which other code
    /// handles.
    @usableFromInline let file: UnsafePointer<UInt8>
    /// Whether the member can throw.
    @usableFromInline let mayThrow: Bool
    /// Whether it completes an object that other code has made, so that it cannot be substituted.
    @usableFromInline var isAdopting: Bool

    @inlinable @inline(__always)
    init(
        _ type: Any.Type,
        of assembly: Any.Type,
        throwing failure: Any.Type,
        _ file: StaticString,
        _ line: UInt32,
        _ column: UInt32
    ) {
        mayThrow = failure == (any Error).self
        isAdopting = false
        self.type = KeyWords.word(of: type)
        self.assembly = KeyWords.word(of: assembly)
        place = Self.place(line, column)
        self.file = file.utf8Start
        word = Self.word(self.type, Self.hash(self.assembly, line, column))
    }

    @inlinable @inline(__always) static func place(_ line: UInt32, _ column: UInt32) -> UInt64 {
        UInt64(line) << 32 | UInt64(column)
    }

    /// The hash word of a member, made odd: an untagged key without arguments has an even word.
    @inlinable @inline(__always) static func word(_ type: UInt, _ hash: UInt) -> UInt {
        (type &+ hash) | 1
    }

    // Cheap, because the table multiplies it.
    @inlinable @inline(__always)
    static func hash(_ assembly: UInt, _ line: UInt32, _ column: UInt32) -> UInt {
        assembly &<< 5 &+ Words.hash(place: place(line, column))
    }
}

extension Slot {
    @inlinable @inline(__always) func answers(_ key: MemberKey) -> Bool {
        guard type == key.type, let member = keyExtra?.member else { return false }
        return member.assembly == key.assembly && member.place == key.place
            && member.file == key.file
    }
}

/// The key of a member, with its description for errors, graphs and events.
@usableFromInline struct MemberSite: Sendable {
    @usableFromInline private(set) var key: MemberKey
    @usableFromInline let assembly: Any.Type
    @usableFromInline let function: StaticString
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt32
    /// The column, with the lifetime above it if the instances go by names.
    @usableFromInline let column: UInt32
    /// Tells the instances apart, if the key does not.
    @usableFromInline let telling: Telling?

    @inlinable @inline(__always) init(
        _ key: MemberKey,
        of assembly: Any.Type,
        _ function: StaticString,
        _ file: StaticString,
        _ line: UInt32,
        _ column: UInt32,
        telling: Telling? = nil
    ) {
        self.key = key
        self.assembly = assembly
        self.function = function
        self.file = file
        self.line = line
        self.column = column
        self.telling = telling
    }

    /// The name of its instance, or `nil` if its instances have no names.
    var name: ArgumentValues? {
        if case .name(let name) = telling { name } else { nil }
    }

    var isNamed: Bool { name != nil }

    /// A copy for a member that completes an object which other code has made.
    var adopting: MemberSite {
        var site = self
        site.key.isAdopting = true
        return site
    }

    /// The compiler's name of the member.
    var functionName: String { "\(function)" }

    /// Advice on how to tell instances apart by arguments.
    var adviceOnArguments: String { Self.adviceOnArguments(of: assembly, keeping: true) }

    static func adviceOnArguments(
        of assembly: Any.Type,
        keeping isKeeping: Bool,
        isShared: Bool = true
    ) -> String {
        if assembly is AnyClass {
            return #"as in key: "make\(id)""# + (isShared ? "" : ", scope: .objectGraph")
        }
        return "as in define(\(isKeeping ? ".singleton" : ".shared"), for: id)"
    }

    /// Whether the member has arguments.
    @usableFromInline var hasArguments: Bool {
        function.withUTF8Buffer { $0.contains(UInt8(ascii: ":")) }
    }
}
