// SPDX-License-Identifier: MIT

import MortiseGraph

/// What a member of an assembly is found by: the type of its instance, the type that declares it, and
/// the place where it says how it is made.
// @unchecked: the name of a file never changes.
@usableFromInline struct MemberKey: @unchecked Sendable {
    /// What a table is searched for.
    @usableFromInline let word: UInt
    @usableFromInline let type: UInt
    @usableFromInline let assembly: UInt
    /// The line and the column.
    @usableFromInline let place: UInt64
    /// The address of the file's name: one file may have several, which is found out elsewhere.
    @usableFromInline let file: UnsafePointer<UInt8>
    /// Whether the member can throw.
    @usableFromInline let mayThrow: Bool
    /// Whether it completes what somebody else has made, so that nothing can take its place.
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

    /// The word of a key, made odd: a plain key's is even.
    @inlinable @inline(__always) static func word(_ type: UInt, _ hash: UInt) -> UInt {
        (type &+ hash) | 1
    }

    // Cheap: a table multiplies it.
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

/// A member as errors, graphs and events show it, and its key.
@usableFromInline struct MemberSite: Sendable {
    @usableFromInline private(set) var key: MemberKey
    @usableFromInline let assembly: Any.Type
    @usableFromInline let function: StaticString
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt32
    /// The column; if its instances go by names, with the scope above it.
    @usableFromInline let column: UInt32
    /// What its instances are told apart by, if the key does not say that.
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

    /// The name of its instance, if its instances go by names.
    var name: ArgumentValues? {
        if case .name(let name) = telling { name } else { nil }
    }

    var isNamed: Bool { name != nil }

    /// The same of a member that completes what somebody else has made.
    var adopting: MemberSite {
        var site = self
        site.key.isAdopting = true
        return site
    }

    /// What the compiler calls the member.
    var functionName: String { "\(function)" }

    /// How to say which arguments tell instances apart.
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
