// SPDX-License-Identifier: MIT

/// Reads JSON into tokens, in one pass and without recursion.
struct TapeReader {
    let bytes: [UInt8]
    var tokens: [Tape.Token] = []
    var documents: [Tape.Node] = []

    private var position = 0
    /// The objects and arrays that are open, outermost first.
    private var open: [Tape.Node] = []

    /// How deep values may be nested.
    ///
    /// The trees of all snippets stay below 60 levels, and what reads a tree by recursion must
    /// not exhaust its stack.
    static let depthLimit = 1000

    init(bytes: [UInt8]) {
        self.bytes = bytes
        tokens.reserveCapacity(bytes.count / 16)
    }

    mutating func read() throws(TapeError) {
        skipSpace()
        while position < bytes.count {
            documents.append(tokens.count)
            try readDocument()
            skipSpace()
        }
    }

    /// Reads a value and all its parts.
    private mutating func readDocument() throws(TapeError) {
        repeat {
            try readValue()
            try readWhatFollows()
        } while !open.isEmpty
    }

    /// Reads a value that has no parts, or opens one that has, down to its first part.
    private mutating func readValue() throws(TapeError) {
        while true {
            let byte = try self.byte()
            switch byte {
            case UInt8(ascii: "{"):
                try open(.object)
                if try closes(UInt8(ascii: "}")) { return }
                try readKey()
            case UInt8(ascii: "["):
                try open(.array)
                if try closes(UInt8(ascii: "]")) { return }
            case UInt8(ascii: "\""): return try readString()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
            case UInt8(ascii: "t"): return try readWord("true", .truth)
            case UInt8(ascii: "f"): return try readWord("false", .falsehood)
            case UInt8(ascii: "n"): return try readWord("null", .null)
            default: throw error(.unexpectedByte)
            }
        }
    }

