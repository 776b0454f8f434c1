// SPDX-License-Identifier: MIT

import Foundation

/// A node of what `swift-demangle --tree-only` prints for a mangled name.
struct DemangledNode {
    let kind: String

    /// The text of an identifier or a module.
    let text: String?

    /// The number of an index.
    let index: Int?

    var children: [DemangledNode] = []

    /// The first child of a kind.
    func child(_ kind: String) -> DemangledNode? {
        children.first { $0.kind == kind }
    }

    /// The only child of a node that stands around another.
    var inside: DemangledNode? {
        children.count == 1 ? children[0] : nil
    }

    /// The first node of a kind that is anywhere in it.
    func first(_ kind: String) -> DemangledNode? {
        if self.kind == kind { return self }
        return children.lazy.compactMap { $0.first(kind) }.first
    }
}

extension DemangledNode {
    /// Reads the trees of all names in the output of one run.
    ///
    /// - Parameter output: What was printed for names that stood on lines of their own.
    /// - Returns: The roots by the names, without those that mean nothing; and the number of names.
    static func read(_ output: String) -> (trees: [String: DemangledNode], count: Int) {
        var trees: [String: DemangledNode] = [:]
        var count = 0
        var name: String?
        var open: [DemangledNode] = []
        func close(to depth: Int) {
            while open.count > max(depth, 1) {
                let node = open.removeLast()
                open[open.count - 1].children.append(node)
            }
            guard depth == 0, let root = open.popLast(), let name else { return }
            trees[name] = root
        }
        let bytes = Array(output.utf8)
        bytes.withUnsafeBytes { bytes in
            for line in lines(of: bytes) {
                if let rest = rest(of: line, after: header) {
                    close(to: 0)
                    count += 1
                    name = String(decoding: rest, as: UTF8.self)
                    continue
                }
                var start = 0
                while start < line.count, line[start] == UInt8(ascii: " ") { start += 1 }
                let depth = start / 2
                guard name != nil, depth <= min(open.count, depthLimit),
                    let node = DemangledNode(line: dropping(start, of: line))
                else { continue }
                close(to: depth)
                open.append(node)
            }
        }
        close(to: 0)
        return (trees, count)
    }

    private static let header = Array("Demangling for ".utf8)
    private static let kindKey = Array("kind=".utf8)
    private static let textKey = Array(", text=\"".utf8)
    private static let indexKey = Array(", index=".utf8)

    /// How deep the types of a name may be nested.
    private static let depthLimit = 400

    // Tens of thousands of lines are read, by code that is not optimized where a plugin runs it. So lines are no
    // slices, and the C library finds and compares what is in them.
    private typealias Line = UnsafeRawBufferPointer

    /// The lines of a text that are not empty.
    private static func lines(of bytes: Line) -> [Line] {
        var lines: [Line] = []
        var rest = bytes
        while rest.count > 0 {
            let end = index(of: UInt8(ascii: "\n"), in: rest) ?? rest.count
            if end > 0 { lines.append(Line(start: rest.baseAddress, count: end)) }
            rest = dropping(min(end + 1, rest.count), of: rest)
        }
        return lines
    }

    private static func dropping(_ count: Int, of line: Line) -> Line {
        Line(start: line.baseAddress.map { $0 + count }, count: line.count - count)
    }

    private static func index(of byte: UInt8, in line: Line) -> Int? {
        guard let base = line.baseAddress else { return nil }
        return memchr(base, Int32(byte), line.count).map { base.distance(to: $0) }
    }

    /// What follows a text with which a line begins; `nil` if it begins with another one.
    private static func rest(of line: Line, after text: [UInt8]) -> Line? {
        guard let base = line.baseAddress, line.count >= text.count,
            memcmp(base, text, text.count) == 0
        else { return nil }
        return dropping(text.count, of: line)
    }

    /// Reads `kind=Identifier, text="Array"`.
    private init?(line: Line) {
        guard let named = Self.rest(of: line, after: Self.kindKey) else { return nil }
        let comma = Self.index(of: UInt8(ascii: ","), in: named) ?? named.count
        let rest = Self.dropping(comma, of: named)
        kind = String(decoding: Line(start: named.baseAddress, count: comma), as: UTF8.self)
        text = Self.rest(of: rest, after: Self.textKey).map {
            String(
                decoding: Line(start: $0.baseAddress, count: max($0.count - 1, 0)),
                as: UTF8.self
            )
        }
        index = Self.rest(of: rest, after: Self.indexKey).flatMap {
            Int(String(decoding: $0, as: UTF8.self))
        }
    }
}
