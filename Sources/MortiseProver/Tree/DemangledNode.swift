// SPDX-License-Identifier: MIT

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
        for line in Array(output.utf8).split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: header) {
                close(to: 0)
                count += 1
                name = String(decoding: line.dropFirst(header.count), as: UTF8.self)
                continue
            }
            var start = line.startIndex
            while start < line.endIndex, line[start] == UInt8(ascii: " ") { start += 1 }
            let depth = (start - line.startIndex) / 2
            guard name != nil, depth <= min(open.count, depthLimit),
                let node = DemangledNode(line: line[start...])
            else { continue }
            close(to: depth)
            open.append(node)
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

    /// Reads `kind=Identifier, text="Array"`.
    private init?(line: ArraySlice<UInt8>) {
        guard line.starts(with: Self.kindKey) else { return nil }
        let comma = line.firstIndex(of: UInt8(ascii: ",")) ?? line.endIndex
        let rest = line[comma...]
        let isText = rest.starts(with: Self.textKey)
        let isIndex = rest.starts(with: Self.indexKey)
        kind = String(decoding: line[..<comma].dropFirst(Self.kindKey.count), as: UTF8.self)
        text =
            isText
            ? String(decoding: rest.dropFirst(Self.textKey.count).dropLast(), as: UTF8.self) : nil
        index =
            isIndex
            ? Int(String(decoding: rest.dropFirst(Self.indexKey.count), as: UTF8.self)) : nil
    }
}
