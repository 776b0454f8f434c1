// SPDX-License-Identifier: MIT

/// Rewrites a qualified type name as it is written in code.
///
/// It makes one pass from left to right, with a stack of open brackets instead of recursion. It
/// never fails: it copies text that it does not understand.
struct TypeNameShortener: Sendable {
    private let text: [UInt8]
    private var position = 0
    private var open = [Bracket(.outermost)]

    init(_ qualified: String) {
        text = Array(qualified.utf8)
    }

    /// Returns the short spelling.
    mutating func shortened() -> String {
        while position < text.count {
            step()
        }
        while let bracket = open.popLast() {
            guard !open.isEmpty else { return bracket.current }
            append(bracket.unclosed)
        }
        return ""
    }

    private mutating func step() {
        let byte = text[position]
        switch byte {
        case UInt8(ascii: "(") where follows("(extension in "):
            skip(past: UInt8(ascii: ":"))
        case UInt8(ascii: "("):
            open.append(Bracket(.parenthesis))
            position += 1
        case UInt8(ascii: ")") where innermost.kind == .parenthesis:
            close()
        case UInt8(ascii: ">") where innermost.isGeneric && text[position - 1] != UInt8(ascii: "-"):
            close()
        case UInt8(ascii: ",") where innermost.isGeneric:
            open[open.count - 1].endArgument()
            position += follows(", ") ? 2 : 1
        case _ where startsName(at: position):
            takePath()
        default:
            append(String(decoding: text[position...position], as: UTF8.self))
            position += 1
        }
    }

    /// Reads `Module.Outer.Inner`, and the `<` after it.
    private mutating func takePath() {
        let continues = position > 0 && text[position - 1] == UInt8(ascii: ".")
        var components = [takeName()]
        while position + 1 < text.count, text[position] == UInt8(ascii: ".") {
            if follows(".(unknown context at ") {
                skip(past: UInt8(ascii: ")"))
            } else if startsName(at: position + 1) {
                position += 1
                components.append(takeName())
            } else {
                break
            }
        }
        let short = continues ? components.joined(separator: ".") : Self.withoutModule(components)
        guard follows("<") else { return append(short) }
        position += 1
        open.append(
            Bracket(.generic(qualified: components.joined(separator: "."), short: short))
        )
    }

    private static func withoutModule(_ components: [String]) -> String {
        switch (components.first, components.last) {
        case ("Self", let member?) where components.count > 1:
            "Self.\(member)"
        case (_, "Type"), (_, "Protocol"):
            // `Any.Type` has no module in front.
            components.dropFirst(components.count > 2 ? 1 : 0).joined(separator: ".")
        default:
            components.dropFirst(components.count > 1 ? 1 : 0).joined(separator: ".")
        }
    }

    private mutating func takeName() -> String {
        let start = position
        if text[position] == UInt8(ascii: "`") {
            position += 1
            skip(past: UInt8(ascii: "`"))
        } else {
            while position < text.count, Self.isNamePart(text[position]) {
                position += 1
            }
        }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private mutating func close() {
        position += 1
        guard let bracket = open.popLast() else { return }
        append(bracket.closed)
    }

    private var innermost: Bracket { open[open.count - 1] }

    private mutating func append(_ piece: String) {
        open[open.count - 1].current += piece
    }

    private mutating func skip(past end: UInt8) {
        position = text[position...].firstIndex(of: end).map { $0 + 1 } ?? text.count
    }

    private func follows(_ expected: StaticString) -> Bool {
        expected.withUTF8Buffer { text[position...].starts(with: $0) }
    }

    private func startsName(at index: Int) -> Bool {
        text[index] == UInt8(ascii: "`") || Self.isNamePart(text[index])
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default:
            false
        }
    }
}

/// An open bracket, and the text inside it so far.
private struct Bracket: Sendable {
    enum Kind: Hashable, Sendable {
        case outermost
        case parenthesis
        case generic(qualified: String, short: String)
    }

    let kind: Kind
    var current = ""
    private var arguments: [String] = []

    init(_ kind: Kind) {
        self.kind = kind
    }

    var isGeneric: Bool {
        if case .generic = kind { true } else { false }
    }

    mutating func endArgument() {
        arguments.append(current)
        current = ""
    }

    /// The whole text, once its closing bracket is read.
    var closed: String {
        switch kind {
        case .outermost:
            return current
        case .parenthesis:
            return "(\(current))"
        case .generic(let qualified, let short):
            let all = arguments + [current]
            switch (qualified, all.count) {
            case ("Swift.Optional", 1):
                return isCompound(current) ? "(\(current))?" : "\(current)?"
            case ("Swift.Array", 1):
                return "[\(current)]"
            case ("Swift.Dictionary", 2):
                return "[\(all[0]): \(all[1])]"
            default:
                return "\(short)<\(all.joined(separator: ", "))>"
            }
        }
    }

    /// The text so far, if the name ends inside the bracket.
    var unclosed: String {
        switch kind {
        case .outermost: current
        case .parenthesis: "(\(current)"
        case .generic(_, let short): "\(short)<\((arguments + [current]).joined(separator: ", "))"
        }
    }

    /// Whether a `?` after the type would bind to a part of it, as in `any API` or `() -> Int`.
    private func isCompound(_ type: String) -> Bool {
        var depth = 0
        var previous: UInt8?
        for byte in type.utf8 {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"):
                depth += 1
            case UInt8(ascii: ">") where previous == UInt8(ascii: "-"):
                break
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"):
                depth -= 1
            case UInt8(ascii: " ") where depth == 0:
                return true
            default:
                break
            }
            previous = byte
        }
        return false
    }
}
