// SPDX-License-Identifier: MIT

import MortiseTestSupport
import Testing

@testable import MortiseProver

@Suite("A tape over JSON")
struct TapeTests {
    /// A tape over some text.
    private func tape(_ text: String) throws(TapeError) -> Tape { try Tape(Array(text.utf8)) }

    @Test("gives members and elements in order, and the values under keys")
    func readsValues() throws {
        let tape = try tape(#" { "a" : [ 1 , -20, "x" ] , "b":{ }, "c":true,"d":null,"a":2} "#)
        let root = try #require(tape.documents.first)
        #expect(tape.members(of: root).map { tape.string($0.key) } == ["a", "b", "c", "d", "a"])
        let list = try #require(tape.member("a", of: root))
        let elements = tape.elements(of: list)
        #expect(elements.map { tape.integer($0) } == [1, -20, nil])
        #expect(tape.string(elements[2]) == "x")
        #expect(tape.member("b", of: root).map { tape.members(of: $0).isEmpty } == true)
        #expect(tape.member("c", of: root).map { tape.isTrue($0) } == true)
        #expect(tape.member("x", of: root) == nil)
        #expect(tape.member("a", of: list) == nil)
    }

    @Test("reads several documents with nothing or with space between them")
    func readsDocuments() throws {
        let tape = try tape("{}{\"a\":1}\n[]")
        #expect(tape.documents.count == 3)
        #expect(try self.tape("").documents.isEmpty)
    }

    @Test(
        "gives the text of a string without its escapes",
        arguments: [
            (#""""#, ""),
            (#""plain""#, "plain"),
            (#""a\n\t\"\\\/""#, "a\n\t\"\\/"),
            (#""\u0041\u00e9\u20AC""#, "Aé€"),
            (#""\ud83d\ude00 and \ud83d\ude00""#, "😀 and 😀"),
            (#""naïve 😀 and some more plain text""#, "naïve 😀 and some more plain text"),
            (#""1234567\n90""#, "1234567\n90"),
        ]
    )
    func readsStrings(text: String, expected: String) throws {
        let tape = try tape(text)
        #expect(tape.string(tape.documents[0]) == expected)
    }

    @Test(
        "says what is wrong, and where",
        arguments: [
            ("{", TapeError.Reason.unexpectedEnd, 1),
            ("{\"a\":1", .unexpectedEnd, 6),
            ("[1,]", .unexpectedByte, 3),
            ("[1 2]", .unexpectedByte, 3),
            ("{\"a\" 1}", .unexpectedByte, 5),
            ("{1:1}", .unexpectedByte, 1),
            ("[}", .unexpectedByte, 1),
            ("]", .unexpectedByte, 0),
            ("{\"a\":1]", .unexpectedByte, 6),
            ("\"abc", .unexpectedEnd, 4),
            ("\"a\nb\"", .unexpectedByte, 2),
            (#""\x""#, .invalidString, 2),
            (#""\u12g4""#, .invalidString, 5),
            (#""\ud83d""#, .invalidString, 7),
            (#""\ude00""#, .invalidString, 7),
            ("tru", .unexpectedEnd, 3),
            ("trux", .unexpectedByte, 0),
            ("-", .unexpectedEnd, 1),
            ("012", .unexpectedByte, 3),
            ("1.", .unexpectedEnd, 2),
            ("1e+", .unexpectedEnd, 3),
            ("99999999999999999999", .invalidNumber, 0),
            ("[-9999999999999999999]", .invalidNumber, 1),
            ("nul\u{0}", .unexpectedByte, 0),
        ]
    )
    func rejects(text: String, reason: TapeError.Reason, offset: Int) {
        #expect(throws: TapeError(reason, offset: offset)) { try tape(text) }
    }

    @Test(
        "rejects bytes that are not UTF-8",
        arguments: [
            [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ]
            as [[UInt8]]
    )
    func rejectsInvalidText(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: TapeError(.invalidString, offset: 1)) {
            try Tape([quote] + bytes + [quote])
        }
    }

    @Test("rejects values that are nested too deeply, however many bytes follow")
    func rejectsDepth() throws {
        let limit = TapeReader.depthLimit
        let inside = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        #expect(try tape(inside).documents.count == 1)
        #expect(throws: TapeError(.tooDeep, offset: limit)) { try tape("[" + inside + "]") }
        let open = String(repeating: "{\"a\":", count: 1_000_000)
        #expect(throws: TapeError(.tooDeep, offset: 5 * limit)) { try tape(open) }
    }

    @Test("and its lowering throw or read whatever was cut or changed in the compiler's output")
    func survivesChanges() throws {
        let bytes = try Toolchain.dump(LoweringTests.everything)
        let whole = try Tape(bytes)
        var names = TypeNames()
        try names.read(whole.mangledNames(in: whole.documents[0]), demangle: Toolchain.demangle)
        var random = SeededGenerator(seed: 19)
        var outcomes: Set<String> = []
        for round in 0..<300 {
            var changed = bytes
            switch round % 3 {
            case 0: changed.removeLast(Int.random(in: 1..<bytes.count, using: &random))
            case 1:
                for _ in 0..<8 {
                    let position = Int.random(in: 0..<changed.count, using: &random)
                    changed[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            default:
                // A letter of a key or a kind becomes another one: JSON still, but another tree.
                for _ in 0..<40 {
                    let position = Int.random(in: 0..<changed.count, using: &random)
                    if (UInt8(ascii: "a")..<UInt8(ascii: "z")).contains(changed[position]) {
                        changed[position] += 1
                    }
                }
            }
            outcomes.insert(Self.outcome(of: changed, names))
        }
        #expect(outcomes == ["not JSON", "not a tree", "read"])
    }

    private static func outcome(of bytes: [UInt8], _ names: TypeNames) -> String {
        guard let tape = try? Tape(bytes) else { return "not JSON" }
        for document in tape.documents {
            guard
                (try? Lowering.lower(
                    document,
                    of: tape,
                    names: names,
                    path: "",
                    module: "",
                    number: 0
                )) != nil
            else { return "not a tree" }
        }
        return "read"
    }
}
