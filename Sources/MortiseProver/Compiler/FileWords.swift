// SPDX-License-Identifier: MIT

/// The identifiers in the text of a file, and how they stand there.
///
/// It is a look at the text alone: comments and strings count. So it finds too much, never too little.
struct FileWords {
    /// How an identifier stands in a text.
    struct Use: OptionSet {
        let rawValue: UInt8

        /// Behind `let`, `func`, `case` and their like, or behind a comma, as the second case has it.
        static let declared = Use(rawValue: 1)
        /// Behind the keyword of a type.
        static let typeDeclared = Use(rawValue: 2)
        /// Where it may be inherited from: behind a colon, a comma, `&` or a dot.
        static let inherited = Use(rawValue: 4)
        /// Where it may be written, or where something of it is used that may change it.
        static let written = Use(rawValue: 8)
        /// Where it may be called or read: not where it is declared.
        static let used = Use(rawValue: 16)
        /// Behind `extension`, or anywhere in a file that declares an operator.
        static let extended = Use(rawValue: 32)
    }

    private var uses: [Substring: Use] = [:]
    private var declaresOperators = false

    init(_ bytes: [UInt8]) {
        // One string for all: the words share its storage.
        let text = String(decoding: bytes, as: UTF8.self)
        let utf8 = text.utf8
        var start = utf8.startIndex
        var before = UInt8(ascii: "\n")
        var word: Substring = ""
        while start < utf8.endIndex {
            let byte = utf8[start]
            guard Self.isOfWord(byte) else {
                if !Self.spaces.contains(byte) {
                    if word == "func" { declaresOperators = true }
                    let operation = utf8[start...].prefix { Self.operators.contains($0) }
                    if !operation.isEmpty {
                        uses[text[operation.startIndex..<operation.endIndex], default: []]
                            .insert(.used)
                    }
                    // `\.isOn` is a path like `\Settings.isOn`.
                    let isPath = byte == UInt8(ascii: ".") && before == UInt8(ascii: "\\")
                    if !isPath { before = byte }
                    if byte != UInt8(ascii: ".") || word != "extension" { word = "" }
                }
                start = utf8.index(after: start)
                continue
            }
            var end = start
            while end < utf8.endIndex, Self.isOfWord(utf8[end]) { end = utf8.index(after: end) }
            let found = text[start..<end]
            let hasBase = before == UInt8(ascii: "&") || before == UInt8(ascii: "\\")
            uses[found, default: []].formUnion(
                Self.use(after: word, before, then: utf8[end...], isInPath: hasBase)
            )
            // `extension Outer.Inner` extends `Inner`.
            if word != "extension" || utf8[end...].first != UInt8(ascii: ".") { word = found }
            // A path stays behind what it began with: `&settings.isOn`.
            let isPath = hasBase && end < utf8.endIndex && utf8[end] == UInt8(ascii: ".")
            if !isPath { before = UInt8(ascii: "a") }
            start = isPath ? utf8.index(after: end) : end
        }
    }

    /// How a word stands in the text; nothing if it is not there.
    func use(of word: String) -> Use {
        guard let use = uses[Substring(word)] else { return [] }
        return declaresOperators ? use.union(.extended) : use
    }

    private static func use(
        after word: Substring,
        _ before: UInt8,
        then rest: Substring.UTF8View,
        isInPath: Bool
    ) -> Use {
        var use: Use = []
        if declaring.contains(word) || before == UInt8(ascii: ",") { use.insert(.declared) }
        if types.contains(word) { use.formUnion([.declared, .typeDeclared]) }
        if word == "extension" { use.insert(.extended) }
        if [":", ",", "&", "."].contains(Character(Unicode.Scalar(before))) {
            use.insert(.inherited)
        }
        let next = afterSpace(rest)
        let operation = String(decoding: next.prefix { operators.contains($0) }, as: UTF8.self)
        if !operation.isEmpty, !reading.contains(operation) { use.insert(.written) }
        // A mutating method, an element, or a part of a tuple that is assigned.
        if let first = next.first, changing.contains(first) { use.insert(.written) }
        if isInPath || before == UInt8(ascii: "$") { use.insert(.written) }
        let isDeclared = use.contains(.declared) && before != UInt8(ascii: ",")
        // `if let value {` reads it.
        let isBound =
            binding.contains(word)
            && ![UInt8(ascii: ":"), UInt8(ascii: "=")].contains(next.first)
        if !isDeclared || isBound { use.insert(.used) }
        return use
    }

    /// What follows spaces and comments.
    private static func afterSpace(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var rest = text.drop { spaces.contains($0) }
        while rest.first == UInt8(ascii: "/") {
            if rest.starts(with: "//".utf8) {
                rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            } else if rest.starts(with: "/*".utf8) {
                repeat {
                    rest = rest.dropFirst()
                } while !rest.isEmpty && !rest.starts(with: "*/".utf8)
                rest = rest.dropFirst(2)
            } else {
                break
            }
            rest = rest.drop { spaces.contains($0) }
        }
        return rest
    }

    static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private static let operators = Set("=+-*/%&|^<>~!".utf8)
    private static let spaces = Set(" \t\n\r`".utf8)
    /// Operators that leave what is in front of them as it is.
    private static let reading: Set<String> = [
        "==", "!=", "<=", ">=", "===", "!==", "~=", "<", ">", "+", "-", "*", "/", "%", "&", "|",
        "^",
        "<<", ">>", "&&", "||", "->", "&+", "&-", "&*", "!",
    ]
    private static let binding: Set<Substring> = ["let", "var"]
    private static let changing = Set(".[?!),".utf8)
    private static let types: Set<Substring> = [
        "class", "struct", "enum", "protocol", "actor", "typealias",
    ]
    private static let declaring: Set<Substring> = ["let", "var", "func", "case", "extension"]
}
