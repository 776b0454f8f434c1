// SPDX-License-Identifier: MIT

/// JSON that was read once, as a flat list of its values in order.
///
/// The compiler prints one document for each file, with nothing between them. Strings stay where
/// they are until someone asks for their text.
package struct Tape: Sendable {
    /// The bytes that were read.
    package let bytes: [UInt8]

    /// The values and keys, each before its parts.
    let tokens: [Token]

    /// The root of each document.
    package let documents: [Node]

    /// The number of a value.
    package typealias Node = Int

    /// Reads all documents in some bytes.
    ///
    /// - Parameter bytes: The output of the compiler.
    /// - Throws: ``TapeError`` at the first byte that is not JSON.
    /// - Complexity: O(*n*).
    package init(_ bytes: [UInt8]) throws(TapeError) {
        guard bytes.count < UInt32.max else { throw TapeError(.tooLong, offset: bytes.count) }
        var reader = TapeReader(bytes: bytes)
        try reader.read()
        self.bytes = bytes
        tokens = reader.tokens
        documents = reader.documents
    }
}

/// What is wrong with some JSON, and where.
package struct TapeError: Error, Equatable, CustomStringConvertible {
    /// What can be wrong.
    package enum Reason: String, Sendable {
        case unexpectedByte = "a byte that cannot stand here"
        case unexpectedEnd = "the end, before the document is complete"
        case tooDeep = "values that are nested too deeply"
        case tooLong = "more than four gigabytes"
        case invalidString = "a string that is not Unicode text"
        case invalidNumber = "a number that is too large"
    }

    package let reason: Reason

    /// The offset of the byte.
    package let offset: Int

    init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    package var description: String { "byte \(offset): \(reason.rawValue)" }
}

extension Tape {
    /// A value, or the key of a member of an object.
    struct Token: Sendable {
        enum Kind: UInt8, Sendable {
            case object, array, string, escapedString, number, truth, falsehood, null
        }

        let kind: Kind

        /// The offset of its first byte; in a string, of the byte after the quotation mark.
        let offset: UInt32

        /// The number of its bytes, without quotation marks.
        var length: UInt32 = 0

        /// The number of the token after all its parts.
        var next: UInt32 = 0
    }

    /// The name of a member.
    struct Key: Sendable, ExpressibleByStringLiteral {
        let bytes: [UInt8]

        init(stringLiteral: String) {
            bytes = Array(stringLiteral.utf8)
        }
    }

    /// The value of a member, or `nil` if this is not an object that has one.
    func member(_ key: Key, of node: Node) -> Node? {
        guard tokens[node].kind == .object else { return nil }
        var position = node + 1
        let end = Int(tokens[node].next)
        while position < end {
            if string(position, is: key) { return position + 1 }
            position = Int(tokens[position + 1].next)
        }
        return nil
    }

    /// The names and values of an object's members, in order.
    func members(of node: Node) -> [(key: Node, value: Node)] {
        guard tokens[node].kind == .object else { return [] }
        var members: [(Node, Node)] = []
        var position = node + 1
        let end = Int(tokens[node].next)
        while position < end {
            members.append((position, position + 1))
            position = Int(tokens[position + 1].next)
        }
        return members
    }

    /// The elements of an array, or nothing if it is none.
    func elements(of node: Node) -> [Node] {
        guard tokens[node].kind == .array else { return [] }
        var elements: [Node] = []
        var position = node + 1
        let end = Int(tokens[node].next)
        while position < end {
            elements.append(position)
            position = Int(tokens[position].next)
        }
        return elements
    }

    /// Whether a string has the text of a key.
    func string(_ node: Node, is key: Key) -> Bool {
        let token = tokens[node]
        guard token.kind == .string, Int(token.length) == key.bytes.count else { return false }
        var position = Int(token.offset)
        for byte in key.bytes {
            if bytes[position] != byte { return false }
            position += 1
        }
        return true
    }

    /// Whether a string begins with some bytes.
    func string(_ node: Node, startsWith prefix: Key) -> Bool {
        let token = tokens[node]
        guard token.kind == .string || token.kind == .escapedString,
            Int(token.length) >= prefix.bytes.count
        else { return false }
        let start = Int(token.offset)
        return bytes[start..<start + prefix.bytes.count].elementsEqual(prefix.bytes)
    }

    /// The text of a string, or `nil` for something else.
    func string(_ node: Node) -> String? {
        let token = tokens[node]
        let text = bytes[Int(token.offset)..<Int(token.offset + token.length)]
        switch token.kind {
        case .string: return String(decoding: text, as: UTF8.self)
        case .escapedString: return Self.unescape(text)
        default: return nil
        }
    }

    /// The value of a whole number, or `nil` for something else.
    func integer(_ node: Node) -> Int? {
        let token = tokens[node]
        guard token.kind == .number else { return nil }
        let text = bytes[Int(token.offset)..<Int(token.offset + token.length)]
        return Int(String(decoding: text, as: UTF8.self))
    }

    /// Whether this is `true`.
    func isTrue(_ node: Node) -> Bool { tokens[node].kind == .truth }

    /// Whether this is an object.
    func isObject(_ node: Node) -> Bool { tokens[node].kind == .object }

    /// Whether this is an array.
    func isArray(_ node: Node) -> Bool { tokens[node].kind == .array }

    /// Replaces escape sequences, whose form the reader has checked.
    private static func unescape(_ text: ArraySlice<UInt8>) -> String {
        var units: [UInt16] = []
        var plain: [UInt8] = []
        var result = ""
        func flush() {
            result += String(decoding: plain, as: UTF8.self)
            plain.removeAll(keepingCapacity: true)
        }
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                plain.append(byte)
                continue
            }
            guard escaped == UInt8(ascii: "u") else {
                plain.append(Self.replacements[escaped] ?? escaped)
                continue
            }
            flush()
            units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(4)
            if UTF16.isLeadSurrogate(units[0]), units.count == 1 { continue }
            result += String(decoding: units, as: UTF16.self)
            units.removeAll()
        }
        flush()
        return result
    }

    private static let replacements: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
        UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]
}