    /// Reads what stands behind a value: ends of what is open, then a comma and a key.
    private mutating func readWhatFollows() throws(TapeError) {
        while let container = open.last {
            skipSpace()
            let byte = try self.byte()
            let isObject = tokens[container].kind == .object
            if byte == UInt8(ascii: ",") {
                position += 1
                skipSpace()
                if isObject { try readKey() }
                return
            }
            guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                throw error(.unexpectedByte)
            }
            close()
        }
    }

    private mutating func open(_ kind: Tape.Token.Kind) throws(TapeError) {
        guard open.count < Self.depthLimit else { throw error(.tooDeep) }
        open.append(tokens.count)
        tokens.append(Tape.Token(kind: kind, offset: UInt32(position)))
        position += 1
        skipSpace()
    }

    /// Closes what was just opened if its end follows.
    private mutating func closes(_ end: UInt8) throws(TapeError) -> Bool {
        guard try byte() == end else { return false }
        close()
        return true
    }

    private mutating func close() {
        position += 1
        let container = open.removeLast()
        tokens[container].length = UInt32(position) - tokens[container].offset
        tokens[container].next = UInt32(tokens.count)
    }

    private mutating func readKey() throws(TapeError) {
        guard try byte() == UInt8(ascii: "\"") else { throw error(.unexpectedByte) }
        try readString()
        skipSpace()
        guard try byte() == UInt8(ascii: ":") else { throw error(.unexpectedByte) }
        position += 1
        skipSpace()
    }

    private mutating func readString() throws(TapeError) {
        position += 1
        let start = position
        var kind = Tape.Token.Kind.string
        while true {
            skipPlainText()
            guard position < bytes.count else { break }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                append(kind, start, position)
                position += 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                kind = .escapedString
                try skipEscape()
            } else if byte < 0x20 {
                throw error(.unexpectedByte)
            } else if byte < 0x80 {
                position += 1
            } else {
                try skipScalar()
            }
        }
        throw error(.unexpectedEnd)
    }

    /// Skips eight bytes at a time as long as none of them has a meaning in a string.
    @inline(__always)
    private mutating func skipPlainText() {
        position = bytes.withUnsafeBytes { bytes in
            var position = position
            while position + 8 <= bytes.count {
                let loaded = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                let word = UInt64(littleEndian: loaded)
                let quote = Self.zeroBytes(word ^ 0x2222_2222_2222_2222)
                let backslash = Self.zeroBytes(word ^ 0x5C5C_5C5C_5C5C_5C5C)
                let control = (word &- 0x2020_2020_2020_2020) & ~word & Self.highBits
                let special = quote | backslash | control | (word & Self.highBits)
                if special != 0 {
                    // What is found first is exact: a borrow only goes to later bytes.
                    return position + special.trailingZeroBitCount / 8
                }
                position += 8
            }
            return position
        }
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The high bits of those bytes that are zero, and perhaps of some behind the first.
    private static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & highBits
    }

    /// Skips `\n`, `\u0041` and their like; two of the latter for a surrogate pair.
    private mutating func skipEscape() throws(TapeError) {
        position += 1
        switch try byte() {
        case UInt8(ascii: "u"):
            position += 1
            let unit = try hexadecimal()
            if UTF16.isTrailSurrogate(unit) { throw error(.invalidString) }
            guard UTF16.isLeadSurrogate(unit) else { return }
            guard try byte() == UInt8(ascii: "\\") else { throw error(.invalidString) }
            position += 1
            guard try byte() == UInt8(ascii: "u") else { throw error(.invalidString) }
            position += 1
            guard UTF16.isTrailSurrogate(try hexadecimal()) else { throw error(.invalidString) }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        default: throw error(.invalidString)
        }
    }

    private mutating func hexadecimal() throws(TapeError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try byte())).hexDigitValue else {
                throw error(.invalidString)
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    /// Skips a scalar of two to four bytes.
    private mutating func skipScalar() throws(TapeError) {
        var decoder = UTF8()
        var rest = bytes[position..<min(position + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
            throw error(.invalidString)
        }
        position += UTF8.width(scalar)
    }

    private mutating func readNumber() throws(TapeError) {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let digits = try skipDigits()
        guard digits == 1 || bytes[position - digits] != UInt8(ascii: "0") else {
            throw error(.unexpectedByte)
        }
        var isWhole = true
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            _ = try skipDigits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            position += 1
            if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(try byte()) { position += 1 }
            _ = try skipDigits()
        }
        if isWhole, digits > 18, Int(text(start, position)) == nil {
            throw TapeError(.invalidNumber, offset: start)
        }
        append(.number, start, position)
    }

    /// Skips one digit or more, and says how many.
    private mutating func skipDigits() throws(TapeError) -> Int {
        let start = position
        while position < bytes.count,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position])
        {
            position += 1
        }
        guard position > start else {
            throw error(position < bytes.count ? .unexpectedByte : .unexpectedEnd)
        }
        return position - start
    }

    private mutating func readWord(
        _ word: StaticString,
        _ kind: Tape.Token.Kind
    ) throws(TapeError) {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count else { throw TapeError(.unexpectedEnd, offset: bytes.count) }
        guard text(position, end) == word.description else { throw error(.unexpectedByte) }
        append(kind, position, end)
        position = end
    }

    private func text(_ start: Int, _ end: Int) -> String {
        String(decoding: bytes[start..<end], as: UTF8.self)
    }

    @inline(__always)
    private mutating func append(_ kind: Tape.Token.Kind, _ start: Int, _ end: Int) {
        let next = UInt32(tokens.count + 1)
        tokens.append(
            Tape.Token(
                kind: kind,
                offset: UInt32(start),
                length: UInt32(end - start),
                next: next
            )
        )
    }

    @inline(__always)
    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    @inline(__always)
    private func byte() throws(TapeError) -> UInt8 {
        guard position < bytes.count else { throw error(.unexpectedEnd) }
        return bytes[position]
    }

    private func error(_ reason: TapeError.Reason) -> TapeError {
        TapeError(reason, offset: position)
    }
}
